import { insertOther, isPresent, readNewest, writeVersion } from '../state/items.js';
import type { World } from '../state/world.js';

/** Another client writes once in this number of requests. */
const rhythm = 9;

/** Lets another client create, change and remove items of its own, in each collection in turn. */
export function letVisitorsWrite(world: World): void {
  if (world.facts.design.service.otherClients === 'none' || world.count % rhythm !== 0) return;
  const number = world.visits++;
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
