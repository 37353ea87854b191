import { type Answer, createJsonAnswer, createProblem } from '../service/http/answer.js';
import { isObject } from '../service/http/json.js';
import type { RequestContext, ServiceOperation } from '../service/request-context.js';
import { changeMembers } from './alter-answer.js';
import { createFault, createSubtleFault, type FaultSteps, type InjectedFault, type OperationWrapper } from './fault.js';

export const validationFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'null-character-answers-500',
    'A text with a null character returns 500.',
    'validation/unusual-values-are-not-a-server-error',
    () => {
      const isHit = ({ content }: RequestContext) => content.includes('\\u0000');
      const hit: OperationWrapper = (visit, next) => (isHit(visit) ? crashAnswer : next());
      return { around: { 'POST orders': hit, 'PUT order': hit, 'PATCH order': hit } };
    },
  ),
  createSubtleFault(
    'quantity-accepts-maximum-plus-one',
    'A quantity of one above the maximum is stored.',
    ['validation/schema-violation-is-refused', 'validation/invalid-put-and-patch-are-refused'],
    () => ({
      complaints: ({ value }, correct) =>
        correct.filter(({ pointer }) => pointer !== '/quantity' || !isObject(value) || value.quantity !== 1001),
    }),
  ),
  createFault(
    'missing-order-has-another-error-shape',
    'GET of an unknown order returns an error of another shape.',
    'validation/errors-have-one-shape',
    () =>
      replaceAnswer('read order', ({ order }) =>
        order
          ? undefined
          : createJsonAnswer(404, { error: { code: 'unknown_order', message: 'There is no such order.' } }),
      ),
  ),
  createFault(
    'refusal-shows-a-stack-trace',
    'The 422 response to POST shows a stack trace.',
    'validation/errors-show-no-internals',
    () =>
      replaceAnswer('POST orders', (_, answer) =>
        answer.refused
          ? changeMembers(answer, (body) => ({
              ...body,
              trace: 'Error: quantity\n    at assertQuantity (file:///srv/orders/check.js:41:11)',
            }))
          : undefined,
      ),
  ),
];

/** Faults with a contradiction between status and content. */
export const honestyFaults: readonly InjectedFault[] = [
  createFault(
    'missing-order-answers-200-with-an-error',
    'GET of an unknown order returns 200 with an error.',
    [
      'responses/failed-request-does-not-answer-success',
      'absence/missing-item-answers-404',
      'idempotency/deleted-item-is-gone',
    ],
    () =>
      replaceAnswer('read order', (_, { status }) =>
        status === 404 ? createJsonAnswer(200, { error: { code: 404, message: 'no such order' } }) : undefined,
      ),
  ),
  createFault(
    'refused-post-answers-200-with-an-error',
    'A refused POST returns 200 with an error.',
    'responses/failed-request-does-not-answer-success',
    () =>
      replaceAnswer('POST orders', (_, { refused }) =>
        refused ? createJsonAnswer(200, { success: false, message: 'the order is not valid' }) : undefined,
      ),
  ),
];

export const absenceFaults: readonly InjectedFault[] = [
  createFault(
    'missing-order-answers-400',
    'GET of an unknown order returns 400.',
    'absence/missing-item-answers-404',
    () => ({
      around: {
        'read order': ({ id, order, service }, next) =>
          !order && service.ids.isWellFormed(id) ? createProblem(400, 'The id leads nowhere.') : next(),
      },
    }),
  ),
];

export const crashAnswer = createProblem(500, 'The service failed.');

export function replaceAnswer(
  operation: ServiceOperation,
  other: (visit: RequestContext, answer: Answer) => Answer | undefined,
): FaultSteps {
  const silent: OperationWrapper = (visit, next) => {
    const answer = next();
    return other(visit, answer) ?? answer;
  };
  return { around: { [operation]: silent } };
}
