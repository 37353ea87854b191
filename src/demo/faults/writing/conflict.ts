import { type Answer, problem } from '../../service/http/answer.js';
import { act, recordOf } from '../../service/orders/action-handlers.js';
import type { Visit } from '../../service/request-context.js';
import { counter, tamper } from '../alter-answer.js';
import { type Around, type Breakage, fault, subtle } from '../fault.js';

const illegalRule = 'conflict/illegal-transition-answers-409';
const traceRule = 'conflict/refused-transition-leaves-no-trace';
const endRule = 'conflict/conflict-ends-with-the-state';

/** Faults of actions that the state of an order forbids. */
export const conflictFaults: readonly Breakage[] = [
  fault('refund-of-a-pending-order-succeeds', 'POST of a refund of an unpaid order succeeds.', illegalRule, () => ({
    around: {
      'POST action': refused((answer, { order, service, action }) =>
        order?.status === 'pending' && action === 'refund' ? act(service, order, action, {}) : answer,
      ),
    },
  })),
  fault('forbidden-action-answers-400', 'An action that the state forbids answers 400.', illegalRule, () => ({
    around: { 'POST action': refused(() => problem(400, 'This cannot be done.')) },
  })),
  subtle('second-refused-refund-succeeds', 'The second refund of an unpaid order succeeds.', illegalRule, () => {
    const refunds = counter();
    return {
      around: {
        'POST action': refused((answer, { id, order, service, action }) =>
          order?.status === 'pending' && action === 'refund' && refunds(id) === 2
            ? act(service, order, action, {})
            : answer,
        ),
      },
    };
  }),
  fault('refused-refund-stamps-the-note', 'A refund that is refused changes the note of the order.', traceRule, () => ({
    around: {
      'POST action': refused((answer, { order, service, action }) => {
        if (order && action === 'refund') tamper(service, order, { note: 'a refund was asked for' });
        return answer;
      }),
    },
  })),
  subtle(
    'refused-payment-leaves-a-record',
    'A payment of a cancelled order is refused, and leaves a record.',
    traceRule,
    () => ({
      around: {
        'POST action': refused((answer, { order, action }) => {
          if (order?.status === 'cancelled' && action === 'payment') order.records.payment ??= recordOf(action, {});
          return answer;
        }),
      },
    }),
  ),
  fault('refund-once-refused-stays-refused', 'An order whose refund was refused is never refunded.', endRule, () =>
    barring(1),
  ),
  subtle(
    'three-refusals-bar-the-refund',
    'An order whose refund was refused three times is never refunded.',
    endRule,
    () => barring(3),
  ),
];

/** Has the last word over the refusal of an action for the state. */
function refused(change: (answer: Answer, visit: Visit) => Answer): Around {
  return (visit, next) => {
    const answer = next();
    return answer.status === 409 ? change(answer, visit) : answer;
  };
}

function barring(most: number) {
  const refusals = new Map<string, number>();
  const around: Around = (visit, next) => {
    const { id, action, order } = visit;
    if (action !== 'refund' || !order) return next();
    const before = refusals.get(id) ?? 0;
    if (order.status === 'pending') refusals.set(id, before + 1);
    return order.status === 'paid' && before >= most ? problem(409, 'This order is barred.') : next();
  };
  return { around: { 'POST action': around } };
}
