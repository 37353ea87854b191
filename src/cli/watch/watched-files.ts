import { resolve, sep } from 'node:path';
import type { Profile } from '../../model/profile/profile.js';
import type { RunFlags } from '../options/run-options.js';
import { fingerprintFiles } from './watch-files.js';

/** Files whose change is a reason to run again: profile, document, rules, baseline. */
export function listWatchedFiles({ file, openapi, ruleFolders }: Profile, { baseline }: RunFlags): string[] {
  const named = [file, isLocalPath(openapi) ? openapi : undefined, baseline].flatMap((path) => path ?? []);
  return [...named.map((path) => resolve(path)), ...ruleFolders];
}

/**
 * Looks at the files of a run before it begins; afterwards it tells whether somebody edited one meanwhile. What a run may
 * write by itself, known failures and whatever stands with its reports, is no edit: runs would follow from each other for ever.
 */
export function detectEdits(
  { file, openapi, ruleFolders }: Profile,
  { out, baseline }: Pick<RunFlags, 'out' | 'baseline'>,
): () => boolean {
  const known = baseline === undefined ? undefined : resolve(baseline);
  const reports = `${resolve(out)}${sep}`;
  const paths = [file, isLocalPath(openapi) ? openapi : undefined, ...ruleFolders]
    .flatMap((path) => (path === undefined ? [] : resolve(path)))
    .filter((path) => path !== known && !path.startsWith(reports) && !reports.startsWith(`${path}${sep}`));
  const before = fingerprintFiles(paths);
  return () => fingerprintFiles(paths) !== before;
}

/** Files of which one may be at fault when a profile cannot be read. */
export function listCandidateFiles({ profile, baseline, openapi, rules = [] }: RunFlags): string[] {
  const profiles = profile === undefined ? ['assay.yaml', 'assay.yml', 'assay.json'] : [profile];
  const others = [baseline, isLocalPath(openapi) ? openapi : undefined].flatMap((path) => path ?? []);
  return [...profiles, ...others, ...rules].map((path) => resolve(path));
}

const isLocalPath = (path: string | undefined): boolean => path !== undefined && !/^https?:/i.test(path);
