import type { Answer } from '../../service/http/answer.js';
import { isObject } from '../../service/http/json.js';
import { jsonTypes, readJson } from '../../service/http/read-content.js';
import type { OrderChange, RequestContext } from '../../service/request-context.js';
import { changeMembers, isSuccess } from '../alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault } from '../fault.js';

const wholeRule = 'idempotency/put-replaces-the-whole-item';

/** Faults of writes that are acknowledged and not carried out. */
export const ignoringFaults: readonly InjectedFault[] = [
  createFault('put-is-ignored', 'PUT of an order reports success and changes nothing.', wholeRule, () => ({
    acceptChange: keepStored,
  })),
  createSubtleFault(
    'put-shows-what-it-ignores',
    'PUT of an order returns the sent content and stores nothing.',
    [wholeRule, 'idempotency/write-returns-what-get-returns'],
    () => ({
      acceptChange: keepStored,
      around: { 'PUT order': echoSent },
    }),
  ),
];

const keepStored = ({ method, input, before }: OrderChange) => (method === 'PUT' ? (before ?? input) : input);

function echoSent(visit: RequestContext, next: () => Answer): Answer {
  const answer = next();
  const reading = readJson(visit, jsonTypes);
  if (!visit.order || !isSuccess(answer) || 'failure' in reading) return answer;
  const { value } = reading;
  return isObject(value) ? changeMembers(answer, (body) => ({ ...body, ...value })) : answer;
}
