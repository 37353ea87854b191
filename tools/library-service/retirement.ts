import { randomUUID } from 'node:crypto';
import { timestamp } from '../../src/demo/clock.js';
import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../src/demo/service/http/json.js';
import { complaintsAbout } from '../../src/demo/service/http/validate.js';
import { once } from './http/perform-once.js';
import { problem, refusal } from './http/problems.js';
import { jsonTypes, parse, unreadable } from './http/read-content.js';
import { created, read } from './item-handlers.js';
import { retirementInput } from './schemas.js';
import { pathOf, retire, type Thing } from './stored-items.js';
import type { Visit } from './visit.js';

/** GET and HEAD of the record of a retirement. */
export const readRetirement = (visit: Visit, { retirement }: Thing): Answer =>
  retirement ? read(visit, retirement) : problem(404, 'This copy was not retired.');

/** POST of a retirement: once, and for good. */
export function postRetirement(visit: Visit, thing: Thing): Answer {
  const failure = unreadable(visit, jsonTypes);
  if (failure) return failure;
  const reading = parse(visit);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const path = `${pathOf(thing)}/retirement`;
  return once(visit, path, value, () => {
    const complaints = complaintsAbout(value, retirementInput);
    if (complaints.length > 0 || !isObject(value)) return refusal(complaints);
    if (thing.retirement) return problem(409, 'This copy was retired before.');
    const record = recordOf(value);
    retire(thing, record);
    return created(record, path);
  });
}

const recordOf = ({ reason, author = 'anonymous' }: JsonObject): JsonObject => ({
  id: randomUUID(),
  date: timestamp(),
  reason,
  author,
});
