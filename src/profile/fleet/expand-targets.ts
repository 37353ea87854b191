import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { findNearestWord } from '../../model/nearest-word.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Source } from '../file/source.js';
import { expandGlob } from './expand-glob.js';
import type {
  DeclaredTarget,
  FleetFile,
  FleetTarget,
  LocatedTarget,
  TargetOwnership,
  TargetSettings,
} from './fleet.js';

/** Merges defaults, groups and targets, and expands globs of profiles. */
export function expandTargets(
  { defaults = {}, groups = {}, targets }: FleetFile,
  source: Source,
): { readonly targets: readonly LocatedTarget[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const located = targets.flatMap((declared, index): LocatedTarget[] => {
    const tokens = ['targets', String(index)];
    const group = declared.group === undefined ? {} : groups[declared.group];
    if (group === undefined) {
      problems.push(
        source.problem([...tokens, 'group'], describeUnknownGroup(declared.group ?? '', Object.keys(groups))),
      );
      return [];
    }
    const own = mergeSettings(mergeSettings(defaults, group), declared);
    const named = listNamed(own, source);
    if (typeof named === 'string') problems.push(source.problem(tokens, named));
    return typeof named === 'string'
      ? []
      : named.map((target) => ({
          target: { ...target, where: source.where(tokens), digest: digestTarget(target, dirname(source.path)) },
          tokens,
        }));
  });
  return { targets: located, problems };
}

type MergedTarget = DeclaredTarget & TargetOwnership;

/** The later settings win; labels and variables are merged by name. */
function mergeSettings(before: TargetSettings & TargetOwnership, after: MergedTarget): MergedTarget {
  const both = { ...before, ...after };
  const [labels, variables] = [
    { ...before.labels, ...after.labels },
    { ...before.variables, ...after.variables },
  ];
  return {
    ...both,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
}

type NamedTarget = Omit<FleetTarget, 'where' | 'digest'>;

/** The targets of one entry, with their names; or why there are none. */
function listNamed({ profiles, ...declared }: MergedTarget, { path }: Source): NamedTarget[] | string {
  const folder = dirname(path);
  const target = absolutizeFiles(declared, folder);
  if (profiles !== undefined) {
    if (target.url !== undefined) return 'profiles and url exclude each other: each profile has its own base URL';
    const files = expandGlob(folder, profiles);
    if (files.length === 0) return `no file matches ${profiles}`;
    if (target.name !== undefined && files.length > 1) return `one name for ${files.length} profiles; leave name out`;
    return files.map((profile) => ({ ...target, profile, name: target.name ?? nameProfile(profile, folder) }));
  }
  if (target.url === undefined && target.profile === undefined) return 'a target needs url, profile or profiles';
  const name =
    target.name ?? (target.url === undefined ? nameProfile(target.profile ?? '', folder) : nameUrl(target.url));
  return name === undefined ? 'the target needs a name, because its url has variables' : [{ ...target, name }];
}

/** The folder of a profile that has a usual name; else the name of the file. */
function nameProfile(profile: string, folder: string): string {
  const own = basename(profile).replace(/\.\w+$/, '');
  const above = relative(folder, dirname(profile)).split(/[\\/]/).at(-1) ?? '';
  return toName(/^assay(\.config)?$/.test(own) && !/^\.*$/.test(above) ? above : own);
}

const nameUrl = (url: string): string | undefined =>
  url.includes('${') || !URL.canParse(url) ? undefined : toName(new URL(url).host);

const toName = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100);

/** Paths in the file are relative to it. */
function absolutizeFiles(target: DeclaredTarget, folder: string): DeclaredTarget {
  const at = (path: string) => (/^[A-Za-z][\w+.-]+:\/\//.test(path) ? path : resolve(folder, path));
  const { profile, openapi, baseline, authFile, rules } = target;
  return {
    ...target,
    ...(profile !== undefined && { profile: at(profile) }),
    ...(openapi !== undefined && { openapi: at(openapi) }),
    ...(baseline !== undefined && { baseline: at(baseline) }),
    ...(authFile !== undefined && { authFile: at(authFile) }),
    ...(rules !== undefined && { rules: rules.map(at) }),
  };
}

/** Files count by their paths from the folder of the fleet, and a profile by its content, too. */
function digestTarget(target: NamedTarget, folder: string): string {
  const fromFolder = (value: unknown) =>
    typeof value === 'string' && isAbsolute(value) ? relative(folder, value).replaceAll('\\', '/') : value;
  const hash = createHash('sha256').update(JSON.stringify(target, (_, value) => fromFolder(value)));
  if (target.profile !== undefined && existsSync(target.profile)) hash.update(readFileSync(target.profile));
  return hash.digest('hex');
}

function describeUnknownGroup(group: string, known: readonly string[]): string {
  const near = findNearestWord(group, known);
  const advice = near === undefined ? `known groups: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
  return `there is no group ${JSON.stringify(group)}; ${advice}`;
}
