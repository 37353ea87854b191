import { type Answer, empty } from '../../../src/demo/service/http/answer.js';
import type { Visit } from '../visit.js';
import { problem } from './problems.js';

/** What a failed precondition answers (RFC 9110 section 13) where something with this tag is; undefined when all hold. */
export function failedPrecondition({ method, headers }: Visit, tag: string): Answer | undefined {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !strongly(wanted, tag)) return problem(412, 'If-Match does not hold.');
  const unwanted = headers['if-none-match'];
  if (unwanted === undefined || !weakly(unwanted, tag)) return undefined;
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading ? empty(304, { etag: tag }) : problem(412, 'If-None-Match does not hold.');
}

const isAny = (field: string): boolean => field.trim() === '*';

const listed = (field: string): string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

const strongly = (field: string, tag: string): boolean => isAny(field) || listed(field).includes(tag);

const weakly = (field: string, tag: string): boolean =>
  isAny(field) ||
  listed(field)
    .map((one) => one.replace(/^W\//, ''))
    .includes(tag);
