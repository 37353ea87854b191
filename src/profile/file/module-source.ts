import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Json } from '../../model/json.js';
import { ProfileError } from '../../model/profile/profile-error.js';
import type { Source } from './source.js';
import { splitHooks } from './split-hooks.js';

/** Loads a profile that a module exports by default. Throws {@link ProfileError} with the reason if the module cannot be loaded. */
export async function loadModuleSource(path: string, cwd: string): Promise<Source> {
  const short = relative(cwd, path);
  const file = short.startsWith('..') ? path : short;
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
