import { linkStates } from '../service/demo-profile.js';
import { conflictingSample } from '../service/orders/order-references.js';
import { createDialect, type Dialect, defaultFlag } from './variant.js';

/** Additional members of orders, and the place of their links. */
export const memberDialects: readonly Dialect[] = [
  createDialect(
    'unique',
    'unique-reference',
    'Orders have a member reference that is unique among existing orders.',
    { hasReference: true },
    {
      profile: {
        resources: [{ collection: '/orders', create: { unique: ['/reference'] }, conflicts: [conflictingSample] }],
      },
    },
  ),
  createDialect('links', 'links-member', 'Orders have their links in the member links.', {}, defaultFlag),
  createDialect(
    'links',
    'links-hal',
    'Orders have their links in the member _links, as in HAL.',
    { links: 'hal' },
    { profile: { links: { in: 'body', pointer: '/_links', states: linkStates } } },
  ),
  createDialect(
    'links',
    'links-header',
    'GET of an order has its links in the Link field.',
    { links: 'header' },
    { profile: { links: { in: 'header', states: linkStates } } },
  ),
  // Null overrides the base of the profile.
  createDialect(
    'links',
    'links-none',
    'Orders have no links.',
    { links: 'none' },
    { profile: { links: { in: 'none', states: null } } },
  ),
];
