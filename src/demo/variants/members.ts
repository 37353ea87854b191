import { demoActions, linkStates } from '../service/demo-profile.js';
import { conflictingSample } from '../service/orders/order-references.js';
import { createDefaultDialect, createDialect, type Dialect } from './variant.js';

/** Additional members of orders, and the place of their links. */
export const memberDialects: readonly Dialect[] = [
  createDialect(
    'unique',
    'unique-reference',
    'Orders have a member reference that is unique among existing orders.',
    { hasReference: true },
    { resources: [{ collection: '/orders', create: { unique: ['/reference'] }, conflicts: [conflictingSample] }] },
  ),
  createDialect(
    'predecessors',
    'order-predecessors',
    'An order may name an existing order that it follows, in the member previousOrderId.',
    { hasPredecessors: true },
  ),
  createDialect(
    'states',
    'stages',
    'Orders have a member stage, which clients write, and which only goes on to the next stage.',
    { hasStages: true },
    {
      resources: [
        {
          collection: '/orders',
          states: {
            pointer: '/stage',
            initial: 'draft',
            terminal: null,
            setBy: ['PUT', 'PATCH'],
            transitions: { pending: null, paid: null, draft: ['ready'], ready: ['done'], done: [] },
          },
          // These states say nothing about actions.
          actions: demoActions.map(({ from: _, ...action }) => action),
        },
      ],
      links: null,
    },
  ),
  createDialect(
    'states',
    'paid-orders-are-locked',
    'An order that was paid refuses PUT and PATCH with 409.',
    { locksPaidOrders: true },
    { resources: [{ collection: '/orders', states: { locked: { paid: ['PUT', 'PATCH'] } } }] },
  ),
  createDialect('states', 'removable-payments', 'DELETE of the payment of an order takes it back.', {
    hasRemovablePayments: true,
  }),
  createDefaultDialect('links', 'links-member', 'Orders have their links in the member links.'),
  createDialect(
    'links',
    'links-hal',
    'Orders have their links in the member _links, as in HAL.',
    { links: 'hal' },
    { links: { in: 'body', pointer: '/_links', states: linkStates } },
  ),
  createDialect(
    'links',
    'links-header',
    'GET of an order has its links in the Link field.',
    { links: 'header' },
    { links: { in: 'header', states: linkStates } },
  ),
  // Null overrides the base of the profile.
  createDialect(
    'links',
    'links-none',
    'Orders have no links.',
    { links: 'none' },
    { links: { in: 'none', states: null } },
  ),
];
