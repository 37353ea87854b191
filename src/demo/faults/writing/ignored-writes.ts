import type { Answer } from '../../service/http/answer.js';
import { isObject } from '../../service/http/json.js';
import { jsonTypes, readJson } from '../../service/http/read-content.js';
import type { Change, Visit } from '../../service/request-context.js';
import { isSuccess, withMembers } from '../alter-answer.js';
import { type Breakage, fault, subtle } from '../fault.js';

const wholeRule = 'idempotency/put-replaces-the-whole';

/** Faults of writes that are acknowledged and never carried out. */
export const ignoringFaults: readonly Breakage[] = [
  fault('put-is-ignored', 'PUT of an order answers success and leaves it as it was.', wholeRule, () => ({
    intake: leavingAsItWas,
  })),
  subtle(
    'put-shows-what-it-ignores',
    'PUT of an order answers with what it carried, and stores nothing.',
    wholeRule,
    () => ({
      intake: leavingAsItWas,
      around: { 'PUT order': echoing },
    }),
  ),
];

const leavingAsItWas = ({ method, input, before }: Change) => (method === 'PUT' ? (before ?? input) : input);

function echoing(visit: Visit, next: () => Answer): Answer {
  const answer = next();
  const reading = readJson(visit, jsonTypes);
  if (!visit.order || !isSuccess(answer) || 'failure' in reading) return answer;
  const { value } = reading;
  return isObject(value) ? withMembers(answer, (body) => ({ ...body, ...value })) : answer;
}
