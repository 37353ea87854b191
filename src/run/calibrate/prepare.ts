import type { LedgerBook } from '../../ledger/open-ledger.js';
import type { Collection } from '../../model/service/subject.js';
import type { Site } from '../run-context.js';
import { bodiesOf } from '../trial/case-bodies.js';
import type { Quarry } from '../trial/parents.js';
import { findWays } from './actions/find-state-paths.js';
import { type Rehearsed, rehearse } from './calibrate.js';
import { learnAll } from './noise/learn-all-noise.js';
import type { Noise } from './noise/learn-noise.js';

/** A site without what is still to be found out. */
export type Ground = Omit<Site, 'noise' | 'bodies'>;

/** A site that is ready for trials, and what is to be said about how it became so. */
export interface Prepared {
  readonly site: Site;
  readonly notes: readonly string[];
}

/**
 * Learns the noise of the collections that trials are about. Where a way of writing is only assumed, it is rehearsed before;
 * where what a document says was refused, after, and the noise is learned again. For trials of actions, the way to each is found.
 */
export async function prepare(
  ground: Ground,
  book: LedgerBook,
  concerned: ReadonlySet<string>,
  acting: ReadonlySet<string>,
): Promise<Prepared> {
  const isOpen = (collection: Collection) =>
    ground.mayWrite && concerned.has(collection.name) && collection.create?.request !== undefined;
  const guessed = ground.collections.filter((one) => isOpen(one) && one.create?.provenance === 'assumed');
  const first = await eachOf(guessed, withBodies(ground), book, rehearse);
  const noise = await learnAll(first.quarry, book, concerned);
  const troubled = first.quarry.collections.filter(
    (one) =>
      isOpen(one) && noise.get(one.name)?.trouble !== undefined && !guessed.some(({ name }) => name === one.name),
  );
  const second = await eachOf(troubled, first.quarry, book, rehearse);
  const mended = new Set(second.notes.length > 0 ? troubled.map(({ name }) => name) : []);
  const again: ReadonlyMap<string, Noise> = await learnAll(second.quarry, book, mended);
  const lost = second.quarry.collections.filter(
    (one) => isOpen(one) && acting.has(one.name) && one.states === undefined && one.actions.length > 0,
  );
  const third = await eachOf(lost, second.quarry, book, findWays);
  return {
    site: { ...third.quarry, noise: new Map([...noise, ...again]) },
    notes: [...first.notes, ...second.notes, ...third.notes],
  };
}

/** Parents come before what stands below them: it can only be made when they can. */
async function eachOf(
  collections: readonly Collection[],
  ground: Quarry,
  book: LedgerBook,
  learn: (collection: Collection, quarry: Quarry, book: LedgerBook) => Promise<Rehearsed>,
): Promise<{ quarry: Quarry; notes: readonly string[] }> {
  const notes: string[] = [];
  let quarry = ground;
  const inOrder = [...collections].sort((one, other) => depthOf(one, collections) - depthOf(other, collections));
  for (const collection of inOrder) {
    const { collection: known, notes: told } = await learn(collection, quarry, book);
    notes.push(...told);
    quarry = withBodies({
      ...quarry,
      collections: quarry.collections.map((one) => (one.name === known.name ? known : one)),
    });
  }
  return { quarry, notes };
}

const withBodies = (ground: Ground): Quarry => ({
  ...ground,
  bodies: new Map(ground.collections.map((one) => [one.name, bodiesOf(one, ground.document)])),
});

/** How many collections must come before; what needs itself is not followed for ever. */
function depthOf(collection: Collection, all: readonly Collection[], depth = 0): number {
  if (depth > all.length) return depth;
  const parents = all.filter(({ name }) => collection.parents.some((parent) => parent.collection === name));
  return Math.max(depth, ...parents.map((parent) => depthOf(parent, all, depth + 1)));
}
