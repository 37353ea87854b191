import { randomUUID } from 'node:crypto';
import { createTimestamp } from '../../src/demo/clock.js';
import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../src/demo/service/http/json.js';
import { listComplaints } from '../../src/demo/service/http/validate.js';
import { performCreationOnce } from './http/perform-once.js';
import { createLibraryProblem, createLibraryRefusal } from './http/problems.js';
import { jsonTypes, parseContent, refuseUnreadable } from './http/read-content.js';
import { answerCreated, readItem } from './item-handlers.js';
import { retirementInput } from './schemas.js';
import { getItemPath, type LibraryItem, retireLibraryItem } from './stored-items.js';
import type { LibraryContext } from './visit.js';

/** GET and HEAD of the record of a retirement. */
export const readRetirement = (visit: LibraryContext, { retirement }: LibraryItem): Answer =>
  retirement ? readItem(visit, retirement) : createLibraryProblem(404, 'This copy was not retired.');

/** POST of a retirement, which is possible once. */
export function postRetirement(visit: LibraryContext, thing: LibraryItem): Answer {
  const failure = refuseUnreadable(visit, jsonTypes);
  if (failure) return failure;
  const reading = parseContent(visit);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const path = `${getItemPath(thing)}/retirement`;
  return performCreationOnce(visit, path, value, () => {
    const complaints = listComplaints(value, retirementInput);
    if (complaints.length > 0 || !isObject(value)) return createLibraryRefusal(complaints);
    if (thing.retirement) return createLibraryProblem(409, 'This copy was retired before.');
    const record = createRecord(value);
    retireLibraryItem(thing, record);
    return answerCreated(record, path);
  });
}

const createRecord = ({ reason, author = 'anonymous' }: JsonObject): JsonObject => ({
  id: randomUUID(),
  date: createTimestamp(),
  reason,
  author,
});
