import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { auditCase, hasProfile } from './audit-case.js';
import { isHeldOut, loadServices } from './load-services.js';
import { renderScore } from './render-score.js';
import { type AuditCase, type AuditResult, type FaultMode, identifyCase, modes } from './result.js';
import { scoreHalf } from './score.js';

/**
 * `npm run field:faults -- [--service NAME…] [--mode profile|document…] [--seeds N] [--held-out | --only-held-out | --only-correct [--neighbour]]
 * [--only RULE…] [--json FILE]`: audits each service with faults as it is and with each fault of the development half, and prints which faults were
 * found. `--held-out` audits the other half as well, and `--only-held-out` nothing else; only its totals are printed, and the file has
 * digests in place of its names. `--only-correct` audits no faults, and `--neighbour` lets another client write during that. Each result
 * is written to the file at once; a run with the same file goes on where it ended. Exits 1 if a rule is violated on a correct service, or
 * an audit has an internal error.
 */
const { values } = parseArgs({
  options: {
    service: { type: 'string', multiple: true },
    mode: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '1' },
    'held-out': { type: 'boolean', default: false },
    'only-held-out': { type: 'boolean', default: false },
    'only-correct': { type: 'boolean', default: false },
    neighbour: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});
const services = (await loadServices()).filter(({ name }) => values.service?.includes(name) ?? true);
const chosenModes = modes.filter((mode) => values.mode?.includes(mode) ?? true);
if (services.length === 0 || chosenModes.length === 0) throw new Error('no such service or mode');
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
if (values.neighbour && !values['only-correct']) throw new Error('--neighbour needs --only-correct');
const halves = values['only-correct']
  ? []
  : values['only-held-out']
    ? [true]
    : values['held-out']
      ? [false, true]
      : [false];

const digest = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);
const keyed = services.map(({ name, faults }) => ({
  name,
  faults: faults
    .map((fault) => ({ ...fault, key: isHeldOut(fault.name) ? digest(fault.name) : fault.name }))
    .filter((fault) => halves.includes(isHeldOut(fault.name))),
}));

interface Job {
  readonly which: AuditCase;
  readonly faultName?: string;
}

/** The services that can be audited in a mode. */
const chooseServices = (mode: FaultMode) => keyed.filter(({ name }) => mode === 'document' || hasProfile(name));

const listJobs = (mode: FaultMode, seed: number): Job[] =>
  chooseServices(mode).flatMap(({ name: service, faults }) => [
    { which: { service, mode, seed, ...(values.neighbour && { hasNeighbour: true }) } },
    ...faults.map(({ name, key }) => ({ which: { service, mode, seed, fault: key }, faultName: name })),
  ]);

const results: AuditResult[] =
  values.json !== undefined && existsSync(values.json) ? JSON.parse(readFileSync(values.json, 'utf8')) : [];
const known = new Set(results.map(identifyCase));
const queue = seeds
  .flatMap((seed) => chosenModes.flatMap((mode) => listJobs(mode, seed)))
  .filter(({ which }) => !known.has(identifyCase(which)));

// An exit, unlike a signal, ends the services too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

async function work(): Promise<void> {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const result = await auditCase(job.which, job.faultName, values.only);
    results.push(result);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
    process.stderr.write(`${identifyCase(job.which)}: ${result.requests} requests, ${queue.length} to go\n`);
  }
}
await Promise.all([work(), work()]);

const scores = chosenModes.flatMap((mode) =>
  chooseServices(mode).flatMap(({ name: service, faults }) =>
    halves.map((half) =>
      scoreHalf(
        { service, mode, isHeldOut: half },
        faults.filter(({ name }) => isHeldOut(name) === half),
        results,
      ),
    ),
  ),
);
const accusations = results.filter(({ fault, violated }) => fault === undefined && violated.length > 0);
const notes = accusations.map(
  (one) => `Violated on the correct service (${identifyCase(one).trim()}): ${one.violated.join(', ')}`,
);
const errors = results
  .filter(({ error }) => error !== undefined)
  .map((one) => `Error: ${identifyCase(one)}: ${one.error}`);
const summary = values['only-correct']
  ? `${results.length} audits of correct services, ${accusations.length} with violations`
  : renderScore(scores);
process.stdout.write(`${[summary, '', ...notes, ...errors].join('\n').trimEnd()}\n`);
process.exitCode = accusations.length + errors.length > 0 ? 1 : 0;
