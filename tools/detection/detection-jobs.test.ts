import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allFaults } from '../faults/all-faults.js';
import { listDetectionJobs, readRequests, requestsMeasure, workerFile } from './detection-jobs.js';

const nameJobs = (...extent: Parameters<typeof listDetectionJobs>) =>
  listDetectionJobs(...extent).map(({ name }) => name);

test('audits each fault once with each seed, all of them with the first seed first', () => {
  const jobs = listDetectionJobs(allFaults, { seeds: 2 });
  const tasks = jobs.map(({ task }) => task as { readonly fault: string; readonly seed: number });
  expect(tasks.map(({ seed }) => seed)).toEqual([...allFaults.map(() => 1), ...allFaults.map(() => 2)]);
  for (const seed of [1, 2]) {
    const audited = tasks.filter((task) => task.seed === seed).map(({ fault }) => fault);
    expect(audited.sort()).toEqual(allFaults.map(({ name }) => name).sort());
  }
});

test('a sample is spread over all faults, and a larger one contains it', () => {
  const sample = nameJobs(allFaults, { seeds: 1, sample: 20 });
  expect(sample).toHaveLength(20);
  const places = sample
    .map((name) => allFaults.findIndex((fault) => name === `detection/${fault.name}/seed-1`))
    .sort((one, other) => one - other);
  const gaps = places.map((place, index) => place - (places[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan((3 * allFaults.length) / 20);
  expect(nameJobs(allFaults, { seeds: 1, sample: 40 })).toEqual(expect.arrayContaining(sample));
});

test('a sample of more than there are is all of them', () => {
  expect(nameJobs(allFaults, { seeds: 1, sample: 10_000 })).toHaveLength(allFaults.length);
});

test('a kept result depends on the fault, its dialects and the worker', () => {
  const fault = allFaults.find(({ dialect }) => dialect !== undefined);
  if (fault === undefined) throw new Error('no fault needs a dialect');
  const [job] = listDetectionJobs([fault], { seeds: 1 });
  expect(job?.dependencies).toEqual({ names: [fault.name, ...(fault.dialect ?? [])], files: [workerFile] });
  expect(existsSync(workerFile)).toBe(true);
});

test('a fault that was not seen has no number of requests', () => {
  expect(readRequests([{ measures: { [requestsMeasure]: 7 } }, {}])).toEqual([7, Number.POSITIVE_INFINITY]);
});
