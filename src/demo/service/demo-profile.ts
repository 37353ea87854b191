import { keyField } from './keys/key-carrier.js';
import { actionDefinitions } from './orders/action-handlers.js';
import type { ActionName } from './orders/order.js';
import { semanticallyInvalidOrders } from './orders/order-constraints.js';

/** The links of an order in each state. */
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

export const demoActions = [
  declareAction(
    'cancellation',
    { reason: 'no longer wanted', author: 'Ada' },
    { reason: '/reason', author: '/author' },
  ),
  declareAction('payment', {}, {}),
  declareAction('refund', {}, {}),
];

/** The part of a profile that declares what the document of the demo cannot express, in any dialect. */
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
      actions: demoActions,
      semanticInvalid: semanticallyInvalidOrders,
    },
  ],
  idempotency: { in: 'header', name: keyField, mismatch: [422] },
  links: { in: 'body', pointer: '/links', states: linkStates },
};

/** Dialects in which every suite has something to test. */
export const demoDialects: readonly string[] = [
  'access-bearer',
  'etags',
  'fresh-for-30-seconds',
  'unique-reference',
  'two-versions',
];
