import { rateLimit, rateWindow } from '../service/access/rate-limit.js';
import type { Settings } from '../service/settings.js';
import { versionPaths } from '../service/versions.js';
import { createDialect, type Dialect } from './variant.js';

/** DELETE of an order removes its parts, too. */
const cascading = { resources: [{ collection: '/orders', delete: { withChildren: 'cascade' } }] };

export const serviceDialects: readonly Dialect[] = [
  createInventoryDialect(
    'service',
    'inventory',
    'The inventory is started instead of the orders: single resources, lists of text, a map, a search, nested lists, and items that the client names.',
    {},
  ),
  createInventoryDialect(
    'inventory-ids',
    'inventory-with-numeric-ids',
    'Entries of the inventory have numbers as ids.',
    { hasNumericInventory: true },
  ),
  createInventoryDialect(
    'inventory-statistics',
    'inventory-with-statistics',
    'The settings of the inventory count requests.',
    { hasStatistics: true },
  ),
  createInventoryDialect(
    'inventory-queries',
    'inventory-with-strict-queries',
    'The inventory refuses unknown query parameters.',
    { hasStrictQueries: true },
  ),
  createInventoryDialect(
    'inventory-names',
    'inventory-with-taken-names',
    'No product of the inventory may have the name of one that exists from the start; the example of its document has one.',
    { hasTakenNames: true },
  ),
  createInventoryDialect(
    'inventory-singles',
    'inventory-with-default-settings',
    'Omitted settings get a default, the timezone is trimmed, and DELETE of the notice resets its text.',
    { singles: 'defaults' },
  ),
  createInventoryDialect(
    'inventory-singles',
    'inventory-with-fixed-settings',
    'Writes to the settings and the notice of the inventory are refused with 403.',
    { singles: 'fixed' },
  ),
  createInventoryDialect(
    'inventory-singles',
    'inventory-with-conditional-settings',
    'The settings and the notice of the inventory refuse PUT and DELETE without If-Match.',
    { singles: 'conditional' },
  ),
  createRateLimitDialect(
    'rate-limited',
    'A caller may send 40 requests per second; Retry-After is in seconds.',
    'seconds',
  ),
  createRateLimitDialect(
    'rate-limited-date',
    'A caller may send 40 requests per second; Retry-After is a date.',
    'date',
  ),
  createDialect('archive', 'two-collections', 'Completed orders are listed in a second collection, /archive.', {
    hasArchive: true,
  }),
  createDialect(
    'parts',
    'order-parts',
    'An order has parts: a collection below it, /orders/{order_id}/parts.',
    { parts: 'plain' },
    cascading,
  ),
  createDialect(
    'parts',
    'order-parts-numbered',
    'Parts are numbered within their order, so that parts of two orders have the same id.',
    { parts: 'plain', ids: 'integer' },
    cascading,
  ),
  createDialect(
    'parts',
    'parts-follow-orders',
    'An order has parts, and each part names an existing order that it follows, in the member previousOrderId.',
    { parts: 'plain', hasPredecessors: true },
    {
      resources: [
        { collection: '/orders', delete: { withChildren: 'cascade' } },
        { collection: '/orders/{order_id}/parts', parents: { '{order_id}': '/orders', '/previousOrderId': '/orders' } },
      ],
    },
  ),
  createDialect(
    'parts',
    'parts-keep-their-order',
    'An order that has parts refuses DELETE with 409.',
    { parts: 'plain', doPartsKeepOrders: true },
    { resources: [{ collection: '/orders', delete: { withChildren: 'refuse' } }] },
  ),
  createDialect(
    'parts',
    'paid-orders-keep-their-parts',
    'An order that was paid refuses POST, PUT and PATCH of its parts with 409.',
    { parts: 'plain', locksPaidParts: true },
    {
      resources: [
        {
          collection: '/orders',
          states: { lockedChildren: { paid: { parts: ['POST', 'PUT', 'PATCH'] } } },
          delete: { withChildren: 'cascade' },
        },
      ],
    },
  ),
  createDialect('parts', 'order-parts-counted', 'An order shows the number of its parts.', { parts: 'counted' }),
  createDialect(
    'versions',
    'two-versions',
    'The service also answers below /v1, which is deprecated, and below /v2.',
    { hasVersions: true },
    { versions: versionPaths },
  ),
];

/** The list of products has no pages. */
function createInventoryDialect(axis: string, name: string, says: string, sets: Partial<Settings>): Dialect {
  const profile = { pagination: { exempt: ['/products'] } };
  return { ...createDialect(axis, name, says, { service: 'inventory', ...sets }, profile), service: 'inventory' };
}

function createRateLimitDialect(name: string, says: string, style: Settings['rateLimit']): Dialect {
  const profile = { rateLimit: { probe: true, limit: rateLimit, windowMs: rateWindow } };
  return createDialect('rate', name, says, { rateLimit: style }, profile);
}
