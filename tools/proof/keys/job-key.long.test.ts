import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isGlobMatch } from '../../../src/model/profile/rule-names.js';
import { twoMomentRules } from '../../worlds/two-moment-rules.js';
import type { ProofJob } from '../jobs/job.js';
import { listJobs } from '../jobs/list-jobs.js';
import { changeFile } from './files.fixture.js';
import { createKeyMaker } from './job-key.js';
import { loadRegistries } from './registries.js';
import { openSourceFiles } from './source-files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = openSourceFiles(root);
const sources = { files, registries: await loadRegistries(files), environment: 'test' };
const jobs = await listJobs(root, { seeds: 1, isShort: false });
const shortJobs = await listJobs(root, { seeds: 1, isShort: true });

const keyBefore = createKeyMaker(sources);

/** The names of the jobs that must be run again once a file has changed. */
function listTouched(path: string, all: readonly ProofJob[]): string[] {
  expect(files.read(path)).toBeDefined();
  const keyAfter = createKeyMaker({ ...sources, files: changeFile(files, path) });
  return all.filter((job) => keyBefore(job) !== keyAfter(job)).map(({ name }) => name);
}

const namesOf = (all: readonly ProofJob[]) => all.map(({ name }) => name);

/** A file of each registry that defines names, with the names. */
const definitions = sources.registries.flatMap(({ file, definitions: all }) => {
  const found = [...all].find(([path, names]) => path !== file && names.length > 0);
  return found ? [{ registry: file, path: found[0], names: found[1] }] : [];
});

const isAbout = (names: readonly string[]) => (job: ProofJob) =>
  job.dependencies.names?.some((name) => names.includes(name)) ?? true;

describe('the key of a job', () => {
  test('is the same each time, and differs for each job', () => {
    const [one, other] = [createKeyMaker(sources), createKeyMaker(sources)];
    expect(jobs.map(one)).toEqual(jobs.map(other));
    expect(new Set(jobs.map(one)).size).toBe(jobs.length);
  });

  test('changes with what the job is asked for, and with the program that runs it', () => {
    const [job] = shortJobs as [ProofJob];
    const key = createKeyMaker(sources)(job);
    expect(createKeyMaker(sources)({ ...job, task: { ...job.task, seed: 2 } })).not.toBe(key);
    expect(createKeyMaker({ ...sources, environment: 'another' })(job)).not.toBe(key);
  });
});

describe('a change', () => {
  const rule = twoMomentRules[0] ?? '';
  const suite = rule.split('/')[0];

  test('of a rule touches the jobs that audit with it', () => {
    const asksForIt = ({ dependencies: { rules } }: ProofJob) =>
      rules === undefined || rules.some((glob) => isGlobMatch(glob, rule, ''));
    expect(listTouched(`suites/${rule}.ts`, shortJobs)).toEqual(namesOf(shortJobs.filter(asksForIt)));
  });

  test('of a rule touches every job that audits with all rules', () => {
    const touched = listTouched(`suites/${rule}.ts`, jobs);
    const all = jobs.filter(({ kind, dependencies: { rules } }) => kind !== 'tests' && rules === undefined);
    expect(namesOf(all).filter((name) => !touched.includes(name))).toEqual([]);
    expect(touched).not.toContain('tests/src/generate/corpus.proof.test.ts');
  });

  test('of a private file of a suite touches jobs that audit with its rules, and no others', () => {
    const path = files
      .list('suites')
      .find((one) => one.startsWith(`suites/${suite}/_`) && !/\.(test|fixture)\./.test(one));
    const touched = listTouched(path ?? '', shortJobs);
    expect(touched.filter((name) => name.startsWith('matrix/')).length).toBeGreaterThan(0);
    const ofSuite = files
      .list('suites')
      .filter((one) => one.startsWith(`suites/${suite}/`))
      .map((one) => one.replace(/^suites\/|\.ts$/g, ''));
    const asksForSuite = ({ dependencies: { rules } }: ProofJob) =>
      rules === undefined || rules.some((glob) => ofSuite.some((id) => isGlobMatch(glob, id, '')));
    expect(touched.filter((name) => !namesOf(shortJobs.filter(asksForSuite)).includes(name))).toEqual([]);
  });

  test.each(definitions)('of a file that $registry imports touches the jobs that it is about', ({ path, names }) => {
    const touched = listTouched(path, jobs);
    expect(touched.length).toBeGreaterThan(0);
    expect(touched).toEqual(
      expect.arrayContaining(namesOf(jobs.filter((job) => isAbout(names)(job) && job.kind !== 'tests'))),
    );
    expect(touched.length).toBeLessThan(jobs.length / 2);
  });

  test('of the kit touches every audit', () => {
    const touched = listTouched('src/audit.ts', jobs);
    expect(touched.filter((name) => !name.startsWith('tests/'))).toHaveLength(
      jobs.filter(({ kind }) => kind !== 'tests').length,
    );
  });

  test('of a test, of a document or of a tool that no job runs touches nothing', () => {
    for (const path of ['suites/rule-set.test.ts', 'README.md', 'tools/bench/main.ts'])
      expect(listTouched(path, jobs)).toEqual([]);
  });
});
