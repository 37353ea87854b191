import { linkStates } from '../service/demo-profile.js';
import { conflictingSample } from '../service/orders/order-references.js';
import { choice, type Dialect, isDefault } from './variant.js';

/** Members that orders have beside the usual ones, and where their links are. */
export const memberDialects: readonly Dialect[] = [
  choice(
    'unique',
    'unique-reference',
    'Orders have a member reference that no other live order has.',
    { hasReference: true },
    {
      profile: {
        resources: [{ collection: '/orders', create: { unique: ['/reference'] }, conflicts: [conflictingSample] }],
      },
    },
  ),
  choice('links', 'links-member', 'Orders carry their links in the member links.', {}, isDefault),
  choice(
    'links',
    'links-hal',
    'Orders carry their links in the member _links, as HAL does.',
    { links: 'hal' },
    { profile: { links: { in: 'body', pointer: '/_links', states: linkStates } } },
  ),
  choice(
    'links',
    'links-header',
    'GET of an order carries its links in the Link field.',
    { links: 'header' },
    { profile: { links: { in: 'header', states: linkStates } } },
  ),
  // What is null takes the place of what the base of the profile declares.
  choice(
    'links',
    'links-none',
    'Orders carry no links.',
    { links: 'none' },
    { profile: { links: { in: 'none', states: null } } },
  ),
];
