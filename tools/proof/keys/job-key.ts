import { createHash } from 'node:crypto';
import type { ProofJob } from '../jobs/job.js';
import { workerNames } from '../workers/worker-files.js';
import { type Closure, createImportFollower, type ImportFollower, type Registry } from './import-closure.js';
import { listVersions } from './package-versions.js';
import { conventionFile, listRuleFiles, ruleLoader } from './rule-files.js';
import type { SourceFiles } from './source-files.js';

/** What keys are computed from. */
export interface KeySources {
  readonly files: SourceFiles;
  readonly registries: readonly Registry[];
  /** The program that runs the jobs, such as `v20.19.0 linux x64`. */
  readonly environment: string;
}

/** Files and a package that decide how all others are built. */
const buildFiles = ['tsconfig.json', 'tsconfig.build.json'];
const compiler = 'typescript';

/** Computes the keys of jobs. Two jobs with one key have one outcome: the key is a hash of the job and of the content of all that it depends on. */
export function createKeyMaker({ files, registries, environment }: KeySources): (job: ProofJob) => string {
  const follow = createImportFollower(files, registries);
  const hashes = new Map<string, string>();
  const hashFile = (path: string): string => {
    const known = hashes.get(path) ?? hash(files.read(path) ?? '');
    hashes.set(path, known);
    return known;
  };
  const lock = files.read('package-lock.json') ?? '';
  return (job) => {
    const { name, kind, task } = job;
    const depended = followJob(job, files, follow);
    const versions = listVersions([...depended.libraries, compiler], lock);
    const contents = depended.files.map((path) => [path, hashFile(path)]);
    return hash(JSON.stringify({ name, kind, task, environment, versions, contents }));
  };
}

/** All that a job depends on; the rules are added where it loads rules. */
export function followJob(
  { kind, dependencies: { names, rules, files: own = [] } }: ProofJob,
  files: SourceFiles,
  follow: ImportFollower,
): Closure {
  const entries = [`tools/proof/workers/${workerNames[kind]}.ts`, ...own, ...buildFiles];
  const without = follow(entries, names);
  if (!without.files.includes(ruleLoader)) return without;
  return follow([...entries, conventionFile, ...listRuleFiles(files, rules)], names);
}

const hash = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 40);
