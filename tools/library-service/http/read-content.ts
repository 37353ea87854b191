import type { Answer } from '../../../src/demo/service/http/answer.js';
import type { Json } from '../../../src/demo/service/http/json.js';
import type { LibraryContext } from '../visit.js';
import { createLibraryProblem } from './problems.js';

/** Media types of whole representations. */
export const jsonTypes: readonly string[] = ['application/json'];

/** Media types of patches; the plain one is read as a merge patch too. */
export const patchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** Why the header section says that the content cannot be read; undefined where it can. */
export function refuseUnreadable({ headers, content }: LibraryContext, types: readonly string[]): Answer | undefined {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    return createLibraryProblem(415, `Content coding ${coding} is not supported.`, { 'accept-encoding': 'identity' });
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const isKnown = type === undefined ? content.length === 0 : types.includes(type);
  const field = types === patchTypes ? 'accept-patch' : 'accept';
  return isKnown
    ? undefined
    : createLibraryProblem(415, `Content must be ${types.join(' or ')}.`, { [field]: types.join(', ') });
}

/** The content as JSON, or why it is none. */
export function parseContent({ content }: LibraryContext): { readonly value: Json } | { readonly failure: Answer } {
  try {
    return { value: JSON.parse(utf8Decoder.decode(content)) as Json };
  } catch {
    return { failure: createLibraryProblem(400, 'The content is not JSON.') };
  }
}

const utf8Decoder = new TextDecoder('utf-8', { fatal: true });
