import type { Permission } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import type { Dialect } from '../model/service/subject.js';

/** Default maximum of requests per second to a host other than this machine. */
export const defaultRemoteRate = 10;

/** Default limits of a run: high on this machine, low elsewhere. */
export function createDefaultLimits(isHere: boolean, permit: Permission): Profile['limits'] {
  const common = { maxRequests: 20_000, maxSeconds: 600, timeoutMs: 10_000, cases: 10, ratePerHost: undefined };
  if (!isHere)
    // With the permission "floods", the run may exceed the rate limit.
    return {
      ...common,
      concurrency: 2,
      maxLive: 25,
      maxMade: 1_000,
      ratePerSecond: permit === 'floods' ? undefined : defaultRemoteRate,
    };
  const maxMade = 10_000;
  // With the permission "writes", created items are not removed.
  return { ...common, concurrency: 8, maxLive: permit === 'writes' ? maxMade : 100, maxMade, ratePerSecond: undefined };
}

/** The default dialect of the convention. */
export const defaultDialect: Dialect = {
  deleteMissing: 'not-found',
  deletedItem: 'not-found',
  created: [201],
  hideExistence: false,
  badSyntax: [400],
  badMeaning: [422],
  conflict: [409],
  keyMismatch: [422, 409, 400],
  extraStatuses: [],
};

/** The members of a dialect that differ from the default. */
export const listChosenDialect = (dialect: Dialect): string[] =>
  Object.entries(defaultDialect)
    .filter(([name, value]) => JSON.stringify(dialect[name as keyof Dialect]) !== JSON.stringify(value))
    .map(([name]) => name);

/** The permission in the file. */
export interface FilePermission {
  readonly permit?: Permission;
  readonly readOnly?: boolean;
  readonly allowWrites?: readonly string[];
}

/** Returns the permission and its source: the flag, then the profile, then the default for the host. */
export function resolvePermission(
  flag: Permission | undefined,
  { permit, readOnly, allowWrites }: FilePermission,
  baseUrl: string,
  isHere: boolean,
): Pick<Profile, 'permit' | 'permitFrom'> {
  const { hostname, host } = new URL(baseUrl);
  if (flag) return { permit: flag, permitFrom: 'flag' };
  if (readOnly) return { permit: 'reads', permitFrom: 'profile' };
  if (permit) return { permit, permitFrom: 'profile' };
  if (allowWrites?.some((name) => name === hostname || name === host))
    return { permit: 'deletes', permitFrom: 'profile' };
  return { permit: isHere ? 'deletes' : 'reads', permitFrom: 'default' };
}
