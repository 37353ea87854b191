import type { Permission } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import type { Dialect } from '../model/service/subject.js';

/** Default maximum of requests per second to a host other than this machine. */
export const defaultRemoteRate = 10;

/** Default limits of a run: high on this machine, low elsewhere. */
export function createDefaultLimits(
  isHere: boolean,
  permit: Permission,
  only: readonly string[] = [],
): Profile['limits'] {
  const minRules = only.length > 0 ? 1 : permit === 'reads' ? 3 : 10;
  const common = {
    minRules,
    maxRequests: 20_000,
    maxSeconds: 600,
    timeoutMs: 10_000,
    cases: 10,
    ratePerHost: undefined,
  };
  if (!isHere)
    // With the permission "floods", the run may exceed the rate limit.
    return {
      ...common,
      concurrency: 2,
      maxLive: permit === 'floods' ? maxLiveOfFloods : 25,
      maxMade: 1_000,
      maxLeft: permit === 'writes' ? 25 : defaultMaxLeft,
      ratePerSecond: permit === 'floods' ? undefined : defaultRemoteRate,
    };
  const maxMade = 10_000;
  // With the permission "writes", created items are not removed.
  const maxLeft = permit === 'writes' ? maxMade : defaultMaxLeft;
  const maxLive = permit === 'writes' ? maxMade : permit === 'floods' ? maxLiveOfFloods : 250;
  return { ...common, concurrency: 8, maxLive, maxMade, maxLeft, ratePerSecond: undefined };
}

/** Room for a collection with 1,000 items, and those of other checks. */
const maxLiveOfFloods = 1_250;

/** Number of items of a collection that may exist while their removal is not known to work. */
const defaultMaxLeft = 3;

export const defaultDialect: Dialect = {
  deleteMissing: 'as-described',
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
