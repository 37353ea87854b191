import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isObject, type Json } from '../../model/json.js';
import { type Problem, throwProblems } from '../../model/profile/profile-error.js';
import { checkSchema } from '../file/check-schema.js';
import { readSource, type Source } from '../file/source.js';
import { expandTargets } from './expand-targets.js';
import type { Fleet, FleetFile, FleetTarget, LocatedTarget } from './fleet.js';

/** Reads and checks a fleet file. Throws ProfileError with all problems at once, each with its line. */
export function loadFleet(file: string, cwd: string): Fleet {
  const source = readSource(resolve(cwd, file), cwd);
  throwProblems(checkSchema('fleet', source.value, source));
  const content = source.value as unknown as FleetFile;
  const { targets, problems } = expandTargets(content, source);
  throwProblems([...problems, ...checkFiles(targets, source), ...checkNames(targets, source)]);
  const { name = basename(source.path).replace(/\.\w+$/, ''), workers, formats } = content;
  return {
    name,
    path: source.path,
    ...(workers !== undefined && { workers }),
    ...(formats !== undefined && { formats }),
    targets: targets.map(({ target }) => target),
  };
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
      const own = isObject(getMember(source.value, tokens)) ? [...tokens, key] : tokens;
      return [source.problem(own, `${key} of ${target.name}: no such file: ${path}`)];
    }),
  );
}

const getMember = (value: Json, tokens: readonly string[]): Json | undefined =>
  tokens.reduce<Json | undefined>((here, token) => (here as Record<string, Json> | undefined)?.[token], value);
