import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const port = Number(process.env.PORT ?? 2525);
// The package renames a log file that is there.
const folder = mkdtempSync(join(tmpdir(), 'mountebank-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await require('mountebank').create({
  port,
  host: '127.0.0.1',
  localOnly: true,
  log: { level: 'info', transports: { file: { path: join(folder, 'mb.log'), format: 'json' } } },
});
const url = `http://127.0.0.1:${port}`;
for (let index = 1; index <= 3; index++)
  await fetch(`${url}/imposters`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      protocol: 'http',
      port: port + index * 7,
      name: `Imposter ${index}`,
      stubs: [{ responses: [{ is: { body: `${index}` } }] }],
    }),
  });
console.log(url);
process.once('SIGTERM', () => server.close(() => process.exit(0)));
// A body that is no object leaves a promise unhandled, which ends the process; here only its request stays unanswered.
process.on('unhandledRejection', () => undefined);
