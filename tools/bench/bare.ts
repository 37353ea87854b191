import { readFileSync } from 'node:fs';
import { measureProcess } from './measure-process.js';
import { sendBare } from './send-bare.js';

/** The requests of a tape again, by undici and nothing else. */
const [origin = '', tape = '', concurrency = ''] = process.argv.slice(2);
const recorded = readFileSync(tape, 'utf8')
  .split('\n')
  .filter((line) => line.includes('"request"'))
  .map((line) => JSON.parse(line).request);
await measureProcess(async () => {
  await sendBare(origin, recorded, Number(concurrency));
  return recorded.length;
});
