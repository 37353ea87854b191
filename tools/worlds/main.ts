import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { worlds } from '../../src/demo/start-demo.js';
import { worldsNamed } from '../../src/demo/worlds/worlds.js';
import { doAll } from '../matrix/worker-pool.js';
import { dialectFor, faultsFor } from './assign-faults.js';
import type { Done, Job } from './check-world.js';
import { findingLines, headLine, lastLine, worldLine } from './table.js';
import { isAsItMust, type Tally, tallyOf } from './tally.js';

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
const named = values.world ? worldsNamed(values.world) : worlds;
const calmJobs: Job[] = seeds.map((seed) => ({ seed, dialect: dialectFor(seed) }));
const jobsIn = (world: (typeof named)[number]): Job[] =>
  seeds.flatMap((seed) => {
    const job = { world: world.name, seed, dialect: dialectFor(seed) };
    return [job, ...faultsFor(seed, world, Number(values.faults)).map(({ name }) => ({ ...job, fault: name }))];
  });
const planned = named.map((world) => ({ world, jobs: jobsIn(world) }));
const done: Done[] = [];
const tallies: Tally[] = [];
const print = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** A world is told of as soon as all of it is known, in the order of the worlds. */
function hear(one: Done): void {
  done.push(one);
  const next = planned[tallies.length];
  const its = next && done.filter(({ job }) => job.world === next.world.name);
  if (!next || its?.length !== next.jobs.length) return;
  const calm = new Map(done.filter(({ job }) => job.world === undefined).map((audit) => [audit.job.seed, audit]));
  const tally = tallyOf(next.world, its, calm);
  tallies.push(tally);
  print(worldLine(tally));
}

print(`${seeds.length} seeds in ${named.length} worlds`, headLine);
const pool = { file: new URL('./worker.js', import.meta.url), atOnce: Number(values.jobs) };
await doAll(pool, [...calmJobs, ...planned.flatMap(({ jobs }) => jobs)], hear);
print('', ...findingLines(tallies), '', lastLine(tallies));
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ seeds, tallies }, null, 2)}\n`);
process.exitCode = tallies.every(isAsItMust) ? 0 : 1;
