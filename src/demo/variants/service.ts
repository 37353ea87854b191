import { rateLimit, rateWindow } from '../service/access/rate-limit.js';
import type { Settings } from '../service/settings.js';
import { versionPaths } from '../service/versions.js';
import { createDialect, type Dialect } from './variant.js';

/** Rate limits, additional collections and versions. */
export const serviceDialects: readonly Dialect[] = [
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
    'versions',
    'two-versions',
    'The service also answers below /v1, which is deprecated, and below /v2.',
    { hasVersions: true },
    { profile: { versions: versionPaths } },
  ),
];

function createRateLimitDialect(name: string, says: string, style: Settings['rateLimit']): Dialect {
  const profile = { rateLimit: { probe: true, limit: rateLimit, windowMs: rateWindow } };
  return createDialect('rate', name, says, { rateLimit: style }, { profile });
}
