import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { worlds } from '../../src/demo/start-demo.js';
import { findWorlds } from '../../src/demo/worlds/worlds.js';
import { runJobs } from '../matrix/worker-pool.js';
import { assignDialects, assignFaults } from './assign-faults.js';
import type { WorldJob, WorldResult } from './check-world.js';
import { headerRow, renderFindingLines, renderTotalRow, renderWorldRow } from './table.js';
import { createTally, isAcceptable, type Tally } from './tally.js';

/**
 * `npm run worlds -- [--seeds N] [--first N] [--world NAME…] [--faults K] [--jobs N] [--out FILE]`: all rules against a
 * sound service in all worlds, and at most K of the faults that each seed is dealt. Exits 1 when a sound service is
 * accused, too little is decided, or too few faults are found.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
    world: { type: 'string', multiple: true },
    faults: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + Number(values.first));
const chosenWorlds = values.world ? findWorlds(values.world) : worlds;
const controlJobs: WorldJob[] = seeds.map((seed) => ({ seed, dialect: assignDialects(seed) }));
const createJobs = (world: (typeof chosenWorlds)[number]): WorldJob[] =>
  seeds.flatMap((seed) => {
    const job = { world: world.name, seed, dialect: assignDialects(seed) };
    return [job, ...assignFaults(seed, world, Number(values.faults)).map(({ name }) => ({ ...job, fault: name }))];
  });
const planned = chosenWorlds.map((world) => ({ world, jobs: createJobs(world) }));
const done: WorldResult[] = [];
const tallies: Tally[] = [];
const print = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** A world is told of as soon as all of it is known, in the order of the worlds. */
function recordResult(one: WorldResult): void {
  done.push(one);
  const next = planned[tallies.length];
  const its = next && done.filter(({ job }) => job.world === next.world.name);
  if (!next || its?.length !== next.jobs.length) return;
  const calm = new Map(done.filter(({ job }) => job.world === undefined).map((audit) => [audit.job.seed, audit]));
  const tally = createTally(next.world, its, calm);
  tallies.push(tally);
  print(renderWorldRow(tally));
}

print(`${seeds.length} seeds in ${chosenWorlds.length} worlds`, headerRow);
const pool = { file: new URL('./worker.js', import.meta.url), atOnce: Number(values.jobs) };
await runJobs(pool, [...controlJobs, ...planned.flatMap(({ jobs }) => jobs)], recordResult);
print('', ...renderFindingLines(tallies), '', renderTotalRow(tallies));
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ seeds, tallies }, null, 2)}\n`);
process.exitCode = tallies.every(isAcceptable) ? 0 : 1;
