import type { CollectionFacts } from '../../facts/facts.js';
import { delays, isPresent, listPresent, readNewest, writeVersion } from '../state/items.js';
import { type Item, Refusal, type Reply, type Visit, type World } from '../state/world.js';
import { findItem, findPresent, refuseRemoved } from './find-item.js';
import { replyWithItem } from './represent.js';

/** Removes an item. */
export function removeItem(visit: Visit, facts: CollectionFacts): Reply {
  const { removal, repeatedRemoval, removalKind } = facts.design.choices;
  const item = findItem(visit, facts);
  if (!isPresent(visit.world, item)) {
    if (repeatedRemoval === '204') return { status: 204, headers: {} };
    throw refuseRemoved(facts);
  }
  visit.world.behaviour.requireMatch(visit, item);
  const isArchived = readNewest(visit.world, item)?.isArchived ?? false;
  if (removalKind === 'archive-first' && !isArchived) throw new Refusal('conflict');
  const children = listChildren(visit.world, facts, item);
  if (removalKind !== 'cascades' && children.length > 0) throw new Refusal('conflict');
  const body = removal === '200' ? replyWithItem(visit, facts, item) : undefined;
  visit.world.behaviour.remove(visit, item);
  item.writtenBy.push(`DELETE ${visit.request.path}`);
  return { ...body, status: Number(removal), headers: {} };
}

/** Removes an item, in the way of its design, with all that it contains. */
export function remove({ world, request }: Visit, item: Item): void {
  const facts = world.facts.collections[item.collection];
  if (!facts) return;
  const { removalKind } = facts.design.choices;
  const at = world.clock.now() + (removalKind === 'late' ? delays.removal : 0);
  writeVersion(world, item, { at, removal: removalKind === 'soft' ? 'hidden' : 'removed' });
  for (const [child, descendants] of listChildren(world, facts, item).map(
    (one) => [one, listAllBelow(world, one)] as const,
  ))
    for (const one of [child, ...descendants]) {
      one.writtenBy.push(`DELETE ${request.path}`);
      writeVersion(world, one, { at, removal: 'removed' });
    }
}

function listChildren(world: World, { index }: CollectionFacts, item: Item): Item[] {
  return world.facts.collections
    .filter(({ parent }) => parent?.index === index)
    .flatMap((child) => listPresent(world, child.index).filter(({ parent }) => parent === item.id));
}

function listAllBelow(world: World, item: Item): Item[] {
  const facts = world.facts.collections[item.collection];
  const children = facts ? listChildren(world, facts, item) : [];
  return children.flatMap((child) => [child, ...listAllBelow(world, child)]);
}

/** Archives an item, which its removal needs. */
export function archiveItem(visit: Visit, facts: CollectionFacts): Reply {
  const item = findPresent(visit, facts);
  writeVersion(visit.world, item, { isArchived: true });
  item.writtenBy.push(`POST ${visit.request.path}`);
  return replyWithItem(visit, facts, item);
}
