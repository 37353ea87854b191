import { clock } from '../../../src/demo/clock.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { getOrderPath } from '../../../src/demo/service/orders/order-links.js';
import type { Leak } from '../leak.js';
import { answerOrder, failCreations, filterList, isCreation, readId, withAnswer } from './leak-parts.js';

/** Time after which the list shows an order, in milliseconds: longer than any audit waits. */
const hiddenMs = 60_000;

/** Services whose answers mislead about what is stored. */
export const oddLeaks: readonly Leak[] = [
  {
    name: 'names-another-order',
    says: 'From the fourth creation on, POST stores the order and returns 201 with the oldest other one.',
    open: () => {
      let n = 0;
      return (asked) => {
        if (!isCreation(asked)) return asked.proceed();
        n += 1;
        if (n <= 3) return asked.proceed();
        const [oldest] = [...asked.service.orders.byId.values()];
        return withAnswer(asked.proceed(), (answer) => {
          if (answer.status !== 201 || oldest === undefined) return answer;
          const shown = asked.finish(answerOrder(asked.service, oldest, 201));
          return { ...shown, headers: { ...shown.headers, location: getOrderPath(oldest) } };
        });
      };
    },
  },
  {
    name: 'hidden-for-a-minute',
    says: 'The list shows an order a minute after it was created, and a fifth of the creations return 500.',
    isMarkerLost: true,
    steps: () => {
      const begun = clock.epochMs() + 100;
      const isShown = (at: number) => at < begun || clock.epochMs() - at > hiddenMs;
      return { alterRead: (visit) => filterList(visit, ({ createdAt }) => isShown(Date.parse(createdAt))) };
    },
    open: (random) => failCreations(() => random.next() < 0.2),
  },
  {
    name: 'delete-restores',
    says: 'DELETE returns 204, and the next GET of the order restores it.',
    open: () => {
      const removed = new Map<string, Order>();
      return (asked) => {
        const { orders } = asked.service;
        const gone = readId(asked, 'DELETE');
        const order = gone === undefined ? undefined : orders.byId.get(gone);
        if (gone !== undefined && order !== undefined) removed.set(gone, order);
        const read = readId(asked, 'GET');
        const back = read === undefined ? undefined : removed.get(read);
        if (read !== undefined && back !== undefined) {
          removed.delete(read);
          orders.removedIds.delete(read);
          orders.restore(back);
        }
        return asked.proceed();
      };
    },
  },
];
