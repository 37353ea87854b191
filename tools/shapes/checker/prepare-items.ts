import type { CollectionFacts } from '../facts/facts.js';
import { type CheckedService, listParentIds, listTrue } from './service.js';
import { Subject } from './subject.js';

/** Ids of items that contain the collection, the outermost first; undefined: there are none, and none can be created. */
export async function findParents(service: CheckedService, { parent }: CollectionFacts): Promise<string[] | undefined> {
  if (!parent) return [];
  const above = await findParents(service, parent);
  const [first] = listTrue(service, parent).filter((item) => item.parent === above?.at(-1));
  if (first && above) return [...listParentIds(service, parent, first.parent), first.id];
  if (!above) return undefined;
  await prepareReferences(service, parent);
  const created = await new Subject(service, parent, above).provideItem();
  return created && [...above, created.id];
}

/** Creates the items that new items must refer to, where there are none. */
export async function prepareReferences(service: CheckedService, { members }: CollectionFacts): Promise<void> {
  for (const { refersTo } of members) {
    const target = refersTo === undefined ? undefined : service.facts.collections[refersTo];
    if (!target || listTrue(service, target).length > 0) continue;
    await prepareReferences(service, target);
    const parents = await findParents(service, target);
    if (parents) await new Subject(service, target, parents).provideItem();
  }
}
