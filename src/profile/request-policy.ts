import type { Permission } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import { isLoopback } from './connection/base-url.js';
import { defaultRemoteRate } from './defaults.js';

/** Maximum requests per second to one host other than the target: as declared, else a low default. The target has the rate of the run. */
export function createHostRate({
  baseUrl,
  limits,
}: Pick<Profile, 'baseUrl' | 'limits'>): (address: URL) => number | undefined {
  const { host } = new URL(baseUrl);
  return (address) => {
    if (limits.ratePerHost !== undefined) return limits.ratePerHost;
    if (address.host === host) return limits.isRateLearned ? undefined : limits.ratePerSecond;
    return isLoopback(address.href) ? undefined : defaultRemoteRate;
  };
}

const fewestConnections = 16;

/** The most connections to the target: several for each case under way, and two for steps in between. */
export const computeConnections = ({ concurrency }: Profile['limits']): number =>
  Math.max(fewestConnections, 2 * concurrency + 2);

/** The methods that a permission allows at the target. */
export const getAllowedMethods = (permit: Permission): ReadonlySet<string> => new Set(methodsByPermission[permit]);

const readMethods = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];
const writeMethods = [...readMethods, 'POST', 'PUT', 'PATCH'];
const deleteMethods = [...writeMethods, 'DELETE'];
const methodsByPermission: Readonly<Record<Permission, readonly string[]>> = {
  reads: readMethods,
  writes: writeMethods,
  deletes: deleteMethods,
  floods: deleteMethods,
};
