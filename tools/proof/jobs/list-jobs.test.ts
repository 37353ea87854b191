import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { worlds } from '../../../src/demo/start-demo.js';
import { allFaults } from '../../faults/all-faults.js';
import { hostileServices } from '../../hostile/service/hostile-services.js';
import { reachingConcurrencies, reachingFaults } from '../../matrix/reaching-faults.js';
import { listJobs } from './list-jobs.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const long = await listJobs(root, { seeds: 2, isShort: false });
const short = await listJobs(root, { seeds: 1, isShort: true });
const count = (jobs: typeof long, kind: string) => jobs.filter((job) => job.kind === kind).length;

describe('the proof', () => {
  test('has a name for each job', () => {
    for (const jobs of [long, short]) expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  });

  test('has each fault in each seed with all rules, and each hostile service', () => {
    expect(count(long, 'matrix')).toBe((allFaults.length + reachingFaults.length * reachingConcurrencies.length) * 2);
    expect(long.filter(({ kind, dependencies }) => kind === 'matrix' && dependencies.rules)).toEqual([]);
    expect(count(long, 'hostile')).toBe(hostileServices.length);
  });

  test('has each fault that reaches other items with several trials at a time', () => {
    const names = long.map(({ name }) => name);
    for (const fault of reachingFaults)
      for (const concurrency of reachingConcurrencies)
        expect(names).toContain(`matrix/${fault}/concurrency-${concurrency}/seed-2`);
  });

  test('has each world in each seed with a correct service and with faults', () => {
    for (const { name } of worlds)
      for (const seed of [1, 2]) {
        const its = long.filter((job) => job.name.startsWith(`worlds/${name}/seed-${seed}`));
        expect(its.filter(({ world }) => world === undefined)).toHaveLength(1);
        expect(its.filter(({ world }) => world === name).length).toBeGreaterThan(3);
      }
  });

  test('has the long test files', () => {
    expect(long.map(({ name }) => name)).toContain('tests/src/generate/corpus.proof.test.ts');
  });
});

describe('the short form', () => {
  test('has each fault once, with the suites that claim it, or all where other requests show it', () => {
    const isPlain = ({ name }: (typeof short)[number]) => !name.includes('/concurrency-');
    expect(count(short.filter(isPlain), 'matrix')).toBe(allFaults.length);
    expect(count(short, 'matrix')).toBe(allFaults.length + reachingFaults.length);
    const inTraffic = allFaults.filter(({ isFoundInTraffic }) => isFoundInTraffic).map(({ name }) => name);
    expect(inTraffic.length).toBeGreaterThan(0);
    for (const { kind, dependencies } of short)
      if (kind === 'matrix')
        expect((dependencies.rules ?? []).length === 0).toBe(inTraffic.includes(dependencies.names?.[0] ?? ''));
  });

  test('has names of their own for several seeds', async () => {
    const names = (await listJobs(root, { seeds: 2, isShort: true })).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(short.length);
  });

  test('has each dialect, several together', () => {
    const namesOf = (jobs: typeof long) =>
      new Set(jobs.flatMap(({ kind, dependencies }) => (kind === 'variants' ? dependencies.names : [])));
    expect(namesOf(short)).toEqual(namesOf(long));
    expect(count(short, 'variants')).toBeLessThan(count(long, 'variants') / 4);
  });

  test('has each world once with a correct service, and faults that worlds once hid', () => {
    const inWorlds = short.filter(({ kind }) => kind === 'worlds').map(({ name }) => name);
    for (const { name } of worlds) expect(inWorlds).toContain(`worlds/${name}/seed-1`);
    expect(inWorlds.filter((name) => name.includes('/once-hidden/')).length).toBeGreaterThan(10);
  });

  test('has some hostile services of each kind, and no long test files', () => {
    const audited = short.filter(({ kind }) => kind === 'hostile').map(({ name }) => name);
    const kinds = hostileServices.filter(({ name }) => audited.includes(`hostile/${name}`)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(hostileServices.map(({ kind }) => kind)));
    expect(audited.length).toBeLessThan(hostileServices.length / 4);
    expect(count(short, 'tests')).toBe(0);
  });
});
