import { parseArgs } from 'node:util';
import { faults } from '../../src/demo/start-demo.js';
import { type FaultProof, floodedWays, type SoundProof, soundWays } from './check-fault.js';
import type { Done, Job } from './job.js';
import { faultLines, isExact, isSilent, soundLines, summaryLines } from './table.js';
import { doAll } from './worker-pool.js';

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
const seedsOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const seeds = seedsOf(Number(values.seeds));
const soundSeeds = seedsOf(Number(values.sound ?? (values.fault ? 0 : Math.ceil(Number(values.seeds) * 2.5))));
const named = faults.filter(({ name }) => values.fault?.includes(name) ?? true);
const jobs: Job[] = [
  ...named.map(({ name }): Job => ({ kind: 'fault', fault: name, seeds })),
  ...(soundSeeds.length > 0 ? soundWays().map((dialect): Job => ({ kind: 'sound', dialect, seeds: soundSeeds })) : []),
  ...(soundSeeds.length > 0
    ? floodedWays().map((dialect): Job => ({ kind: 'sound', dialect, seeds: [1], isFlood: true }))
    : []),
];
const proofs: FaultProof[] = [];
const sound: SoundProof[] = [];
const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
print([`${seeds.length} seeds for each fault, ${soundSeeds.length} for each sound way`]);
const pool = { file: new URL('./worker.js', import.meta.url) };
await doAll(pool, jobs, (done: Done) => {
  if (done.kind === 'fault') proofs.push(done.proof);
  else sound.push(done.proof);
  print(done.kind === 'fault' ? faultLines(done.proof) : soundLines(done.proof));
});
print(summaryLines(proofs, sound));
process.exitCode = proofs.every(isExact) && sound.every(isSilent) ? 0 : 1;
