import { join } from 'node:path';
import { buildPointer, type Json } from '../../model/json.js';
import { formatLocation, ProfileError } from '../../model/profile/profile-error.js';
import type { Source } from './source.js';
import { splitHooks } from './split-hooks.js';

const inlineName = 'profile';

/** Creates a source for a profile given as a value: locations are JSON Pointers, and files are relative to `cwd`. */
export function createInlineSource(value: object, cwd: string): Source {
  const at = (tokens: readonly string[]) => ({
    file: tokens.length === 0 ? inlineName : `${inlineName} ${buildPointer(tokens)}`,
  });
  const { rest, hooks, problem } = splitHooks(value);
  if (problem !== undefined) throw new ProfileError([{ file: inlineName, message: problem }]);
  return {
    path: join(cwd, inlineName),
    file: inlineName,
    hooks,
    // Removes what JSON cannot contain, such as undefined members.
    value: JSON.parse(JSON.stringify(rest)) as Json,
    problem: (tokens, message) => ({ ...at(tokens), message }),
    where: (tokens) => formatLocation(at(tokens)),
  };
}
