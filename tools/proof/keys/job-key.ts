import { createHash } from 'node:crypto';
import type { ProofJob } from '../jobs/job.js';
import { workerNames } from '../workers/worker-files.js';
import { createImportFollower, type ImportFollower } from './import-closure.js';
import { memoize, memoizeList } from './memoize.js';
import { listVersions, readLockedPackages } from './package-versions.js';
import { findDefiningFiles, isDefinitionImport, type Registry } from './registry.js';
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
const buildFiles = ['tsconfig.json', 'tsconfig.build.json', 'tools/bundle/main.mjs'];
const compiler = 'typescript';

/** Computes the keys of jobs. Two jobs with one key have one outcome: the key is a hash of the job, and of the content of all that it depends on. */
export function createKeyMaker({ files, registries, environment }: KeySources): (job: ProofJob) => string {
  const follow = createImportFollower(files, (from, to) => isDefinitionImport(from, to, registries));
  const hashPart = createPartHasher(files, follow);
  const listRules = memoize((globs) => listRuleFiles(files, JSON.parse(globs) ?? undefined));
  const loadsRules = memoizeList((entries) => follow(entries).files.includes(ruleLoader));
  return ({ name, kind, task, dependencies: { names, rules, files: own = [] } }) => {
    const entries = [`tools/proof/workers/${workerNames[kind]}.ts`, ...own, ...buildFiles];
    const ruleFiles = loadsRules(entries) ? [conventionFile, ...listRules(JSON.stringify(rules ?? null))] : [];
    const parts = [[...entries, ...ruleFiles], ...findDefiningFiles(names, registries).map((path) => [path])];
    return hash(JSON.stringify({ name, kind, task, environment, parts: parts.map(hashPart) }));
  };
}

/** Hashes what files load. Many jobs share their parts, so each is hashed once. */
function createPartHasher(files: SourceFiles, follow: ImportFollower): (entries: readonly string[]) => string {
  const hashFile = memoize((path) => hash(files.read(path) ?? ''));
  const packages = readLockedPackages(files.read('package-lock.json') ?? '{}');
  return memoizeList((entries) => {
    const part = follow(entries);
    const versions = listVersions([...part.libraries, compiler], packages);
    return hash(JSON.stringify([versions, part.files.map((path) => [path, hashFile(path)])]));
  });
}

const hash = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 40);
