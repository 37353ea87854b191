import { clock } from '../../../src/demo/clock.js';
import { createEmptyAnswer, createProblem } from '../../../src/demo/service/http/answer.js';
import type { Leak } from '../leak.js';
import { hideFromDocument, readId, withAnswer } from './leak-parts.js';

/** Services whose removals leak. */
export const removalLeaks: readonly Leak[] = [
  {
    name: 'delete-removes-another',
    says: 'DELETE of a removed order removes the newest other order.',
    isDestructive: true,
    open: () => (asked) => {
      const id = readId(asked, 'DELETE');
      const { orders } = asked.service;
      if (id === undefined || !orders.removedIds.has(id)) return asked.proceed();
      const newest = [...orders.byId.values()].at(-1);
      if (newest === undefined) return asked.proceed();
      orders.remove(newest);
      return asked.finish(createEmptyAnswer(204));
    },
  },
  {
    name: 'soft-delete',
    says: 'DELETE marks an order as deleted, and GET still shows it.',
    sets: { tombstones: 'shown' },
    open: () => (asked) => asked.proceed(),
  },
  {
    name: 'delete-fails-for-ten-seconds',
    says: 'DELETE returns 500 for ten seconds after the tenth one.',
    open: () => {
      let count = 0;
      let until = 0;
      return (asked) => {
        if (asked.request.method !== 'DELETE') return asked.proceed();
        count += 1;
        if (count === 10) until = clock.now() + 10_000;
        return clock.now() < until ? asked.finish(createProblem(500, 'The database is locked.')) : asked.proceed();
      };
    },
  },
  {
    name: 'no-delete',
    says: 'DELETE is not supported.',
    open: () => (asked) =>
      asked.request.method === 'DELETE'
        ? asked.finish({
            ...createProblem(405, 'DELETE is not allowed here.'),
            headers: { allow: 'GET, HEAD, PUT, PATCH' },
          })
        : asked.proceed(),
  },
  {
    name: 'undocumented-delete',
    says: 'The document does not describe DELETE, and OPTIONS names it.',
    open: () => (asked) => withAnswer(asked.proceed(), (answer) => hideFromDocument(asked, answer)),
  },
  {
    name: 'delete-is-locked',
    says: 'A third of the DELETE requests return 423, 409 or 429.',
    open: (random) => (asked) =>
      asked.request.method === 'DELETE' && random.next() < 0.3
        ? asked.finish(createProblem(random.pick([423, 409, 429]), 'The order is locked.'))
        : asked.proceed(),
  },
];
