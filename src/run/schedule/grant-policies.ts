import { type Grant, isConflicting, type Level, sharesUse, type Use } from './claim.js';
import type { Places } from './place-policies.js';

/** The claims of one level that are held, and those that wait, in the order in which they were asked for. */
export interface LevelState {
  readonly held: Set<Grant>;
  readonly waiting: Set<Grant>;
}

/** All claims of a run, and the places of its trials. */
export type QueueState = Readonly<Record<Level, LevelState>> & { readonly places: Places };

type Policy = (grant: Grant, state: QueueState) => boolean;

const isBlocked = ({ claim }: Grant, others: Iterable<{ readonly claim: Use }>): boolean => {
  for (const other of others) if (other.claim !== claim.of && isConflicting(claim, other.claim)) return true;
  return false;
};

/** In the order in which they ask: what waits for a case that runs alone begins after it, so that it does not wait for ever. */
const grantCase: Policy = (grant, { case: { held, waiting } }) => {
  if (isBlocked(grant, held)) return false;
  for (const before of waiting) {
    if (before === grant) return true;
    if (isConflicting(grant.claim, before.claim)) return false;
  }
  return true;
};

/**
 * All that reads a list does so together, and so does all that changes it: each case ends both after a while, and then needs the other.
 * What gives way reads together with the announced cases instead of before them.
 */
const grantRequests: Policy = (grant, { requests, announcement }) => {
  const { claim } = grant;
  if (isBlocked(grant, requests.held)) return false;
  if (claim.givesWay) for (const one of announcement.held) if (sharesUse(claim, one.claim)) return false;
  return true;
};

const policies: Readonly<Record<Level, Policy>> = {
  case: grantCase,
  announcement: () => true,
  removals: (grant, { places }) => !isBlocked(grant, places.held),
  requests: grantRequests,
};

/** Whether a claim that waits may be granted now. */
export const mayBeGranted = (grant: Grant, state: QueueState): boolean => policies[grant.claim.level](grant, state);
