import { parseArgs } from 'node:util';
import { faults } from '../../src/demo/start-demo.js';
import { type FaultCheck, listFloodedVariants, listValidVariants, type VariantCheck } from './check-fault.js';
import type { Job, JobResult } from './job.js';
import { isExact, isSilent, renderFaultLines, renderSummaryLines, renderVariantLines } from './table.js';
import { runJobs } from './worker-pool.js';

/**
 * `npm run matrix -- [--seeds N] [--sound N] [--fault NAME…]`: all rules against all faults and all sound ways, as a
 * table. Exits 1 when a fault flips anything but the rules that claim it, or a sound way is accused.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    sound: { type: 'string' },
    fault: { type: 'string', multiple: true },
  },
});
const createSeeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const seeds = createSeeds(Number(values.seeds));
const variantSeeds = createSeeds(Number(values.sound ?? (values.fault ? 0 : Math.ceil(Number(values.seeds) * 2.5))));
const chosenFaults = faults.filter(({ name }) => values.fault?.includes(name) ?? true);
const jobs: Job[] = [
  ...chosenFaults.map(({ name }): Job => ({ kind: 'fault', fault: name, seeds })),
  ...(variantSeeds.length > 0
    ? listValidVariants().map((dialect): Job => ({ kind: 'sound', dialect, seeds: variantSeeds }))
    : []),
  ...(variantSeeds.length > 0
    ? listFloodedVariants().map((dialect): Job => ({ kind: 'sound', dialect, seeds: [1], isFlood: true }))
    : []),
];
const faultChecks: FaultCheck[] = [];
const variantChecks: VariantCheck[] = [];
const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
print([`${seeds.length} seeds for each fault, ${variantSeeds.length} for each sound way`]);
const pool = { file: new URL('./worker.js', import.meta.url) };
await runJobs(pool, jobs, (done: JobResult) => {
  if (done.kind === 'fault') faultChecks.push(done.proof);
  else variantChecks.push(done.proof);
  print(done.kind === 'fault' ? renderFaultLines(done.proof) : renderVariantLines(done.proof));
});
print(renderSummaryLines(faultChecks, variantChecks));
process.exitCode = faultChecks.every(isExact) && variantChecks.every(isSilent) ? 0 : 1;
