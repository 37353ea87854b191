import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, type Json } from '../../model/json.js';
import { formatLocation, ProfileError } from '../../model/profile/profile-error.js';
import { shortenPath } from '../../model/values/shorten-path.js';
import { checkBaseUrl, isSameHost } from '../connection/base-url.js';
import { checkSchema, convertScalars } from './check-schema.js';
import { extendSource } from './extend-source.js';
import type { FileProfile, ParsedProfile } from './file-content.js';
import { interpolate } from './interpolate-variables.js';
import { readSource, type Source } from './source.js';
import { splitHooks } from './split-hooks.js';

export function readProfile(source: Source, env: Readonly<Record<string, string | undefined>>): ParsedProfile {
  const interpolated = interpolate(source, env);
  const value = convertScalars(interpolated.value, interpolated.variables);
  const raw = isObject(value) ? value : {};
  const unfilled = interpolated.problems.map(formatLocation);
  const shape = checkSchema('profile', value, source).filter((problem) => !unfilled.includes(formatLocation(problem)));
  return {
    content: raw as FileProfile,
    raw,
    origin: { source, interpolated },
    problems: [...interpolated.problems, ...shape],
  };
}

/** Names of profiles that are found by themselves, in order. */
export const profileNames: readonly string[] = [
  'assay.yaml',
  'assay.yml',
  'assay.json',
  'assay.config.mjs',
  'assay.config.js',
  'assay.config.ts',
];

const loadSingleSource = async (path: string, cwd: string): Promise<Source> =>
  /\.[cm]?[jt]s$/.test(path) ? loadModuleSource(path, cwd) : readSource(path, cwd);

const loadSource = async (path: string, cwd: string): Promise<Source> =>
  completeSource(await loadSingleSource(path, cwd), cwd);

/** Merges a profile with those that it extends. */
export const completeSource = (source: Source, cwd: string): Promise<Source> =>
  extendSource(source, (path) => loadSingleSource(path, cwd));

/**
 * Returns the file that `--profile` names, or else the one in the working directory. A base URL on the command line
 * overrides the file's. But a file that was not named is ignored if it describes another host: its credentials would be
 * sent to that host, and it may not raise the permission.
 */
export async function findSource(cwd: string, file: string | undefined, baseUrl: string | undefined) {
  if (file !== undefined) return { source: await loadSource(resolve(cwd, file), cwd), isNamed: true };
  const path = profileNames.map((name) => join(cwd, name)).find(existsSync);
  if (path === undefined) return {};
  const source = await loadSource(path, cwd);
  const other = findOtherHost(source, baseUrl);
  if (other === undefined) return { source };
  return {
    note: `${source.file} describes ${other}, another host than the base URL, and was ignored. To use it anyway: --profile ${source.file}`,
  };
}

function findOtherHost({ value }: Source, baseUrl: string | undefined): string | undefined {
  const own = isObject(value) ? value.baseUrl : undefined;
  if (baseUrl === undefined || typeof own !== 'string' || own.includes('${')) return undefined;
  const checked = checkBaseUrl(own);
  return 'url' in checked && !isSameHost(checked.url, baseUrl) ? checked.url : undefined;
}

/** Loads a profile that a module exports by default. Throws {@link ProfileError} with the reason if the module cannot be loaded. */
async function loadModuleSource(path: string, cwd: string): Promise<Source> {
  const file = shortenPath(path, cwd);
  const fail = (message: string): never => {
    throw new ProfileError([{ file, message }]);
  };
  if (!existsSync(path)) fail('no such file');
  const loaded = await importModule(path, fail);
  const value = loaded.default;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('must export the profile by default: export default defineConfig({ … })');
  const { rest, hooks, problem } = splitHooks(value);
  if (problem !== undefined) fail(problem);
  return {
    path,
    file,
    hooks,
    value: toJson(rest, fail),
    problem: (tokens, message) => ({ file, message: `${tokens.join('.')}: ${message}` }),
    where: (tokens) => `${file} ${tokens.join('.')}`,
  };
}

type Fail = (message: string) => never;

async function importModule(path: string, fail: Fail): Promise<{ readonly default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      return fail(
        `Node ${process.versions.node} cannot load TypeScript; use Node 22.18 or later, or write assay.config.mjs`,
      );
    return fail(`cannot be loaded: ${message.split('\n', 1)[0]}`);
  }
}

function toJson(value: object, fail: Fail): Json {
  try {
    return JSON.parse(JSON.stringify(value)) as Json;
  } catch (error) {
    return fail(`is no plain data: ${(error as Error).message}`);
  }
}
