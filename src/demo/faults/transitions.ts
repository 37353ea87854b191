import { type Answer, createProblem } from '../service/http/answer.js';
import type { JsonObject } from '../service/http/json.js';
import { performOrderAction } from '../service/orders/action-handlers.js';
import type { ActionName } from '../service/orders/order.js';
import { reservedReference } from '../service/orders/order-references.js';
import type { RequestContext } from '../service/request-context.js';
import { createFault, type InjectedFault, type OperationWrapper, requireDialects } from './fault.js';

export const actionFaults: readonly InjectedFault[] = [
  createFault(
    'second-payment-answers-500',
    'POST of a payment of a paid order returns 500.',
    ['actions/repeated-action-is-not-a-server-error', 'conflict/illegal-transition-answers-409'],
    () => ({ around: { 'POST action': failRepeated('payment', () => true) } }),
  ),
];

export const conflictFaults: readonly InjectedFault[] = [
  createFault(
    'refund-of-a-pending-order-succeeds',
    'POST of a refund of an unpaid order succeeds.',
    ['conflict/illegal-transition-answers-409', 'links/actions-without-a-link-are-refused'],
    () => ({
      around: {
        'POST action': changeRefusal((answer, { order, service, action }) =>
          order?.status === 'pending' && action === 'refund' ? performOrderAction(service, order, action, {}) : answer,
        ),
      },
    }),
  ),
];

export const referenceFaults: readonly InjectedFault[] = [
  createFault(
    'taken-reference-is-accepted-by-post',
    'POST accepts a reference that another order has.',
    'conflict/taken-unique-value-answers-409',
    () => ({
      isTaken: ({ method, reference }, correct) => correct && (method !== 'POST' || reference === reservedReference),
    }),
  ),
].map((fault) => requireDialects(fault, 'unique-reference'));

export function failRepeated(name: ActionName, isMeant: (sent: JsonObject) => boolean): OperationWrapper {
  return (visit, next) => {
    const record = visit.action === name ? visit.order?.records[name] : undefined;
    return record && isMeant(record) ? createProblem(500, 'The record could not be stored.') : next();
  };
}

/** Changes the refusal of an action because of the state. */
export function changeRefusal(change: (answer: Answer, visit: RequestContext) => Answer): OperationWrapper {
  return (visit, next) => {
    const answer = next();
    return answer.status === 409 ? change(answer, visit) : answer;
  };
}
