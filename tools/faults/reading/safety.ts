import { changeMembers, changeStoredMembers, createCounter } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import {
  affectRead,
  createBump,
  safetyFaults as shippedFaults,
  showCount,
} from '../../../src/demo/faults/reading-items.js';
import type { Answer } from '../../../src/demo/service/http/answer.js';
import { performOrderAction } from '../../../src/demo/service/orders/action-handlers.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const itemRule = 'safety/get-does-not-change-the-item';
const firstRule = 'safety/first-read-keeps-the-item';
const collectionRule = 'safety/get-does-not-change-the-collection';
const overrideRule = 'safety/method-override-does-not-write';
const actionRule = 'safety/reading-an-action-does-not-perform-it';

/** Faults of reads with effects; those of HEAD responses are in their own file. */
export const safetyFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 2),
  createSubtleFault(
    'get-marks-as-seen',
    'The first GET of an order changes its member seen from false to true.',
    itemRule,
    () => ({
      members: ['seen'],
      createExtraMembers: ({ extras }) => ({ seen: extras.seen ?? false }),
      around: {
        'GET order': (visit, next) =>
          affectRead(visit, next, ({ extras }) => {
            extras.seen = true;
          }),
      },
    }),
  ),
  createSubtleFault(
    'get-marks-as-seen-before-it-answers',
    'The first GET of an order changes its member seen from false to true, and shows true.',
    firstRule,
    () => ({
      members: ['seen'],
      createExtraMembers: ({ extras }) => ({ seen: extras.seen ?? false }),
      around: {
        'GET order': (visit, next) =>
          affectRead(
            visit,
            next,
            ({ extras }) => {
              extras.seen = true;
            },
            'before',
          ),
      },
    }),
  ),
  createSubtleFault(
    'get-changes-another-order',
    'GET of an order changes the quantity of the newest other order.',
    itemRule,
    () => ({
      around: {
        'GET order': (visit, next) =>
          affectRead(visit, next, (order) => {
            const { orders } = visit.service;
            const sibling = orders.sequence.newest(order.id);
            if (sibling)
              changeStoredMembers(visit.service, sibling, { quantity: (Number(sibling.input.quantity) % 1000) + 1 });
          }),
      },
    }),
  ),
  createSubtleFault(
    'get-writes-an-audit-entry-elsewhere',
    'GET of an order counts in the member audits of the newest other order.',
    itemRule,
    () => ({
      ...showCount('audits'),
      around: {
        'GET order': (visit, next) =>
          affectRead(visit, next, (order) => {
            const sibling = visit.service.orders.sequence.newest(order.id);
            if (sibling) createBump('audits')(sibling);
          }),
      },
    }),
  ),
  ...shippedFaults.slice(2),
  createSubtleFault(
    'list-with-a-limit-changes-the-last-order',
    'GET of the list with a limit overwrites the note of the last order on the page.',
    collectionRule,
    () => ({
      around: {
        'GET orders': ({ query, service }, next) => {
          const answer = next();
          const last = answer.page?.at(-1);
          if (last && query.has(service.pages.sizeName)) changeStoredMembers(service, last, { note: 'archived' });
          return answer;
        },
      },
    }),
  ),
  createFault(
    'head-bumps-a-counter',
    'HEAD of an order increases its member views.',
    'safety/head-does-not-change-the-item',
    () => ({
      ...showCount('views'),
      around: { 'HEAD order': (visit, next) => affectRead(visit, next, createBump('views')) },
    }),
  ),
  createFault('override-query-deletes', 'GET of an order with _method=DELETE removes it.', overrideRule, () => ({
    around: {
      'GET order': (visit, next) =>
        affectRead(visit, next, (order) => isDelete(visit.query.get('_method')) && visit.service.orders.remove(order)),
    },
  })),
  createSubtleFault(
    'override-header-deletes',
    'GET of an order with X-HTTP-Method-Override: DELETE removes it.',
    overrideRule,
    () => ({
      around: {
        'GET order': (visit, next) =>
          affectRead(visit, next, (order) => {
            if (isDelete(visit.headers['x-http-method-override'])) visit.service.orders.remove(order);
          }),
      },
    }),
  ),
  createFault('get-cancellation-cancels', 'GET of a cancellation cancels the order.', actionRule, () => ({
    around: { 'GET action': cancelOnRead },
  })),
  createSubtleFault('head-of-a-cancellation-cancels', 'HEAD of a cancellation cancels the order.', actionRule, () => ({
    around: { 'HEAD action': cancelOnRead },
  })),
  createFault(
    'get-alternates-between-two-values',
    'Every second GET of an order returns a quantity that is one too high.',
    'safety/repeated-get-returns-the-same',
    () => {
      const reads = createCounter();
      return {
        around: {
          'GET order': (visit, next) => {
            const answer = next();
            if (answer.status !== 200 || reads(visit.id) % 2 === 1) return answer;
            return changeMembers(answer, (body) => ({ ...body, quantity: Number(body.quantity) + 1 }));
          },
        },
      };
    },
  ),
];

const isDelete = (method: string | string[] | null | undefined): boolean => String(method).toUpperCase() === 'DELETE';

function cancelOnRead({ order, action, service }: RequestContext, next: () => Answer): Answer {
  if (order?.status === 'pending' && action === 'cancellation')
    performOrderAction(service, order, action, { reason: 'was read' });
  return next();
}
