import type { Answer } from '../../service/http/answer.js';
import { act } from '../../service/orders/action-handlers.js';
import type { Order } from '../../service/orders/order.js';
import type { Visit } from '../../service/request-context.js';
import { counter, tamper, withMembers } from '../alter-answer.js';
import { type Breakage, fault, type Steps, subtle } from '../fault.js';

const itemRule = 'safety/get-leaves-the-item-as-it-was';
const collectionRule = 'safety/get-leaves-the-collection-as-it-was';
const overrideRule = 'safety/method-override-does-not-write';
const actionRule = 'safety/reading-an-action-does-not-perform-it';

/** Faults of reading that change something; those of HEAD answers are in a file of their own. */
export const safetyFaults: readonly Breakage[] = [
  fault('get-bumps-a-counter', 'GET of an order counts up its member views.', itemRule, () => ({
    ...showingCount('views'),
    around: { 'GET order': (visit, next) => after(visit, next, bump('views'), 'before') },
  })),
  subtle('get-bumps-on-the-third-read', 'Every third GET of an order counts up its member views.', itemRule, () => {
    const reads = counter();
    return {
      ...showingCount('views'),
      around: {
        'GET order': (visit, next) =>
          after(visit, next, (order) => reads(order.id) % 3 === 0 && bump('views')(order), 'before'),
      },
    };
  }),
  subtle('get-marks-as-seen', 'The first GET of an order turns its member seen from false to true.', itemRule, () => ({
    members: ['seen'],
    shows: ({ extras }) => ({ seen: extras.seen ?? false }),
    around: {
      'GET order': (visit, next) =>
        after(visit, next, ({ extras }) => {
          extras.seen = true;
        }),
    },
  })),
  subtle('get-touches-a-sibling', 'GET of an order changes the quantity of the newest other order.', itemRule, () => ({
    around: {
      'GET order': (visit, next) =>
        after(visit, next, (order) => {
          const { orders } = visit.service;
          const sibling = orders.sequence.newest(order.id);
          if (sibling) tamper(visit.service, sibling, { quantity: (Number(sibling.input.quantity) % 1000) + 1 });
        }),
    },
  })),
  fault(
    'list-bumps-a-counter',
    'GET of the list counts up the member listed of every order on the page.',
    collectionRule,
    () => ({
      ...showingCount('listed'),
      around: {
        'GET orders': (_, next) => {
          const answer = next();
          for (const order of answer.page ?? []) bump('listed')(order);
          return answer;
        },
      },
    }),
  ),
  subtle(
    'list-with-a-limit-archives-the-last',
    'GET of the list with a limit overwrites the note of the last order on the page.',
    collectionRule,
    () => ({
      around: {
        'GET orders': ({ query, service }, next) => {
          const answer = next();
          const last = answer.page?.at(-1);
          if (last && query.has(service.pages.sizeName)) tamper(service, last, { note: 'archived' });
          return answer;
        },
      },
    }),
  ),
  fault(
    'head-bumps-a-counter',
    'HEAD of an order counts up its member views.',
    'safety/head-leaves-the-item-as-it-was',
    () => ({
      ...showingCount('views'),
      around: { 'HEAD order': (visit, next) => after(visit, next, bump('views')) },
    }),
  ),
  fault('override-query-deletes', 'GET of an order with _method=DELETE removes it.', overrideRule, () => ({
    around: {
      'GET order': (visit, next) =>
        after(visit, next, (order) => isDelete(visit.query.get('_method')) && visit.service.orders.remove(order)),
    },
  })),
  subtle(
    'override-header-deletes',
    'GET of an order with X-HTTP-Method-Override: DELETE removes it.',
    overrideRule,
    () => ({
      around: {
        'GET order': (visit, next) =>
          after(visit, next, (order) => {
            if (isDelete(visit.headers['x-http-method-override'])) visit.service.orders.remove(order);
          }),
      },
    }),
  ),
  fault('get-cancellation-cancels', 'GET of a cancellation cancels the order.', actionRule, () => ({
    around: { 'GET action': cancelling },
  })),
  subtle('head-of-a-cancellation-cancels', 'HEAD of a cancellation cancels the order.', actionRule, () => ({
    around: { 'HEAD action': cancelling },
  })),
  fault(
    'get-flickers',
    'Every second GET of an order shows one more than its quantity.',
    'safety/repeated-get-answers-the-same',
    () => {
      const reads = counter();
      return {
        around: {
          'GET order': (visit, next) => {
            const answer = next();
            if (answer.status !== 200 || reads(visit.id) % 2 === 1) return answer;
            return withMembers(answer, (body) => ({ ...body, quantity: Number(body.quantity) + 1 }));
          },
        },
      };
    },
  ),
];

/** Shows a count that lives with the order; before the first time it is 0, so that HEAD and GET have one shape. */
const showingCount = (name: string): Pick<Steps, 'members' | 'shows'> => ({
  members: [name],
  shows: ({ extras }) => ({ [name]: extras[name] ?? 0 }),
});

const bump =
  (name: string) =>
  (order: Order): void => {
    order.extras[name] = Number(order.extras[name] ?? 0) + 1;
  };

const isDelete = (method: string | string[] | null | undefined): boolean => String(method).toUpperCase() === 'DELETE';

/** Does something to the order that was read: unseen by this answer, or seen if done before. */
function after({ order }: Visit, next: () => Answer, effect: (order: Order) => unknown, when?: 'before'): Answer {
  if (order && when === 'before') effect(order);
  const answer = next();
  if (order && when !== 'before') effect(order);
  return answer;
}

function cancelling({ order, action, service }: Visit, next: () => Answer): Answer {
  if (order?.status === 'pending' && action === 'cancellation') act(service, order, action, { reason: 'was read' });
  return next();
}
