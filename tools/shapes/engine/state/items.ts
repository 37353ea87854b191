import type { CollectionFacts } from '../../facts/facts.js';
import { hash, makeId } from '../../facts/ids.js';
import { type Content, type FindReferenced, makeContent } from '../../facts/values.js';
import type { Item, Version, World } from './world.js';

/** How long lists and items show what was before a write, how long a removal takes, and how long items live. */
export const delays = { list: 1500, item: 500, removal: 3000, life: 120_000 } as const;

const startAge = 3_600_000;

/** The newest version, whatever reads show. */
export function readNewest(world: World, item: Item): Version | undefined {
  return readVersion(world, item, 0);
}

/** The version that a read with a lag shows. */
export function readVersion(world: World, item: Item, lag: number): Version | undefined {
  const now = world.clock.now();
  if (item.expiresAt <= now) return undefined;
  return item.versions.findLast(({ at }) => at <= now - lag);
}

/** Whether an item exists for those that write it; hidden ones do not. */
export const isPresent = (world: World, item: Item): boolean => readNewest(world, item)?.removal === 'none';

/** The items of a collection by their newest version. */
export const listPresent = (world: World, collection: number): Item[] =>
  [...(world.stores[collection]?.values() ?? [])].filter((item) => isPresent(world, item));

export interface NewItem {
  readonly facts: CollectionFacts;
  readonly content: Content;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  readonly owner: string | undefined;
  readonly createdBy: Item['createdBy'];
}

/** Stores an item. */
export function insertItem(world: World, { facts, content, id, ...rest }: NewItem): Item {
  const store = world.stores[facts.index];
  if (!store) throw new Error(`No collection ${facts.index}.`);
  const { choices } = facts.design;
  const isOld = rest.createdBy === 'others';
  const createdAt = world.clock.now() - (isOld ? startAge : 0);
  const item: Item = {
    ...rest,
    collection: facts.index,
    id: id ?? makeFreeId(world, facts),
    number: world.created++,
    createdAt,
    expiresAt:
      choices.timeToLive === 'short' && rest.createdBy === 'client'
        ? createdAt + delays.life
        : Number.POSITIVE_INFINITY,
    initial: content,
    versions: [
      { at: createdAt, content, state: facts.action?.states[0], isArchived: false, removal: 'none', revision: 1 },
    ],
    record: undefined,
    writtenBy: [],
  };
  const before = store.get(item.id);
  if (before) world.replaced.push(before);
  // An id that was used before begins again at the end of the order.
  store.delete(item.id);
  store.set(item.id, item);
  return item;
}

function makeFreeId(world: World, { index, design }: CollectionFacts): string {
  const { seed } = world.facts.design;
  for (let number = world.stores[index]?.size ?? 0; ; number++) {
    const id = makeId(design.choices.idFormat, number, `${seed}/${index}`);
    if (!world.stores[index]?.has(id)) return id;
  }
}

/** Adds a version; what it does not name stays. */
export function writeVersion(world: World, item: Item, change: Partial<Version>): Version {
  const before = readNewest(world, item) ?? item.versions[0];
  if (!before) throw new Error('An item without versions.');
  const now = world.clock.now();
  const [pending] = item.versions.filter(({ at }) => at > now);
  // What was accepted for later happens all the same, and at the same time.
  if (pending && change.removal !== undefined) return pending;
  const version = { ...before, at: now, revision: before.revision + 1, ...change };
  item.versions = [
    ...listReadable(item.versions, now),
    version,
    ...(pending ? [{ ...version, ...pickRemoval(pending) }] : []),
  ];
  return version;
}

/** The versions that reads may still show. */
function listReadable(versions: readonly Version[], now: number): readonly Version[] {
  const past = versions.filter(({ at }) => at <= now);
  const newestOld = past.findLastIndex(({ at }) => at <= now - delays.list);
  return past.slice(Math.max(0, newestOld));
}

const pickRemoval = ({ at, removal }: Version) => ({ at, removal });

/** Finds an item that new items of others and of visitors may refer to. */
const findFirst =
  (world: World): FindReferenced =>
  (collection) => {
    const [item] = listPresent(world, collection);
    return item && { id: item.id, content: readNewest(world, item)?.content ?? {} };
  };

/** Creates what the service has at the start. */
export function seedItems(world: World): void {
  for (const facts of world.facts.collections)
    for (let number = 0; number < facts.design.others; number++)
      insertOther(world, facts, `others/${number}`, 'others');
}

/** Creates an item of another client; undefined if an item is missing that it needs. */
export function insertOther(
  world: World,
  facts: CollectionFacts,
  source: string,
  createdBy: 'others' | 'visitors',
): Item | undefined {
  const { seed } = world.facts.design;
  const number = world.stores[facts.index]?.size ?? 0;
  // Some entries without ids are equal.
  const isEqual = facts.design.choices.entry === 'equal';
  const content = makeContent(
    facts.members,
    `${seed}/${isEqual ? number % 2 : `${source}/${facts.index}`}`,
    findFirst(world),
  );
  const above = facts.parent ? listPresent(world, facts.parent.index) : [];
  const parents = above.filter((one) => one.createdBy !== 'client');
  const parent = parents[number % Math.min(3, parents.length)];
  if (!content || (facts.parent && !parent)) return undefined;
  const { callers } = world.facts;
  const owner = parent ? parent.owner : callers[Number.parseInt(hash(source).slice(0, 2), 16) % callers.length]?.name;
  const isFirstDefault = number === 0 ? facts.members.filter(({ isDefaultFlag }) => isDefaultFlag) : [];
  const flags = Object.fromEntries(isFirstDefault.map(({ name }) => [name, true]));
  return insertItem(world, {
    facts,
    content: { ...content, ...flags },
    id: undefined,
    parent: parent?.id,
    owner,
    createdBy,
  });
}
