import { findByName } from '../find-by-name.js';
import { defaultSettings } from '../service/default-settings.js';
import type { Settings } from '../service/settings.js';
import { accessDialects } from './access.js';
import { cacheDialects } from './caching.js';
import { errorDialects } from './errors.js';
import { keyDialects } from './keys.js';
import { memberDialects } from './members.js';
import { pageDialects } from './pagination.js';
import { serviceDialects } from './service.js';
import { createDefaultDialect, createDialect, type Dialect, type DialectChoice } from './variant.js';

const knownDialects: readonly Dialect[] = [
  createDefaultDialect('put-absent', 'put-needs-existing', 'PUT to an absent id returns 404.'),
  createDialect('put-absent', 'put-creates', 'PUT to an absent, well-formed id creates the order with 201.', {
    doesPutCreate: true,
  }),
  createDefaultDialect('second-delete', 'second-delete-404', 'DELETE of a removed order returns 404.'),
  createDialect(
    'second-delete',
    'second-delete-204',
    'DELETE of a removed order returns 204.',
    { secondDelete: 204 },
    { dialect: { deleteMissing: 'no-content' } },
  ),
  createDialect('second-delete', 'second-delete-410', 'DELETE of a removed order returns 410.', { secondDelete: 410 }),
  createDefaultDialect('created', 'created-with-body', 'POST returns the created order as content.'),
  createDialect('created', 'created-location-only', 'POST returns Location and no content.', { showsCreated: false }),
  createDefaultDialect('ids', 'ids-uuid', 'Ids are UUIDs.'),
  createDialect('ids', 'ids-integer', 'Ids are integers, counted upwards.', { ids: 'integer' }),
  createDialect('ids', 'ids-prefixed', 'Ids are ord_ and ten letters or digits.', { ids: 'prefixed' }),
  createDialect(
    'lists',
    'lists-are-current',
    'A list shows each write at once, and the profile says so.',
    {},
    { consistency: { listMs: 0 } },
  ),
  createDialect('clock', 'time-in-the-body', 'Responses have the time of the answer in serverTime and asOf.', {
    hasClock: true,
  }),
  createDialect('request-id', 'request-id-in-the-body', 'Responses have a random requestId.', { hasRequestId: true }),
  createDialect('error-member', 'error-member', 'An order has members named error and errors.', {
    hasErrorMember: true,
  }),
  createDialect(
    'removed-item',
    'soft-delete-410',
    'A removed order returns 410.',
    { removedItem: 410 },
    { dialect: { deletedItem: 'gone' } },
  ),
  ...cacheDialects,
  createDialect('written', 'put-204', 'PUT and PATCH return 204 without content.', { showsWritten: false }),
  ...pageDialects,
  createDialect(
    'access-statistics',
    'access-statistics',
    'Each GET of an order increases its member views.',
    { countsViews: true },
    { resources: [{ collection: '/orders', accessStatistics: ['/views'] }] },
  ),
  createDialect('version-counter', 'version-counter', 'Each write of an order increases its member revision.', {
    countsRevisions: true,
  }),
  createDialect(
    'normalising',
    'normalising',
    'Customers are stored trimmed and in NFC, email addresses in lower case.',
    { isNormalising: true },
  ),
  ...memberDialects,
  ...accessDialects,
  ...keyDialects,
  ...errorDialects,
  ...serviceDialects,
  createDialect('document', 'nullable-30', 'The document is OpenAPI 3.0.3 with nullable.', { openapi: '3.0.3' }),
];

export const dialects: readonly DialectChoice[] = knownDialects.map(({ sets: _, ...choice }) => choice);

/** The settings for the chosen dialects, and `needed` ones on other axes. Throws on unknown or excluding names. */
export function createSettings(chosen: readonly string[], needed: readonly string[] = []): Settings {
  const asked = [...new Set(chosen)].map(findDialect);
  const axes = new Map<string, Dialect>();
  for (const dialect of asked) {
    const rival = axes.get(dialect.axis);
    if (rival) throw new Error(`Dialects "${rival.name}" and "${dialect.name}" exclude each other.`);
    axes.set(dialect.axis, dialect);
  }
  const helping = needed.map(findDialect).filter(({ axis }) => !axes.has(axis));
  return Object.assign({}, defaultSettings, ...[...helping, ...asked].map(({ sets }) => sets));
}

const findDialect = (name: string): Dialect => findByName('dialect', name, knownDialects);
