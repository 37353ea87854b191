import type { Collection } from '../model/service/subject.js';
import type { RunInput } from './run-input.js';

/** Maximum number of items in a collection on another host that cannot be removed. */
const maxLeftovers = 25;

/** How many items of a collection may stay. Items that the run leaves on purpose are not limited here. */
export const getMaxLeft = ({ limits, isForeign, cleanup }: RunInput): number | undefined =>
  cleanup === false ? undefined : (limits.maxLeft ?? (isForeign ? maxLeftovers : undefined));

/** The most items that one case creates anywhere. */
export const usualMaxItems = 31;

/** One more than the largest page that a run fills: on this machine, and where it may send floods. */
const maxItemsHere = 101;
const maxItemsOfFloods = 1_001;

/**
 * The most items that one case may create where items can be removed: pages up to 100 entries are filled on this machine,
 * up to 1,000 with the permission `floods`.
 */
export function computeMaxItems({ permit, isForeign, cleanup, limits }: RunInput): number {
  const { maxLive = Number.POSITIVE_INFINITY } = limits;
  const mayFill = cleanup !== false && (permit === 'floods' || (permit === 'deletes' && isForeign !== true));
  const most = !mayFill ? usualMaxItems : permit === 'floods' ? maxItemsOfFloods : maxItemsHere;
  return Math.max(usualMaxItems, Math.min(most, maxLive));
}

/** Number of items that one trial usually needs at once. */
const itemsPerTrial = 8;

/** How many trials may run in parallel, so that each has room for its items. */
export const computeParallelTrials = ({ maxLive = Number.POSITIVE_INFINITY }: RunInput['limits']): number =>
  Math.max(1, Math.floor(maxLive / itemsPerTrial));

/**
 * The parents of a trial exist as long as the trial runs and do not wait for the live quota, so fewer trials may run in
 * parallel.
 */
export const computeConcurrency = (collections: readonly Collection[], limits: RunInput['limits']): number =>
  collections.some(({ parents }) => parents.length > 0)
    ? Math.min(limits.concurrency, computeParallelTrials(limits))
    : limits.concurrency;

/** The most steps of one kind that a run takes at once: a page of 100 items and one more are created or removed in three times. */
const mostAtOnce = 34;

/**
 * How many independent steps of one kind are taken at once: as many as there may be requests of the checks that run side by side.
 * One where they run one after the other.
 */
export const computeMaxAtOnce = ({ concurrency }: RunInput['limits']): number =>
  concurrency === 1 ? 1 : Math.min(2 * concurrency + 2, mostAtOnce);
