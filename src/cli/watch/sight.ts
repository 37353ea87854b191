import { resolve } from 'node:path';
import type { Profile } from '../../target/index.js';
import type { RunFlags } from '../options.js';

/** Files whose change is a reason to run again: profile, document, rules, baseline. */
export function filesOf({ file, openapi, ruleFolders }: Profile, { baseline }: RunFlags): string[] {
  const named = [file, isLocal(openapi) ? openapi : undefined, baseline].flatMap((path) => path ?? []);
  return [...named.map((path) => resolve(path)), ...ruleFolders];
}

/** Files of which one may be at fault when a profile cannot be read. */
export function candidateFiles({ profile, baseline, openapi, rules = [] }: RunFlags): string[] {
  const profiles = profile === undefined ? ['assay.yaml', 'assay.yml', 'assay.json'] : [profile];
  const others = [baseline, isLocal(openapi) ? openapi : undefined].flatMap((path) => path ?? []);
  return [...profiles, ...others, ...rules].map((path) => resolve(path));
}

const isLocal = (path: string | undefined): boolean => path !== undefined && !/^https?:/i.test(path);
