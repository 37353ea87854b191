import type { CollectionFacts } from '../../facts/facts.js';
import { delays, isPresent, readNewest, readVersion } from '../state/items.js';
import { type Item, Refusal, type Version, type Visit } from '../state/world.js';

/** Throws a refusal unless all parents in the path exist, contain one another, and are visible. */
export function requireParents({ world, facts, ids, caller, target }: Visit): void {
  const own = target === 'list' || target === 'creation' ? ids.length : ids.length - 1;
  let below: string | undefined;
  let parent = facts?.parent;
  for (let place = own - 1; place >= 0 && parent; place--, parent = parent.parent) {
    const item = world.stores[parent.index]?.get(ids[place] ?? '');
    if (!item || !isPresent(world, item)) throw new Refusal('missing');
    const child = below === undefined || !facts ? undefined : world.stores[findBelow(facts, parent).index]?.get(below);
    if (child && child.parent !== item.id) throw new Refusal('missing');
    requireVisible(world, caller, item);
    below = item.id;
  }
}

/** The collection between one and one above it that is directly below that. */
function findBelow(facts: CollectionFacts, above: CollectionFacts): CollectionFacts {
  return facts.parent === above || !facts.parent ? facts : findBelow(facts.parent, above);
}

function requireVisible(world: Visit['world'], caller: string | undefined, item: Item): void {
  if (world.behaviour.canSee(world, caller, item)) return;
  throw new Refusal(world.facts.design.service.hiddenStatus === '403' ? 'forbidden' : 'missing');
}

/** The item that a path leads to, present or not; throws a refusal if there never was one that the caller may see. */
export function findItem(visit: Visit, facts: CollectionFacts): Item {
  const item = visit.world.stores[facts.index]?.get(visit.ids.at(-1) ?? '');
  if (!item) throw new Refusal('missing');
  const parent = visit.ids.at(-2);
  if (facts.parent && parent !== undefined && item.parent !== parent) throw new Refusal('missing');
  requireVisible(visit.world, visit.caller, item);
  return item;
}

/** The refusal of a request to an item that was removed. */
export const refuseRemoved = ({ design }: CollectionFacts): Refusal =>
  new Refusal(design.choices.repeatedRemoval === '410' ? 'gone' : 'missing');

/** The item that a path leads to, for a write. */
export function findPresent(visit: Visit, facts: CollectionFacts): Item {
  const item = findItem(visit, facts);
  if (!isPresent(visit.world, item)) throw refuseRemoved(facts);
  return item;
}

/** How old what a read shows is. */
export const readLag = ({ design }: CollectionFacts, place: 'list' | 'item'): number =>
  design.choices.lag === place || design.choices.lag === 'both' ? delays[place] : 0;

/** The version that a read of an item shows. */
export function readShown({ world }: Visit, facts: CollectionFacts, item: Item): Version {
  const version = readVersion(world, item, readLag(facts, 'item'));
  if (version && version.removal !== 'removed') return version;
  throw version || !readNewest(world, item) ? refuseRemoved(facts) : new Refusal('missing');
}
