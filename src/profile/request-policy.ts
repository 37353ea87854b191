import type { Permission } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import { isLoopback } from './connection/base-url.js';
import { courteousRate } from './defaults.js';

/** Requests per second at most to one host: as was said, and otherwise as nobody there will mind; the target has the rate of the run. */
export function rateIn({ baseUrl, limits }: Pick<Profile, 'baseUrl' | 'limits'>): (address: URL) => number | undefined {
  const { host } = new URL(baseUrl);
  return (address) => {
    if (limits.ratePerHost !== undefined) return limits.ratePerHost;
    if (address.host === host) return limits.ratePerSecond;
    return isLoopback(address.href) ? undefined : courteousRate;
  };
}

/** Methods that may be sent to the target under a permission. */
export const methodsIn = (permit: Permission): ReadonlySet<string> => new Set(methods[permit]);

const reading = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];
const writing = [...reading, 'POST', 'PUT', 'PATCH'];
const deleting = [...writing, 'DELETE'];
const methods: Readonly<Record<Permission, readonly string[]>> = {
  reads: reading,
  writes: writing,
  deletes: deleting,
  floods: deleting,
};
