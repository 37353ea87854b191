import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { absenceFaults as shippedFaults } from '../../../src/demo/faults/refusing.js';
import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
} from '../../../src/demo/service/http/answer.js';
import { patchTypes, readJson } from '../../../src/demo/service/http/read-content.js';
import { createRecord } from '../../../src/demo/service/orders/action-handlers.js';

const missingRule = 'absence/missing-item-answers-404';

/** Faults of missing orders. */
export const absenceFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  requireDialects(
    createFault('missing-order-answers-403', 'GET of an unknown order returns 403.', missingRule, () => ({
      around: {
        'read order': ({ id, order, service }, next) =>
          !order && service.ids.isWellFormed(id) ? createProblem(403, 'This is not for you.') : next(),
      },
    })),
    'existence-is-declared',
  ),
  createSubtleFault(
    'patch-of-a-missing-order-answers-200',
    'PATCH of an unknown order returns 200.',
    missingRule,
    () => ({
      around: {
        'PATCH order': (visit, next) => {
          if (visit.order) return next();
          const reading = readJson(visit, patchTypes);
          return 'failure' in reading ? next() : createJsonAnswer(200, reading.value);
        },
      },
    }),
  ),
  createSubtleFault(
    'head-of-a-missing-order-answers-200',
    'HEAD of an unknown order returns 200.',
    missingRule,
    () => ({
      around: { 'HEAD order': (visit, next) => (visit.order ? next() : createEmptyAnswer(200)) },
    }),
  ),
  createFault(
    'cancellation-of-a-missing-order-answers-201',
    'POST of a cancellation of an unknown order returns 201.',
    'absence/action-under-a-missing-item-answers-404',
    () => ({
      around: {
        'POST action': ({ order, action }, next) =>
          order || action !== 'cancellation'
            ? next()
            : createJsonAnswer(201, createRecord(action, { reason: 'unknown' })),
      },
    }),
  ),
  createFault(
    'delete-of-an-unknown-order-answers-204',
    'DELETE of an order that never existed returns 204, although the document names 404 only.',
    'absence/delete-of-a-missing-item-answers-404',
    () => ({
      around: {
        'DELETE order': ({ id, order, service }, next) =>
          order || service.orders.removedIds.has(id) ? next() : createEmptyAnswer(204),
      },
    }),
  ),
  createSubtleFault(
    'delete-of-an-unknown-order-answers-500',
    'DELETE of an order that never existed returns 500.',
    'absence/delete-of-a-missing-item-answers-404',
    () => ({
      around: {
        'DELETE order': ({ id, order, service }, next) =>
          order || service.orders.removedIds.has(id) ? next() : createProblem(500, 'There was nothing to remove.'),
      },
    }),
  ),
  createFault(
    'unknown-path-below-an-order-returns-a-page',
    'GET of an unknown path below an order returns a page.',
    'absence/unknown-path-returns-no-page',
    () => ({
      respond: ({ method, target }, answer) =>
        answer.status === 404 && /^(GET|HEAD)$/.test(method) && /^\/orders\/[^/?]+\/[a-z0-9]{12}$/.test(target)
          ? createPage()
          : answer,
    }),
  ),
];

const createPage = (): Answer => ({
  ...createEmptyAnswer(200, { 'content-type': 'text/html' }),
  text: '<!doctype html><title>Orders</title>',
});
