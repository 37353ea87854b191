import { changeStoredMembers, isSuccess } from '../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../src/demo/faults/fault.js';
import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../../src/demo/service/http/json.js';
import { performOrderAction } from '../../src/demo/service/orders/action-handlers.js';
import type { ActionName, Order } from '../../src/demo/service/orders/order.js';
import { openParts } from '../../src/demo/service/orders/part-stores.js';
import type { RequestContext } from '../../src/demo/service/request-context.js';

const belowRule = 'effects/writing-an-item-keeps-what-is-below-it';
const actionRule = 'actions/action-keeps-the-other-items';
const keepRule = 'effects/actions-keep-other-items';

/** Faults of writes to an order that reach its parts. */
export const partsBelowFaults: readonly InjectedFault[] = [
  createFault('put-removes-the-parts', 'PUT of an order removes its parts.', belowRule, () => ({
    around: {
      'PUT order': (visit, next) => {
        const answer = next();
        const parts = visit.order && isSuccess(answer) ? openParts(visit.order, visit.service.settings) : undefined;
        for (const part of [...(parts?.byId.values() ?? [])]) parts?.remove(part);
        return answer;
      },
    },
  })),
  createSubtleFault(
    'patch-renames-the-second-part',
    'PATCH of an order with two or more parts overwrites the customer of the second one.',
    belowRule,
    () => ({
      around: {
        'PATCH order': (visit, next) => {
          const answer = next();
          if (!visit.order || !isSuccess(answer)) return answer;
          const orders = openParts(visit.order, visit.service.settings);
          const [, second] = orders.byId.values();
          if (second) changeStoredMembers({ ...visit.service, orders }, second, { customer: 'Grace' });
          return answer;
        },
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'order-parts'));

/** Faults of actions that are performed on other orders, too. */
export const spreadingActionFaults: readonly InjectedFault[] = [
  createFault(
    'payment-pays-the-order-before',
    'A payment also pays the order that was created before.',
    actionRule,
    () => performOnNeighbour('payment', -1, () => true),
  ),
  createSubtleFault(
    'cancellation-with-an-author-cancels-the-next',
    'A cancellation with an author also cancels the order that was created next.',
    actionRule,
    () => performOnNeighbour('cancellation', 1, ({ author }) => author !== undefined),
  ),
  createFault(
    'cancellation-renames-the-order-before',
    'A cancellation overwrites the customer of the order that was created before.',
    keepRule,
    () => renameNeighbour(-1, ({ action }, answer) => action === 'cancellation' && isSuccess(answer)),
  ),
  createSubtleFault(
    'refused-action-renames-the-next-order',
    'An action that is refused with 409 overwrites the customer of the order that was created next.',
    keepRule,
    () => renameNeighbour(1, (_, { status }) => status === 409),
  ),
];

/** An order that was created before or after the one of the path. */
function findNeighbour({ order, service }: RequestContext, distance: number): Order | undefined {
  const all = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
  return order && all[all.indexOf(order) + distance];
}

/** Some responses to actions come with another customer of a neighbour in the order of creation. */
const renameNeighbour = (
  distance: number,
  isMeant: (visit: RequestContext, answer: Answer) => boolean,
): FaultSteps => ({
  around: {
    'POST action': (visit, next) => {
      const answer = next();
      const neighbour = findNeighbour(visit, distance);
      if (neighbour && isMeant(visit, answer)) changeStoredMembers(visit.service, neighbour, { customer: 'Grace' });
      return answer;
    },
  },
});

/** The action is performed on a neighbour in the order of creation, too, if that is in the same state. */
const performOnNeighbour = (
  name: ActionName,
  distance: number,
  isMeant: (content: JsonObject) => boolean,
): FaultSteps => ({
  around: {
    'POST action': (visit, next) => {
      const { order, service, action, content } = visit;
      const state = order?.status;
      const answer = next();
      const neighbour = findNeighbour(visit, distance);
      const sent: Json = content.length > 0 && isSuccess(answer) ? JSON.parse(String(content)) : {};
      if (
        action === name &&
        answer.status === 201 &&
        neighbour &&
        neighbour.status === state &&
        isObject(sent) &&
        isMeant(sent)
      )
        performOrderAction(service, neighbour, name, sent);
      return answer;
    },
  },
});
