import { keyField } from './keys/key-carrier.js';
import { actionDefinitions } from './orders/action-handlers.js';
import type { ActionName } from './orders/order.js';
import { semanticallyInvalidOrders } from './orders/order-constraints.js';

/** Which links an order offers in which state. */
export const linkStates = {
  pending: { has: ['cancellation', 'payment'], lacks: ['refund'] },
  paid: { has: ['refund'], lacks: ['cancellation', 'payment'] },
  cancelled: { lacks: ['cancellation', 'payment', 'refund'] },
  refunded: { lacks: ['cancellation', 'payment', 'refund'] },
};

const declareAction = (name: ActionName, body: object, fields: object) => ({
  name,
  path: `/orders/{id}/${name}`,
  body,
  from: [actionDefinitions[name].from],
  fields: { date: '/date', ...fields },
  readable: true,
  repeat: 'conflict',
});

/** The part of a profile that declares of the demo, in whichever dialect, what its document cannot say. */
export const demoProfile = {
  resources: [
    {
      collection: '/orders',
      states: {
        pointer: '/status',
        initial: 'pending',
        terminal: ['cancelled', 'refunded'],
        transitions: { pending: { cancellation: 'cancelled', payment: 'paid' }, paid: { refund: 'refunded' } },
      },
      actions: [
        declareAction(
          'cancellation',
          { reason: 'no longer wanted', author: 'Ada' },
          { reason: '/reason', author: '/author' },
        ),
        declareAction('payment', {}, {}),
        declareAction('refund', {}, {}),
      ],
      semanticInvalid: semanticallyInvalidOrders,
    },
  ],
  idempotency: { in: 'header', name: keyField, mismatch: [422] },
  links: { in: 'body', pointer: '/links', states: linkStates },
};

/** The dialects in which every suite finds something to look at. */
export const demoDialects: readonly string[] = [
  'access-bearer',
  'etags',
  'fresh-for-30-seconds',
  'unique-reference',
  'two-versions',
];
