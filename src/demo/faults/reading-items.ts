import { type Answer, createEmptyAnswer } from '../service/http/answer.js';
import { type JsonObject, removeMembers } from '../service/http/json.js';
import type { Order } from '../service/orders/order.js';
import { getOrderPath } from '../service/orders/order-links.js';
import type { RequestContext } from '../service/request-context.js';
import { allowedMethods } from '../service/routes.js';
import { changeMembers, createCounter } from './alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireBaseline,
  requireDialects,
} from './fault.js';

/** Faults of reads with effects; those of HEAD responses are in their own file. */
export const safetyFaults: readonly InjectedFault[] = [
  createFault(
    'get-bumps-a-counter',
    'GET of an order increases its member views.',
    'safety/get-does-not-change-the-item',
    () => ({
      ...showCount('views'),
      around: { 'GET order': (visit, next) => affectRead(visit, next, createBump('views'), 'before') },
    }),
  ),
  createSubtleFault(
    'get-bumps-on-the-third-read',
    'Every third GET of an order increases its member views.',
    'safety/get-does-not-change-the-item',
    () => {
      const reads = createCounter();
      return {
        ...showCount('views'),
        around: {
          'GET order': (visit, next) =>
            affectRead(visit, next, (order) => reads(order.id) % 3 === 0 && createBump('views')(order), 'before'),
        },
      };
    },
  ),
  createFault(
    'list-bumps-a-counter',
    'GET of the list increases the member listed of every order on the page.',
    'safety/get-does-not-change-the-collection',
    () => ({
      ...showCount('listed'),
      around: {
        'GET orders': (_, next) => {
          const answer = next();
          for (const order of answer.page ?? []) createBump('listed')(order);
          return answer;
        },
      },
    }),
  ),
];

export const headFaults: readonly InjectedFault[] = [
  createFault('head-answers-405', 'HEAD of orders is not allowed.', ['safety/head-is-supported'], () => ({
    around: {
      'HEAD order': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.order) }),
      'HEAD orders': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.orders) }),
    },
  })),
  createFault('head-answers-204', 'HEAD returns 204 where GET returns 200.', ['safety/head-matches-get'], () =>
    changeHead((answer) => (answer.status === 200 ? createEmptyAnswer(204) : answer)),
  ),
  requireDialects(
    createFault(
      'head-lacks-cache-control',
      'HEAD of an order has no Cache-Control.',
      'operations/head-has-the-fields-of-get',
      () => ({ around: { 'HEAD order': (_, next) => omitField(next(), 'cache-control') } }),
    ),
    'fresh-for-30-seconds',
  ),
];

export const linkFaults: readonly InjectedFault[] = [
  createFault(
    'pending-orders-offer-a-refund',
    'A pending order has a link to its refund.',
    'links/links-match-the-state',
    () => ({
      links: (order, correct) =>
        order.status === 'pending' ? { ...correct, refund: `${getOrderPath(order)}/refund` } : correct,
    }),
  ),
];

export const versionFaults: readonly InjectedFault[] = [
  createFault(
    'created-at-is-removed',
    'An order no longer shows when it was created.',
    ['versions/members-keep-their-names-and-types', 'document/response-matches-its-schema'],
    () => changeRead((body) => removeMembers(body, 'createdAt')),
  ),
].map(requireBaseline);

const removeHead = (methods: readonly string[]): string => methods.filter((method) => method !== 'HEAD').join(', ');

export function changeHead(change: (answer: Answer) => Answer): FaultSteps {
  const around: OperationWrapper = (_, next) => change(next());
  return { around: { 'HEAD order': around, 'HEAD orders': around } };
}

export function omitField(answer: Answer, name: string): Answer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Shows a counter of the order; it starts at 0, so that HEAD and GET have the same members. */
export const showCount = (name: string): Pick<FaultSteps, 'members' | 'createExtraMembers'> => ({
  members: [name],
  createExtraMembers: ({ extras }) => ({ [name]: extras[name] ?? 0 }),
});

export function affectRead(
  { order }: RequestContext,
  next: () => Answer,
  effect: (order: Order) => unknown,
  when?: 'before',
): Answer {
  if (order && when === 'before') effect(order);
  const answer = next();
  if (order && when !== 'before') effect(order);
  return answer;
}

export const createBump =
  (name: string) =>
  (order: Order): void => {
    order.extras[name] = Number(order.extras[name] ?? 0) + 1;
  };

export const changeRead = (change: (body: JsonObject) => JsonObject): FaultSteps => ({
  around: {
    'read order': (_, next) => {
      const answer = next();
      return answer.status === 200 ? changeMembers(answer, change) : answer;
    },
  },
});
