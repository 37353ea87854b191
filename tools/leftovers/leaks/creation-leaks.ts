import type { Leak } from '../leak.js';
import { answerOrder, failCreations, isCreation, readId, storeRefused, withAnswer } from './leak-parts.js';

/** Services whose creations and replacements leak. */
export const creationLeaks: readonly Leak[] = [
  {
    name: 'stores-then-500',
    says: 'POST stores the order and returns 500, from the fourth creation on.',
    open: () => failCreations((n) => n > 3),
  },
  {
    name: 'sometimes-500-after-store',
    says: 'A third of the creations are stored and return 500.',
    open: (random) => failCreations(() => random.next() < 0.3),
  },
  {
    name: 'stores-what-it-refuses',
    says: 'POST stores an order before it checks it, so that a refused order stays.',
    isMarkerLost: true,
    open: () => (asked) => storeRefused(asked),
  },
  {
    name: 'put-gives-a-new-id',
    says: 'PUT stores the order under a new id, removes the old one, and returns the new order.',
    open: () => (asked) => {
      const id = readId(asked, 'PUT');
      const before = id === undefined ? undefined : asked.service.orders.byId.get(id);
      return withAnswer(asked.proceed(), (answer) => {
        if (before === undefined || answer.status >= 300) return answer;
        asked.service.orders.remove(before);
        return asked.finish(answerOrder(asked.service, asked.service.orders.make(before.input), 200));
      });
    },
  },
  {
    name: 'probe-creates',
    says: 'POST to the URL of an order creates another one.',
    open: () => (asked) => {
      if (readId(asked, 'POST') === undefined) return asked.proceed();
      return asked.finish(
        answerOrder(asked.service, asked.service.orders.make({ customer: 'nobody', quantity: 1 }), 201),
      );
    },
  },
  {
    name: 'timeout-after-store',
    says: 'A fifth of the creations are stored and never answered.',
    profile: { limits: { timeoutMs: 1_000 } },
    open: (random) => (asked) => {
      if (!isCreation(asked) || random.next() >= 0.2) return asked.proceed();
      void asked.proceed();
      return new Promise(() => {});
    },
  },
  {
    name: 'marker-is-dropped',
    says: 'The service stores its own customer name and note, and a fifth of the creations return 500.',
    isMarkerLost: true,
    steps: () => ({
      acceptChange: ({ input }) => ({ ...input, customer: 'Customer', ...('note' in input && { note: 'none' }) }),
    }),
    open: (random) => failCreations(() => random.next() < 0.2),
  },
];
