import type { ComparedList, WatchedList } from './compare-lists.js';
import type { Loss } from './find-losses.js';

/** Least number and part of the items of a list that must be gone where others write, too. */
const [fewestGone, partGone] = [3, 0.5];

/**
 * What the run is to blame for. A single item that has another text may have changed by itself; where others write, only what is
 * far more than that, or shows the marker of the run.
 */
export function selectHarmed({ list, losses }: ComparedList): readonly Loss[] {
  const ours = losses.filter(({ isOurs }) => isOurs);
  const gone = losses.filter(({ is }) => is === 'missing');
  const changed = losses.filter(({ is }) => is === 'changed');
  if (list.isActive) return gone.length >= Math.max(fewestGone, list.kept.size * partGone) ? [...gone, ...ours] : ours;
  return [...gone, ...(changed.length > 1 ? changed : ours)];
}

export function describeUnclear({ list, losses }: ComparedList): string {
  const { name } = list.before.collection;
  const paths = losses.map(({ path, key }) => path ?? key).slice(0, 5);
  const why = list.isActive
    ? 'the service changes items by itself or for other clients'
    : 'a single item with other values may have changed by itself';
  return `${name}: items that existed before the run are gone or have other values, and ${why}, so whether the run did it is not known: ${paths.join(', ')}`;
}

export const describeLostByStop = ({ before: { collection } }: WatchedList, count: number): string =>
  `${collection.name}: ${count} of the items that existed before the run are gone or have other values since the service stopped; whether a request of the run did it is not known`;
