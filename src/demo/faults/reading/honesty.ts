import { timestamp } from '../../clock.js';
import { type Answer, json } from '../../service/http/answer.js';
import { isObject } from '../../service/http/json.js';
import type { Visit } from '../../service/request-context.js';
import { flawed, withMembers } from '../alter-answer.js';
import { type Around, type Breakage, fault, inDialect, subtle } from '../fault.js';

const failingRule = 'honesty/a-failing-request-is-no-success';
const errorRule = 'honesty/success-carries-no-error';
const contentRule = 'honesty/no-content-means-no-content';

/** Faults of answers that say one thing in the status and another in the content. */
export const honestyFaults: readonly Breakage[] = [
  fault(
    'missing-answers-200-with-an-error',
    'GET of an unknown order answers 200 and an error.',
    [failingRule, 'absence/missing-item-answers-404', 'idempotency/deleted-is-gone'],
    () => ({
      around: {
        'read order': (_, next) => {
          const answer = next();
          return answer.status === 404 ? json(200, { error: { code: 404, message: 'no such order' } }) : answer;
        },
      },
    }),
  ),
  fault(
    'refused-post-answers-200-with-an-error',
    'A POST that is refused answers 200 and an error.',
    failingRule,
    () => ({
      around: {
        'POST orders': (_, next) => {
          const answer = next();
          return answer.refused ? json(200, { success: false, message: 'the order is not valid' }) : answer;
        },
      },
    }),
  ),
  subtle(
    'refused-post-is-silently-ignored',
    'A POST with a broken quantity answers 200 as if it had made the order.',
    failingRule,
    () => ({
      around: { 'POST orders': pretending },
    }),
  ),
  subtle(
    'get-of-a-gift-reports-an-error',
    'GET of an order that is a gift answers 200 and errors in place of the order.',
    errorRule,
    () => ({
      around: {
        'read order': ({ order }, next) =>
          order?.input.gift === true ? json(200, { errors: [{ message: 'gifts cannot be shown' }] }) : next(),
      },
    }),
  ),
  subtle('list-carries-an-error', 'GET of the list with a page size of 1 answers 200 and an error.', errorRule, () => ({
    around: {
      'read orders': ({ query, service }, next) =>
        query.get(service.pages.sizeName) === '1' ? json(200, { items: [], error: 'backend unavailable' }) : next(),
    },
  })),
  fault(
    'every-body-carries-a-success-flag',
    'The bodies of 200 carry success: true beside the members of the resource.',
    'honesty/success-carries-no-success-flag',
    () => ({
      members: ['success'],
      around: { 'read order': flagged, 'read orders': flagged, 'PUT order': flagged, 'PATCH order': flagged },
    }),
  ),
  fault('no-content-has-content', 'The 204 of DELETE is followed by content.', contentRule, () => ({
    around: { 'DELETE order': talking },
  })),
  inDialect(
    subtle('no-content-of-put-has-content', 'The 204 of PUT is followed by content.', contentRule, () => ({
      around: { 'PUT order': talking },
    })),
    'put-204',
  ),
];

const flagged: Around = (_, next) => {
  const answer = next();
  return answer.status === 200 ? withMembers(answer, (body) => ({ success: true, ...body })) : answer;
};

const talking: Around = (_, next) => {
  const answer = next();
  return answer.status === 204 ? { ...answer, tail: JSON.stringify({ done: true }) } : answer;
};

function pretending({ service }: Visit, next: () => Answer): Answer {
  const answer = next();
  const sent = answer.refused?.value;
  if (!isObject(sent) || !flawed(answer).includes('quantity')) return answer;
  const { ids, orders } = service;
  const now = timestamp();
  const id = ids.toJson(ids.next((taken) => orders.byId.has(taken)));
  return json(200, { ...sent, id, status: 'pending', createdAt: now, updatedAt: now });
}
