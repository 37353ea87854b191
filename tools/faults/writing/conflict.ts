import { changeStoredMembers, createCounter } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type InjectedFault,
  type OperationWrapper,
} from '../../../src/demo/faults/fault.js';
import { changeRefusal, conflictFaults as shippedFaults } from '../../../src/demo/faults/transitions.js';
import { createProblem } from '../../../src/demo/service/http/answer.js';
import { createRecord, performOrderAction } from '../../../src/demo/service/orders/action-handlers.js';

const illegalRule = 'conflict/illegal-transition-answers-409';
const traceRule = 'conflict/refused-transition-has-no-effect';
const linkRule = 'links/actions-without-a-link-are-refused';
const endRule = 'conflict/refused-action-succeeds-after-the-state-changes';

/** Faults of actions that the state does not allow. */
export const conflictFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createFault(
    'paid-order-can-be-cancelled',
    'POST of a cancellation of a paid order succeeds.',
    [illegalRule, linkRule],
    () => ({
      around: {
        'POST action': changeRefusal((answer, { order, service, action }) =>
          order?.status === 'paid' && action === 'cancellation'
            ? performOrderAction(service, order, action, { reason: 'late' })
            : answer,
        ),
      },
    }),
  ),
  createFault(
    'forbidden-action-answers-400',
    'An action that the state does not allow returns 400.',
    illegalRule,
    () => ({
      around: { 'POST action': changeRefusal(() => createProblem(400, 'This cannot be done.')) },
    }),
  ),
  createFault(
    'forbidden-action-answers-403',
    'An action that the state does not allow returns 403, to a caller who may perform it otherwise.',
    illegalRule,
    () => ({
      around: { 'POST action': changeRefusal(() => createProblem(403, 'This is not allowed.')) },
    }),
  ),
  createSubtleFault(
    'second-refused-refund-succeeds',
    'The second refund of an unpaid order succeeds.',
    illegalRule,
    () => {
      const refunds = createCounter();
      return {
        around: {
          'POST action': changeRefusal((answer, { id, order, service, action }) =>
            order?.status === 'pending' && action === 'refund' && refunds(id) === 2
              ? performOrderAction(service, order, action, {})
              : answer,
          ),
        },
      };
    },
  ),
  createFault('refused-refund-changes-the-note', 'A refused refund changes the note of the order.', traceRule, () => ({
    around: {
      'POST action': changeRefusal((answer, { order, service, action }) => {
        if (order && action === 'refund') changeStoredMembers(service, order, { note: 'a refund was requested' });
        return answer;
      }),
    },
  })),
  createSubtleFault(
    'refused-payment-leaves-a-record',
    'A payment of a cancelled order is refused, but leaves a record.',
    traceRule,
    () => ({
      around: {
        'POST action': changeRefusal((answer, { order, action }) => {
          if (order?.status === 'cancelled' && action === 'payment') order.records.payment ??= createRecord(action, {});
          return answer;
        }),
      },
    }),
  ),
  createFault(
    'refund-once-refused-stays-refused',
    'After a refused refund, an order can never be refunded.',
    endRule,
    () => barAfterRefusals(1),
  ),
  createSubtleFault(
    'three-refusals-block-the-refund',
    'After three refused refunds, an order can never be refunded.',
    endRule,
    () => barAfterRefusals(3),
  ),
];

function barAfterRefusals(most: number) {
  const refusals = new Map<string, number>();
  const around: OperationWrapper = (visit, next) => {
    const { id, action, order } = visit;
    if (action !== 'refund' || !order) return next();
    const before = refusals.get(id) ?? 0;
    if (order.status === 'pending') refusals.set(id, before + 1);
    return order.status === 'paid' && before >= most ? createProblem(409, 'This order is blocked.') : next();
  };
  return { around: { 'POST action': around } };
}
