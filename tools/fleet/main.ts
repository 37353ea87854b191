import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditEmbedded } from './audit-embedded.js';
import { auditQueued } from './audit-queued.js';
import { startDemoFleet } from './demo-fleet.js';
import type { FleetCheck } from './fleet-checks.js';

/**
 * `npm run fleets [-- --services 200 --as queue,embedded --only GLOB,GLOB]`: audits demo services with two workers over
 * Redis, of which one is killed while Redis is restarted, and by one command that is killed and goes on. Exit code 1 if
 * a target has no report, if anything is left on a service, or if a secret is in Redis.
 */
const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '200' },
    as: { type: 'string', default: 'queue,embedded' },
    only: { type: 'string', default: 'creation/*,idempotency/*' },
    cases: { type: 'string', default: '3' },
    workers: { type: 'string', default: '4' },
  },
});
const count = Number(values.services);
const defaults = { permit: 'deletes', only: values.only.split(','), cases: Number(values.cases) };
/** Every tenth service has a bug, so that the reports differ. */
const faultOf = (index: number) => (index % 10 === 3 ? 'post-answers-200' : undefined);

const ways = { queue: auditQueued, embedded: auditEmbedded };
let isFine = true;
for (const [way, audit] of Object.entries(ways)) {
  if (!values.as.split(',').includes(way)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'assay-fleet-'));
  const fleet = await startDemoFleet(join(folder, 'fleet'), { count, faultOf, defaults });
  const begunAt = performance.now();
  const print = (line: string) =>
    process.stdout.write(`${((performance.now() - begunAt) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
  try {
    process.stdout.write(`${way}: ${count} services, --only ${values.only}, ${values.cases} cases\n`);
    const checks = await audit(fleet, { folder, workers: Number(values.workers), print });
    isFine = printChecks(checks) && isFine;
  } finally {
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = isFine ? 0 : 1;

function printChecks(checks: readonly FleetCheck[]): boolean {
  for (const { name, expected, actual } of checks)
    process.stdout.write(`  ${expected === actual ? 'ok    ' : 'FAILED'}  ${name}: ${actual}\n`);
  return checks.every(({ expected, actual }) => expected === actual);
}
