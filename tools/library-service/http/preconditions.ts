import { type Answer, createEmptyAnswer } from '../../../src/demo/service/http/answer.js';
import type { LibraryContext } from '../visit.js';
import { createLibraryProblem } from './problems.js';

/** What a failed precondition answers (RFC 9110 section 13) where something with this tag is; undefined when all hold. */
export function refuseFailedPrecondition({ method, headers }: LibraryContext, tag: string): Answer | undefined {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !isStrongMatch(wanted, tag)) return createLibraryProblem(412, 'If-Match does not hold.');
  const unwanted = headers['if-none-match'];
  if (unwanted === undefined || !isWeakMatch(unwanted, tag)) return undefined;
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading ? createEmptyAnswer(304, { etag: tag }) : createLibraryProblem(412, 'If-None-Match does not hold.');
}

const isAny = (field: string): boolean => field.trim() === '*';

const parseTags = (field: string): string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

const isStrongMatch = (field: string, tag: string): boolean => isAny(field) || parseTags(field).includes(tag);

const isWeakMatch = (field: string, tag: string): boolean =>
  isAny(field) ||
  parseTags(field)
    .map((one) => one.replace(/^W\//, ''))
    .includes(tag);
