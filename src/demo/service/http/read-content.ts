import type { Visit } from '../request-context.js';
import { type Answer, problem, problemWith } from './answer.js';
import type { Json } from './json.js';

/** Media types of whole representations. */
export const jsonTypes: readonly string[] = ['application/json'];

/** Media types of patches; the plain one is read as a merge patch too. */
export const patchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** The JSON content of a request, or why there is none. */
export type Reading = { readonly value: Json } | { readonly failure: Answer };

/** Reads the content as JSON in one of the media types. */
export function readJson(visit: Visit, types: readonly string[]): Reading {
  const coding = visit.headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    const answer = problemWith(415, `Content coding ${coding} is not supported.`, { 'accept-encoding': 'identity' });
    return { failure: answer };
  }
  const type = visit.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined ? visit.content.length > 0 : !types.includes(type)) {
    const field = types === patchTypes ? 'accept-patch' : 'accept';
    return { failure: problemWith(415, `Content must be ${types.join(' or ')}.`, { [field]: types.join(', ') }) };
  }
  return parse(visit.content);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(content: Buffer): Reading {
  try {
    return { value: JSON.parse(utf8.decode(content)) as Json };
  } catch {
    return { failure: problem(400, 'The content is not JSON.', {}, 'syntax') };
  }
}
