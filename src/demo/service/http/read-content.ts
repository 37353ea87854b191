import type { RequestContext } from '../request-context.js';
import { type Answer, createProblem, createProblemWithHeaders } from './answer.js';
import type { Json } from './json.js';

export const jsonTypes: readonly string[] = ['application/json'];

/** Media types of patches; the plain one is read as a merge patch too. */
export const patchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

export type JsonReading = { readonly value: Json } | { readonly failure: Answer };

export function readJson(visit: RequestContext, types: readonly string[]): JsonReading {
  const coding = visit.headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    const answer = createProblemWithHeaders(415, `Content coding ${coding} is not supported.`, {
      'accept-encoding': 'identity',
    });
    return { failure: answer };
  }
  const type = visit.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined ? visit.content.length > 0 : !types.includes(type)) {
    const field = types === patchTypes ? 'accept-patch' : 'accept';
    return {
      failure: createProblemWithHeaders(415, `Content must be ${types.join(' or ')}.`, { [field]: types.join(', ') }),
    };
  }
  return parseJson(visit.content);
}

const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(content: Buffer): JsonReading {
  try {
    return { value: JSON.parse(utf8Decoder.decode(content)) as Json };
  } catch {
    return { failure: createProblem(400, 'The content is not JSON.', {}, 'syntax') };
  }
}
