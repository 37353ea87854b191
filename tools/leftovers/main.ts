import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeLeak } from './judge-leak.js';
import { leaks } from './leaks/all-leaks.js';
import { type LeakRun, runLeak } from './run-leak.js';

/** Audits leaky services and compares what is left with what is stated; ends with 1 if a statement is wrong. */
const { values } = parseArgs({
  options: {
    name: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '1' },
    signal: { type: 'string', multiple: true, default: [] },
    /** Number of moments at which each signal is sent; the end of the run without one. */
    moments: { type: 'string', default: '1' },
  },
});

const bin = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const seeds = Array.from({ length: Number(values.seeds) }, (_, n) => n + 1);
const moments = Array.from({ length: Number(values.moments) }, (_, n) => n);

/** Unsafe requests before the first signal, and between the moments of two signals. */
const firstMoment = 3;
const step = 4;

/** The runs of one leaky service and seed: to the end, or with each signal at each moment. */
function listRuns(leak: LeakRun['leak'], seed: number): LeakRun[] {
  if (values.signal.length === 0) return [{ leak, seed }];
  return values.signal.flatMap((name) =>
    moments.map((moment) => ({
      ...{ leak, seed },
      signal: { name: name as NodeJS.Signals, afterWrites: firstMoment + step * (moment + seed) },
    })),
  );
}

const chosen = leaks.filter(({ name }) => values.name.length === 0 || values.name.includes(name));
let wrong = 0;
process.stdout.write('| Service | Seed | Signal after writes | Counted | Certain | May exist | Result |\n');
process.stdout.write('| --- | ---: | --- | ---: | ---: | ---: | --- |\n');
for (const run of chosen.flatMap((leak) => seeds.flatMap((seed) => listRuns(leak, seed)))) {
  const result = await runLeak(run, bin);
  const problem = judgeLeak(run.leak, result);
  if (problem !== undefined) wrong += 1;
  const { counted, stated } = result;
  const ended = run.signal ? `${run.signal.name} ${run.signal.afterWrites}` : 'none';
  process.stdout.write(
    `| ${run.leak.name} | ${run.seed} | ${ended} | ${counted} | ${stated.certain} | ${stated.possible} | ${problem ?? 'true'} |\n`,
  );
}
process.stdout.write(`${wrong} wrong statements\n`);
process.exitCode = wrong > 0 ? 1 : 0;
