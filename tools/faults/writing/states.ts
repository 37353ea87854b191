import { changeStoredMembers, isSuccess } from '../../../src/demo/faults/alter-answer.js';
import type { OperationWrapper } from '../../../src/demo/faults/fault.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { createConflict, createEmptyAnswer } from '../../../src/demo/service/http/answer.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { stages } from '../../../src/demo/service/orders/order-constraints.js';

const lockRule = 'conflict/locked-item-answers-409';
const lockEffectRule = 'conflict/locked-item-is-unchanged';
const changeRule = 'conflict/forbidden-state-change-answers-409';
const effectRule = 'conflict/forbidden-state-change-has-no-effect';
const keepRule = 'conflict/write-keeps-the-state';
const allowedRule = 'conflict/allowed-state-change-is-stored';

/** Answers a write of a paid order as if it were not paid. */
const asIfPending: OperationWrapper = (visit, next) => {
  const { order } = visit;
  if (order?.status !== 'paid') return next();
  order.status = 'pending';
  const answer = next();
  order.status = 'paid';
  return answer;
};

/** Makes an order pending with a write that the service carries out. */
const resetState =
  (from: Order['status']): OperationWrapper =>
  (visit, next) => {
    const before = visit.order?.status;
    const answer = next();
    if (visit.order && before === from && isSuccess(answer))
      visit.service.orders.write(visit.order, { status: 'pending' });
    return answer;
  };

const keepsStage = (order: Order | undefined, before: unknown) =>
  order && Object.assign(order.input, { stage: before });

/** Faults of states that clients write, and of states that refuse writes. */
export const stateFaults: readonly InjectedFault[] = [
  ...[
    createFault('paid-order-takes-a-patch', 'PATCH of a paid order is carried out.', lockRule, () => ({
      around: { 'PATCH order': asIfPending },
    })),
    createFault('paid-order-takes-a-put', 'PUT of a paid order is carried out.', lockRule, () => ({
      around: { 'PUT order': asIfPending },
    })),
    createSubtleFault(
      'refused-patch-of-a-paid-order-is-stored',
      'PATCH of a paid order returns 409 and is stored.',
      lockEffectRule,
      () => ({
        around: {
          'PATCH order': (visit, next) => {
            if (visit.order?.status !== 'paid') return next();
            const answer = asIfPending(visit, next);
            return isSuccess(answer) ? createConflict('The order was paid.') : answer;
          },
        },
      }),
    ),
    createSubtleFault(
      'patch-of-a-paid-order-is-ignored',
      'PATCH of a paid order returns 200, and changes nothing.',
      lockRule,
      () => ({
        around: {
          'PATCH order': (visit, next) => {
            const { order } = visit;
            if (order?.status !== 'paid') return next();
            const kept = order.input;
            const answer = asIfPending(visit, next);
            order.input = kept;
            return answer;
          },
        },
      }),
    ),
  ].map((fault) => requireDialects(fault, 'paid-orders-are-locked')),
  ...[
    createFault('patch-reopens-a-done-order', 'PATCH may set an order that is done back to draft.', changeRule, () => ({
      around: {
        'PATCH order': (visit, next) => {
          const { order } = visit;
          if (order?.input.stage !== 'done' || !/"stage"/.test(String(visit.content))) return next();
          order.input = { ...order.input, stage: 'draft' };
          const answer = next();
          if (!isSuccess(answer)) keepsStage(order, 'done');
          return answer;
        },
      },
    })),
    createSubtleFault('put-skips-a-stage', 'PUT may lead an order from draft to done.', changeRule, () => ({
      around: {
        'PUT order': (visit, next) => {
          const { order } = visit;
          if (order?.input.stage !== stages[0]) return next();
          order.input = { ...order.input, stage: stages[1] };
          const answer = next();
          if (!isSuccess(answer)) keepsStage(order, stages[0]);
          return answer;
        },
      },
    })),
    createSubtleFault(
      'refused-stage-is-stored',
      'A stage that may not follow is refused with 409 and stored.',
      effectRule,
      () => ({
        around: {
          'PATCH order': (visit, next) => {
            const answer = next();
            const { order, service } = visit;
            if (order && answer.status === 409) changeStoredMembers(service, order, { stage: 'done' });
            return answer;
          },
        },
      }),
    ),
    createFault('stage-is-not-stored', 'PATCH of the stage returns 204 and stores nothing.', allowedRule, () => ({
      around: {
        'PATCH order': (visit, next) => {
          const before = visit.order?.input.stage;
          const answer = next();
          if (!isSuccess(answer) || visit.order?.input.stage === before) return answer;
          keepsStage(visit.order, before);
          return createEmptyAnswer(204);
        },
      },
    })),
    createSubtleFault(
      'ready-order-cannot-be-done',
      'An order that is ready refuses to be done with 409.',
      allowedRule,
      () => ({
        around: {
          'PATCH order': (visit, next) => {
            const before = visit.order?.input;
            const answer = next();
            const isDone = before?.stage === 'ready' && visit.order?.input.stage === 'done';
            if (!isDone || !visit.order) return answer;
            visit.order.input = before;
            return createConflict('The order cannot be done.');
          },
        },
      }),
    ),
    createFault('patch-resets-the-stage', 'PATCH without a stage makes an order a draft again.', keepRule, () => ({
      around: {
        'PATCH order': (visit, next) => {
          const answer = next();
          const isNamed = /"stage"/.test(String(visit.content));
          if (isSuccess(answer) && !isNamed) keepsStage(visit.order, stages[0]);
          return answer;
        },
      },
    })),
  ].map((fault) => requireDialects(fault, 'stages')),
  createFault('put-resets-a-paid-order', 'PUT makes a paid order pending again.', keepRule, () => ({
    around: { 'PUT order': resetState('paid') },
  })),
  createSubtleFault('patch-reopens-a-refunded-order', 'PATCH makes a refunded order pending.', keepRule, () => ({
    around: { 'PATCH order': resetState('refunded') },
  })),
];
