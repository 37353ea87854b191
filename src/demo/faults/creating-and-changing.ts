import { type Answer, createEmptyAnswer } from '../service/http/answer.js';
import { isObject, type JsonObject, pickMembers } from '../service/http/json.js';
import { requiredMembers } from '../service/orders/schemas.js';
import type { RequestContext } from '../service/request-context.js';
import { createRepetitionCounter, dropOrder, isSuccess, showCurrentOrder } from './alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault } from './fault.js';

export const creationFaults: readonly InjectedFault[] = [
  createFault(
    'created-order-is-lost',
    'POST returns 201 and stores nothing.',
    'creation/created-item-is-readable',
    () => ({ around: { 'POST orders': loseCreated(() => true) } }),
  ),
  createFault(
    'post-answers-200',
    'POST creates the order and returns 200.',
    ['creation/valid-post-answers-201', 'document/writes-are-as-described'],
    () => ({ around: { 'POST orders': answerWith200(() => true) } }),
  ),
];

export const writingFaults: readonly InjectedFault[] = [
  createFault(
    'repeated-put-adds-the-quantity',
    'A repeated PUT adds its quantity to the stored one.',
    'idempotency/repeated-put-has-one-effect',
    () => {
      const inARow = createRepetitionCounter();
      return {
        around: {
          'PUT order': (visit, next) => {
            const { order } = visit;
            const before = Number(order?.input.quantity);
            const answer = next();
            if (!order || !isSuccess(answer) || inARow(visit) < 2) return answer;
            order.input = { ...order.input, quantity: before + Number(order.input.quantity) };
            return showCurrentOrder(visit.service, order, answer);
          },
        },
      };
    },
  ),
  createFault(
    'put-merges',
    'PUT keeps the optional members that it omits.',
    'idempotency/put-replaces-the-whole-item',
    () => ({
      acceptChange: ({ method, input, before }) => (method === 'PUT' ? { ...before, ...input } : input),
    }),
  ),
  createSubtleFault(
    'put-keeps-an-omitted-note',
    'PUT without a note keeps the old note.',
    'idempotency/put-replaces-the-whole-item',
    () => ({
      acceptChange: ({ method, input, before = {} }) =>
        method === 'PUT' ? { ...pickMembers(before, ['note']), ...input } : input,
    }),
  ),
  createFault(
    'patch-resets-what-it-does-not-name',
    'PATCH removes the optional members that it omits.',
    'idempotency/patch-changes-only-what-it-names',
    () => ({
      acceptChange: ({ method, input, sent }) =>
        method === 'PATCH'
          ? pickMembers(input, [...requiredMembers, ...(isObject(sent) ? Object.keys(sent) : [])])
          : input,
    }),
  ),
];

export const removalFaults: readonly InjectedFault[] = [
  createFault(
    'delete-keeps-the-order',
    'DELETE returns 204 and removes nothing.',
    ['idempotency/deleted-item-is-gone', 'idempotency/deleted-item-is-not-listed'],
    () => ({
      around: { 'DELETE order': (visit, next) => (visit.order ? createEmptyAnswer(204) : next()) },
    }),
  ),
];

export const loseCreated =
  (isDoomed: (input: JsonObject) => boolean) =>
  ({ service }: RequestContext, next: () => Answer): Answer => {
    const answer = next();
    if (answer.made && isDoomed(answer.made.input)) dropOrder(service, answer.made);
    return answer;
  };

export const answerWith200 =
  (isMeant: (input: JsonObject) => boolean) =>
  (_: RequestContext, next: () => Answer): Answer => {
    const answer = next();
    return answer.made && isMeant(answer.made.input) ? { ...answer, status: 200 } : answer;
  };
