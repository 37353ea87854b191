import { describe, expect, test } from 'vitest';
import { type ProofJob, proofKinds } from './jobs/job.js';
import { isInShard, selectJobs } from './select-jobs.js';

const createJob = (name: string): ProofJob => ({
  name,
  kind: name.split('/')[0] as ProofJob['kind'],
  task: {},
  dependencies: {},
});
const names = Array.from({ length: 300 }, (_, index) => `matrix/fault-${index}/seed-1`);
const jobs = ['tests/a', 'matrix/get-bumps/seed-1', 'matrix/head-sends/seed-1', 'worlds/slow/seed-1'].map(createJob);
const select = (kinds: readonly ProofJob['kind'][], globs: readonly string[]) =>
  selectJobs(jobs, { kinds, names: globs }).map(({ name }) => name);

describe('shards', () => {
  test('take each job once, about equally many', () => {
    const shards = [1, 2, 3].map((index) => names.filter((name) => isInShard(name, { index, count: 3 })));
    expect(shards.flat().sort()).toEqual([...names].sort());
    for (const shard of shards) expect(shard.length).toBeGreaterThan(70);
  });

  test('keep their jobs when others come or go', () => {
    const shard = { index: 2, count: 3 };
    const all = names.map(createJob);
    const fewer = all.filter((_, index) => index % 5 !== 0);
    const first = selectJobs(all, { kinds: proofKinds, names: [], shard });
    expect(selectJobs(fewer, { kinds: proofKinds, names: [], shard })).toEqual(
      first.filter((job) => fewer.includes(job)),
    );
  });
});

test('jobs are chosen by kind and by globs over their names', () => {
  expect(select(proofKinds, [])).toHaveLength(4);
  expect(select(['matrix'], [])).toEqual(['matrix/get-bumps/seed-1', 'matrix/head-sends/seed-1']);
  expect(select(proofKinds, ['matrix/head-*', '*slow*'])).toEqual(['matrix/head-sends/seed-1', 'worlds/slow/seed-1']);
  expect(select(['worlds'], ['matrix/*'])).toEqual([]);
});
