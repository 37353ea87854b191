import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { buildPointer, getAtPointer, isObject } from '../../model/json.js';
import { findNearestWord } from '../../model/nearest-word.js';
import { type Problem, throwProblems } from '../../model/profile/profile-error.js';
import { listProblems } from '../../profile/file/check-schema.js';
import { compileSchema } from '../../profile/file/compile-schema.js';
import { readSource, type Source } from '../../profile/file/source.js';
import { expandGlob } from './expand-glob.js';
import type {
  DeclaredTarget,
  Fleet,
  FleetFile,
  FleetTarget,
  LocatedTarget,
  TargetOwnership,
  TargetSettings,
} from './fleet.js';

/** Reads and checks a fleet file. Throws ProfileError with all problems at once, each with its line. */
export function loadFleet(file: string, cwd: string): Fleet {
  const source = readSource(resolve(cwd, file), cwd);
  throwProblems(listProblems(getValidator(), source.value, source));
  const content = source.value as unknown as FleetFile;
  const { targets, problems } = expandTargets(content, source);
  throwProblems([...problems, ...checkFiles(targets, source), ...checkNames(targets, source)]);
  const { name = basename(source.path).replace(/\.\w+$/, ''), workers, formats } = content;
  return { name, path: source.path, workers, formats, targets: targets.map(({ target }) => target) };
}

let validator: ReturnType<typeof compileSchema> | undefined;

/** Compiles the schema of fleet files with the first of them. */
function getValidator(): ReturnType<typeof compileSchema> {
  validator ??= compileSchema(JSON.parse(readFileSync(new URL('../fleet.schema.json', import.meta.url), 'utf8')));
  return validator;
}

/** Folders of targets must differ on every file system. */
function checkNames(located: readonly LocatedTarget[], source: Source): Problem[] {
  const known = new Map<string, FleetTarget>();
  return located.flatMap(({ target, tokens }) => {
    const before = known.get(target.name.toLowerCase());
    known.set(target.name.toLowerCase(), before ?? target);
    if (before === undefined) return [];
    return [
      source.problem(
        tokens,
        `the name ${target.name} is used at ${before.where} already; give one of them another name`,
      ),
    ];
  });
}

const fileKeys = ['profile', 'baseline', 'authFile'] as const;

/** Files that the fleet names must exist before the first audit. */
function checkFiles(located: readonly LocatedTarget[], source: Source): Problem[] {
  return located.flatMap(({ target, tokens }) =>
    fileKeys.flatMap((key) => {
      const path = target[key];
      if (path === undefined || existsSync(path)) return [];
      const own = isObject(getAtPointer(source.value, buildPointer(tokens))) ? [...tokens, key] : tokens;
      return [source.problem(own, `${key} of ${target.name}: no such file: ${path}`)];
    }),
  );
}

/** Merges defaults, groups and targets, and expands globs of profiles. */
function expandTargets({ defaults = {}, groups = {}, targets }: FleetFile, source: Source) {
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
    profile: profile && at(profile),
    openapi: openapi && at(openapi),
    baseline: baseline && at(baseline),
    authFile: authFile && at(authFile),
    rules: rules?.map(at),
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
