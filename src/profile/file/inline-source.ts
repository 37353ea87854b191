import { join } from 'node:path';
import { buildPointer, type Json } from '../../model/json.js';
import { formatLocation } from '../../model/profile/profile-error.js';
import type { Source } from './source.js';

/** What a profile is called that stands in no file. */
const inlineName = 'profile';

/** A profile that a program gives as a value: its places are JSON Pointers, and relative files are meant from `cwd`. */
export function createInlineSource(value: Json, cwd: string): Source {
  const at = (tokens: readonly string[]) => ({
    file: tokens.length === 0 ? inlineName : `${inlineName} ${buildPointer(tokens)}`,
  });
  return {
    path: join(cwd, inlineName),
    file: inlineName,
    // What is no JSON, such as a member that is undefined, a file could not hold either.
    value: JSON.parse(JSON.stringify(value)) as Json,
    problem: (tokens, message) => ({ ...at(tokens), message }),
    where: (tokens) => formatLocation(at(tokens)),
  };
}
