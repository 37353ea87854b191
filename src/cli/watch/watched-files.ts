import { resolve, sep } from 'node:path';
import type { Profile } from '../../model/profile/profile.js';
import type { RunFlags } from '../options/run-options.js';
import { fingerprintFiles } from './watch-files.js';

export function listWatchedFiles({ file, extendedFiles = [], openapi, ruleFolders }: Profile, { baseline }: RunFlags) {
  const named = [file, ...extendedFiles, isLocalPath(openapi) ? openapi : undefined, baseline].flatMap(
    (path) => path ?? [],
  );
  return [...named.map((path) => resolve(path)), ...ruleFolders];
}

/**
 * Records the files of a run before it begins, and later reports whether a file was edited meanwhile. Changes that a run
 * may write itself (known failures, files in the folder of its reports) do not count, or each run would start the next one.
 */
export function detectEdits(
  { file, extendedFiles = [], openapi, ruleFolders }: Profile,
  { out, baseline }: Pick<RunFlags, 'out' | 'baseline'>,
): () => boolean {
  const known = baseline === undefined ? undefined : resolve(baseline);
  const reports = `${resolve(out)}${sep}`;
  const paths = [file, ...extendedFiles, isLocalPath(openapi) ? openapi : undefined, ...ruleFolders]
    .flatMap((path) => (path === undefined ? [] : resolve(path)))
    .filter((path) => path !== known && !path.startsWith(reports) && !reports.startsWith(`${path}${sep}`));
  const before = fingerprintFiles(paths);
  return () => fingerprintFiles(paths) !== before;
}

/** Lists the files that can be the reason why a profile cannot be read. */
export function listCandidateFiles({ profile, baseline, openapi, rules = [] }: RunFlags): string[] {
  const profiles = profile === undefined ? ['assay.yaml', 'assay.yml', 'assay.json'] : [profile];
  const others = [baseline, isLocalPath(openapi) ? openapi : undefined].flatMap((path) => path ?? []);
  return [...profiles, ...others, ...rules].map((path) => resolve(path));
}

const isLocalPath = (path: string | undefined): boolean => path !== undefined && !/^https?:/i.test(path);
