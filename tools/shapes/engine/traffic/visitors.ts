import { insertOther, isPresent, readNewest, writeVersion } from '../state/items.js';
import type { World } from '../state/world.js';

/** Another client writes once in this number of requests, and where these come seldom, once in this time in milliseconds. */
const rhythm = { requests: 9, ms: 200 } as const;

/** Lets another client create, change and remove items of its own, in each collection in turn. */
export function letVisitorsWrite(world: World): void {
  const { visitedAt, clock } = world;
  const isDue = world.count % rhythm.requests === 0 || clock.now() - visitedAt >= rhythm.ms;
  if (world.facts.design.service.otherClients === 'none' || !isDue) return;
  const number = world.visits++;
  world.visitedAt = clock.now();
  const { collections } = world.facts;
  const facts = collections[number % collections.length];
  if (!facts) return;
  const items = [...(world.stores[facts.index]?.values() ?? [])];
  const visiting = items.filter((item) => item.createdBy === 'visitors' && isPresent(world, item));
  const [oldest] = visiting;
  const step = Math.floor(number / collections.length) % 3;
  if (step === 0 || !oldest) insertOther(world, facts, `visit/${number}`, 'visitors');
  else if (step === 1) writeVersion(world, oldest, { content: readNewest(world, oldest)?.content ?? {} });
  else if (visiting.length > 1) writeVersion(world, oldest, { removal: 'removed' });
}
