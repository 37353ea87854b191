import { type Grant, isConflicting, type Level, type QueueState, sharesUse } from './claim.js';

type Policy = (grant: Grant, state: QueueState) => boolean;

const isBlocked = ({ claim }: Grant, others: Iterable<Grant>): boolean => {
  for (const other of others) if (isConflicting(claim, other.claim)) return true;
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
  trial: () => true,
  case: grantCase,
  announcement: () => true,
  removals: (grant, { trial }) => !isBlocked(grant, trial.held),
  requests: grantRequests,
};

/** Whether a claim that waits may be granted now. */
export const mayBeGranted = (grant: Grant, state: QueueState): boolean => policies[grant.claim.level](grant, state);
