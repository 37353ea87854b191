import { rateLimit, rateWindow } from '../service/access/rate-limit.js';
import type { Settings } from '../service/settings.js';
import { versionPaths } from '../service/versions.js';
import { choice, type Dialect } from './variant.js';

/** What holds for every request: how many there may be, and below which paths. */
export const serviceDialects: readonly Dialect[] = [
  limited('rate-limited', 'A caller may send 40 requests a second; Retry-After says seconds.', 'seconds'),
  limited('rate-limited-date', 'A caller may send 40 requests a second; Retry-After says a date.', 'date'),
  choice('archive', 'two-collections', 'Orders that are over are listed in a second collection, /archive.', {
    hasArchive: true,
  }),
  choice(
    'versions',
    'two-versions',
    'The service also answers below /v1, which is about to go, and below /v2.',
    { hasVersions: true },
    { profile: { versions: versionPaths } },
  ),
];

function limited(name: string, says: string, style: Settings['rateLimit']): Dialect {
  const profile = { rateLimit: { probe: true, limit: rateLimit, windowMs: rateWindow } };
  return choice('rate', name, says, { rateLimit: style }, { profile });
}
