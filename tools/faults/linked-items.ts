import { changeStoredMembers, createRepetitionCounter, isSuccess } from '../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../src/demo/faults/fault.js';
import type { Answer } from '../../src/demo/service/http/answer.js';
import { openParts } from '../../src/demo/service/orders/part-stores.js';
import type { RequestContext, ServiceOperation } from '../../src/demo/service/request-context.js';

const replayRule = 'effects/repeated-key-changes-no-item';
const againRule = 'effects/repeated-and-refused-writes-keep-other-items';
const referringRule = 'effects/writing-an-item-keeps-what-refers-to-it';

/** Faults that change items which a request names only through another one: by its key, or as what refers to it. */
export const linkedItemFaults: readonly InjectedFault[] = [
  createFault(
    'repeated-key-counts-in-the-quantity',
    'A creation repeated with its key counts in the quantity of the first order.',
    replayRule,
    () => ({
      keys: (use, next, keys) => {
        const isKnown = keys.isKnown(use);
        const answer = next(use);
        const first = isKnown && !(answer instanceof Promise) ? answer.made : undefined;
        if (first && use.visit.resource === 'orders') {
          const quantity = (Number(first.input.quantity) % 9) + 1;
          changeStoredMembers(use.visit.service, first, { quantity });
        }
        return answer;
      },
    }),
  ),
  requireDialects(
    createSubtleFault(
      'repeated-key-of-a-part-counts-in-its-order',
      'The creation of a part repeated with its key counts in the quantity of its order.',
      replayRule,
      () => ({
        keys: (use, next, keys) => {
          const isKnown = keys.isKnown(use);
          const answer = next(use);
          if (isKnown) countInParent(use.visit);
          return answer;
        },
      }),
    ),
    'order-parts',
  ),
  ...[
    createFault(
      'put-of-a-part-again-counts-in-its-order',
      'PUT of a part with the same content as before counts in the quantity of its order.',
      againRule,
      () => {
        const countTimes = createRepetitionCounter();
        return countInOrder('PUT part', (visit, answer) => countTimes(visit) > 1 && isSuccess(answer));
      },
    ),
    createFault(
      'refused-part-counts-in-its-order',
      'POST of a part that is refused with 422 counts in the quantity of its order.',
      againRule,
      () => countInOrder('POST parts', (_, { status }) => status === 422),
    ),
    createSubtleFault(
      'refused-put-of-a-part-counts-in-its-order',
      'PUT of a part that is refused with 422 counts in the quantity of its order.',
      againRule,
      () => countInOrder('PUT part', (_, { status }) => status === 422),
    ),
    createSubtleFault(
      'second-delete-of-a-part-counts-in-its-order',
      'DELETE of a part that is gone counts in the quantity of its order.',
      againRule,
      () => countInOrder('DELETE part', (_, { status }) => status === 404),
    ),
  ].map((fault) => requireDialects(fault, 'order-parts')),
  ...[
    createFault(
      'put-renames-the-parts-that-follow',
      'PUT of an order overwrites the customer of the parts that follow it.',
      referringRule,
      () => ({ around: { 'PUT order': changeFollowers({ customer: 'Grace' }) } }),
    ),
    createSubtleFault(
      'patch-empties-the-tags-of-parts-that-follow',
      'PATCH of an order overwrites the tags of the parts that follow it and have any.',
      referringRule,
      () => ({ around: { 'PATCH order': changeFollowers({ tags: ['lost'] }) } }),
    ),
  ].map((fault) => requireDialects(fault, 'parts-follow-orders')),
];

/** Counts in the quantity of the order above a part after some requests. */
const countInOrder = (
  operation: ServiceOperation,
  isMeant: (visit: RequestContext, answer: Answer) => boolean,
): FaultSteps => ({
  around: {
    [operation]: (visit: RequestContext, next: () => Answer) => {
      const answer = next();
      if (isMeant(visit, answer)) countInParent(visit);
      return answer;
    },
  },
});

function countInParent({ parent, service }: RequestContext): void {
  if (!parent) return;
  const { orders } = service.inTenant(service.tenant);
  changeStoredMembers({ ...service, orders }, parent, { quantity: (Number(parent.input.quantity) % 9) + 1 });
}

/** After a write of an order, changes the parts of any order that follow it. */
function changeFollowers(
  members: { readonly customer: string } | { readonly tags: readonly string[] },
): OperationWrapper {
  return (visit, next) => {
    const answer = next();
    const { order, service } = visit;
    if (!order || !isSuccess(answer)) return answer;
    for (const one of service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER)) {
      const orders = openParts(one, service.settings);
      for (const part of orders.byId.values()) {
        const isMeant = !('tags' in members) || (Array.isArray(part.input.tags) && part.input.tags.length > 0);
        if (part.input.previousOrderId === order.id && isMeant)
          changeStoredMembers({ ...service, orders }, part, { ...members });
      }
    }
    return answer;
  };
}
