import { createTimestamp } from '../../../src/demo/clock.js';
import { changeMembers } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { honestyFaults as shippedFaults } from '../../../src/demo/faults/refusing.js';
import { type Answer, createJsonAnswer } from '../../../src/demo/service/http/answer.js';
import { isObject } from '../../../src/demo/service/http/json.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { requireTraffic } from '../marks.js';
import { listFlawedMembers } from '../refused-members.js';

const failingRule = 'responses/failed-request-does-not-answer-success';
const errorRule = 'responses/success-has-no-error-in-the-body';
const contentRule = 'responses/status-204-has-no-content';

/** Faults with a contradiction between status and content. */
export const honestyFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createSubtleFault(
    'refused-post-is-silently-ignored',
    'A POST with an invalid quantity returns 200 as if it had created the order.',
    failingRule,
    () => ({
      around: { 'POST orders': pretendCreation },
    }),
  ),
  createSubtleFault(
    'get-of-a-gift-reports-an-error',
    'GET of an order that is a gift returns 200 with errors instead of the order.',
    [errorRule, 'document/response-matches-its-schema'],
    () => ({
      around: {
        'read order': ({ order }, next) =>
          order?.input.gift === true
            ? createJsonAnswer(200, { errors: [{ message: 'gifts cannot be shown' }] })
            : next(),
      },
    }),
  ),
  requireTraffic(
    createSubtleFault(
      'wrong-page-size-answers-200-with-an-error',
      'GET of the list with a page size that is no number returns 200 with an error in place of the list.',
      'responses/no-success-reports-an-error',
      () => ({
        around: {
          'read orders': ({ query, service }, next) =>
            /^\d*$/.test(query.get(service.pages.sizeName) ?? '')
              ? next()
              : createJsonAnswer(200, { error: { code: 'INVALID_ARGUMENT', message: 'the page size is not valid' } }),
        },
      }),
    ),
  ),
  createSubtleFault(
    'list-carries-an-error',
    'GET of the list with a page size of 1 returns 200 with an error.',
    errorRule,
    () => ({
      around: {
        'read orders': ({ query, service }, next) =>
          query.get(service.pages.sizeName) === '1'
            ? createJsonAnswer(200, { items: [], error: 'backend unavailable' })
            : next(),
      },
    }),
  ),
  createFault(
    'every-body-has-a-success-flag',
    'The content of 200 responses has success: true beside the members of the resource.',
    'responses/success-has-no-success-flag',
    () => ({
      members: ['success'],
      around: {
        'read order': addSuccessFlag,
        'read orders': addSuccessFlag,
        'PUT order': addSuccessFlag,
        'PATCH order': addSuccessFlag,
      },
    }),
  ),
  createFault('delete-answers-204-with-content', 'The 204 of DELETE is followed by content.', contentRule, () => ({
    around: { 'DELETE order': addContentTo204 },
  })),
  requireDialects(
    createSubtleFault('put-answers-204-with-content', 'The 204 of PUT is followed by content.', contentRule, () => ({
      around: { 'PUT order': addContentTo204 },
    })),
    'put-204',
  ),
];

const addSuccessFlag: OperationWrapper = (_, next) => {
  const answer = next();
  return answer.status === 200 ? changeMembers(answer, (body) => ({ success: true, ...body })) : answer;
};

const addContentTo204: OperationWrapper = (_, next) => {
  const answer = next();
  return answer.status === 204 ? { ...answer, tail: JSON.stringify({ done: true }) } : answer;
};

function pretendCreation({ service }: RequestContext, next: () => Answer): Answer {
  const answer = next();
  const sent = answer.refused?.value;
  if (!isObject(sent) || !listFlawedMembers(answer).includes('quantity')) return answer;
  const { ids, orders } = service;
  const now = createTimestamp();
  const id = ids.toJson(ids.next((taken) => orders.byId.has(taken)));
  return createJsonAnswer(200, { ...sent, id, status: 'pending', createdAt: now, updatedAt: now });
}
