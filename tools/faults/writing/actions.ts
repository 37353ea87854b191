import { changeMembers, createCounter, isSuccess } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { failRepeated, actionFaults as shippedActionFaults } from '../../../src/demo/faults/transitions.js';
import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
} from '../../../src/demo/service/http/answer.js';
import { isObject, type JsonObject, removeMembers } from '../../../src/demo/service/http/json.js';
import { createRecord, performOrderAction } from '../../../src/demo/service/orders/action-handlers.js';
import type { ActionName, Order } from '../../../src/demo/service/orders/order.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { allowRules } from '../marks.js';

const answersRule = 'actions/action-answers-201';
const recordRule = 'actions/record-is-readable';
const detailRule = 'actions/record-has-the-declared-members';
const onceRule = 'actions/repeated-action-creates-no-second-record';
const failureRule = 'actions/repeated-action-is-not-a-server-error';
const removedRule = 'actions/removed-record-is-gone';
const ownerRule = 'actions/record-belongs-to-its-item';
const outlivesRule = 'actions/record-goes-with-its-item';
const stateRule = 'actions/action-leads-to-the-declared-state';
const forbiddenRule = 'conflict/illegal-transition-answers-409';
const traceRule = 'conflict/refused-transition-has-no-effect';

/** Faults of records that can be removed. */
export const removedRecordFaults: readonly InjectedFault[] = [
  createFault('removed-payment-can-be-read', 'GET of a removed payment returns it.', removedRule, () => {
    const removed = new Map<string, JsonObject>();
    return {
      around: {
        'DELETE action': (visit, next) => {
          const { payment } = visit.order?.records ?? {};
          if (payment) removed.set(visit.id, payment);
          return next();
        },
        'read action': (visit, next) => {
          const record = removed.get(visit.id);
          return record && visit.action === 'payment' ? createJsonAnswer(200, record) : next();
        },
      },
    };
  }),
  createSubtleFault(
    'payment-with-an-address-is-not-removed',
    'DELETE of the payment of an order with an e-mail address returns 204 and removes nothing.',
    removedRule,
    () => ({
      around: {
        'DELETE action': (visit, next) => (visit.order?.input.email === undefined ? next() : createEmptyAnswer(204)),
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'removable-payments'));

/** Faults of actions and their records. */
export const actionFaults: readonly InjectedFault[] = [
  ...shippedActionFaults,

  allowRules(
    createSubtleFault(
      'second-cancellation-with-an-author-answers-500',
      'A repeated cancellation that names its author returns 500.',
      failureRule,
      () => ({ around: { 'POST action': failRepeated('cancellation', ({ author }) => author !== undefined) } }),
    ),
    forbiddenRule,
  ),
  createFault('payment-answers-200', 'POST of a payment performs it and returns 200.', answersRule, () => ({
    around: {
      'POST action': changeActionAnswer('payment', (answer) =>
        answer.status === 201 ? { ...answer, status: 200 } : answer,
      ),
    },
  })),
  createSubtleFault(
    'cancellation-for-a-long-reason-answers-204',
    'POST of a cancellation with a reason of more than 100 characters performs it and returns 204.',
    answersRule,
    () => ({
      around: {
        'POST action': changeActionAnswer('cancellation', (answer) =>
          getReason(answer).length > 100 ? createEmptyAnswer(204) : answer,
        ),
      },
    }),
  ),
  createFault('record-of-a-payment-is-lost', 'GET of a payment returns 404.', recordRule, () => ({
    around: {
      'read action': (visit, next) =>
        visit.action === 'payment' ? createProblem(404, 'This order has no payment.') : next(),
    },
  })),
  createSubtleFault(
    'record-has-another-id-when-read',
    'GET of the record of an action returns another id than its POST.',
    recordRule,
    () => ({
      around: {
        'read action': (_, next) =>
          changeMembers(next(), (body) => ('date' in body ? { ...body, id: `${body.id}-b` } : body)),
      },
    }),
  ),
  createFault('record-has-no-date', 'GET of the record of an action returns no date.', detailRule, () => ({
    around: { 'read action': (_, next) => changeMembers(next(), (body) => removeMembers(body, 'date')) },
  })),
  createSubtleFault(
    'record-truncates-a-long-reason',
    'The record of a cancellation keeps only 100 characters of its reason.',
    detailRule,
    () => ({
      around: {
        'POST action': changeActionAnswer('cancellation', (answer, { order }) => {
          if (order && isSuccess(answer))
            amendRecord(order, 'cancellation', { reason: [...getReason(answer)].slice(0, 100).join('') });
          return answer;
        }),
      },
    }),
  ),
  createSubtleFault(
    'author-is-not-stored',
    'The record of a cancellation does not show its author.',
    detailRule,
    () => ({
      around: {
        'read action': (_, next) =>
          changeMembers(next(), (body) => ('author' in body ? { ...body, author: '' } : body)),
      },
    }),
  ),
  createFault(
    'repeated-cancellation-creates-another',
    'POST of a cancellation of a cancelled order creates another record and returns 201.',
    onceRule,
    () => ({
      around: {
        'POST action': changeActionAnswer('cancellation', (answer, { order, service, content }) =>
          answer.status === 409 && order?.status === 'cancelled'
            ? performOrderAction(service, order, 'cancellation', JSON.parse(String(content)))
            : answer,
        ),
      },
    }),
  ),
  createSubtleFault(
    'third-payment-creates-another',
    'The third POST of a payment creates another record and returns 201.',
    onceRule,
    () => {
      const payments = createCounter();
      return {
        around: {
          'POST action': changeActionAnswer('payment', (answer, { id, order }) => {
            if (order?.status !== 'paid' || payments(id) !== 3) return answer;
            order.records.payment = createRecord('payment', {});
            return createJsonAnswer(201, order.records.payment);
          }),
        },
      };
    },
  ),
  createSubtleFault(
    'concurrent-refunds-create-two',
    'Two simultaneous refunds of an order are both performed.',
    onceRule,
    allowConcurrentRefund,
  ),
  createSubtleFault(
    'refused-cancellation-changes-the-date',
    'A repeated cancellation is refused, but sets the date of the first one to today.',
    [onceRule, traceRule],
    () => ({
      around: {
        'POST action': changeActionAnswer('cancellation', (answer, { order }) => {
          const date = order?.records.cancellation?.date;
          if (order && answer.status === 409 && typeof date === 'string')
            amendRecord(order, 'cancellation', { date: new Date(Date.parse(date) + 1000).toISOString() });
          return answer;
        }),
      },
    }),
  ),
  createSubtleFault(
    'refused-cancellation-changes-the-reason',
    'A repeated cancellation is refused, but changes the reason of the first one.',
    onceRule,
    () => ({
      around: {
        'POST action': changeActionAnswer('cancellation', (answer, { order, content }) => {
          if (order?.records.cancellation && answer.status === 409)
            amendRecord(order, 'cancellation', { reason: JSON.parse(String(content)).reason });
          return answer;
        }),
      },
    }),
  ),
  createFault(
    'records-are-shared-by-all-orders',
    'GET of the record of an action shows the latest one, whichever order it belongs to.',
    ownerRule,
    () => {
      const latest = new Map<string, JsonObject>();
      return {
        around: {
          'POST action': (visit, next) => {
            const answer = next();
            const record = visit.action && visit.order?.records[visit.action];
            if (visit.action && record && isSuccess(answer)) latest.set(visit.action, record);
            return answer;
          },
          'read action': (visit, next) => {
            const answer = next();
            const record = visit.order && visit.action ? latest.get(visit.action) : undefined;
            return record && answer.status === 404 ? createJsonAnswer(200, record) : answer;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'second-payment-takes-the-first-one',
    'The payment of an order removes the payment of the order that was paid before it.',
    ownerRule,
    () => {
      let before: Order | undefined;
      return {
        around: {
          'POST action': changeActionAnswer('payment', (answer, { order }) => {
            if (!order || !isSuccess(answer)) return answer;
            if (before && before !== order) delete before.records.payment;
            before = order;
            return answer;
          }),
        },
      };
    },
  ),
  createSubtleFault(
    'missing-records-show-the-payment',
    'GET of the record of an action that was not performed shows the payment of the order.',
    [ownerRule, traceRule],
    () => ({
      around: {
        'read action': (visit, next) => {
          const answer = next();
          const record = visit.order?.records.payment;
          return record && answer.status === 404 ? createJsonAnswer(200, record) : answer;
        },
      },
    }),
  ),
  createFault(
    'records-outlive-their-order',
    'GET of the record of an action of a removed order shows it.',
    outlivesRule,
    () => keepRecords(() => true),
  ),
  createSubtleFault(
    'cancellations-outlive-their-order',
    'GET of the cancellation of a removed order shows it.',
    outlivesRule,
    () => keepRecords((name) => name === 'cancellation'),
  ),
  createFault('cancelled-orders-stay-pending', 'A cancelled order is shown as pending.', stateRule, () => ({
    createExtraMembers: ({ status }) => (status === 'cancelled' ? { status: 'pending' } : {}),
  })),
  createSubtleFault(
    'payment-without-a-price-stays-pending',
    'A paid order without a price is shown as pending.',
    stateRule,
    () => ({
      createExtraMembers: ({ status, input }) =>
        status === 'paid' && input.price === undefined ? { status: 'pending' } : {},
    }),
  ),
];

/** Changes the response to POST of one action. */
function changeActionAnswer(
  name: ActionName,
  change: (answer: Answer, visit: RequestContext) => Answer,
): OperationWrapper {
  return (visit, next) => (visit.action === name ? change(next(), visit) : next());
}

const getReason = ({ body }: Answer): string => (isObject(body) && typeof body.reason === 'string' ? body.reason : '');

function amendRecord(order: Order, action: ActionName, members: JsonObject): void {
  order.records[action] = { ...order.records[action], ...members };
}

/** A refund right after another one does not see that one yet. */
function allowConcurrentRefund(): FaultSteps {
  let justRefunded: string | undefined;
  let isBehind: string | undefined;
  return {
    limits: (_, decide, proceed) => {
      isBehind = justRefunded;
      justRefunded = undefined;
      return decide() ?? proceed();
    },
    around: {
      'POST action': changeActionAnswer('refund', (answer, { id, order, service }) => {
        if (answer.status === 201) justRefunded = id;
        return order && answer.status === 409 && isBehind === id
          ? performOrderAction(service, order, 'refund', {})
          : answer;
      }),
    },
  };
}

/** Shows records of some actions after their order was removed. */
function keepRecords(isKept: (name: ActionName) => boolean): FaultSteps {
  const kept = new Map<string, JsonObject>();
  return {
    around: {
      'POST action': (visit, next) => {
        const answer = next();
        const record = visit.action && visit.order?.records[visit.action];
        if (record && isSuccess(answer)) kept.set(`${visit.id} ${visit.action}`, record);
        return answer;
      },
      'read action': (visit, next) => {
        const answer = next();
        const record = visit.action && isKept(visit.action) ? kept.get(`${visit.id} ${visit.action}`) : undefined;
        return record && !isSuccess(answer) ? createJsonAnswer(200, record) : answer;
      },
    },
  };
}
