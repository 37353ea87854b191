import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type JudgingTools,
  violated,
} from '#rule';

/** A write that returned success, and GET before and after it. */
export interface StoredWrite {
  readonly sent: JsonObject;
  readonly before: Exchange;
  readonly write: Exchange;
  readonly after: Exchange;
  /** Where GET shows neither the old value of a member nor the sent one. */
  readonly control?: {
    /** A new item that was created with the sent values. */
    readonly created: Item;
    readonly shown: Exchange;
    /** GET after the same write was sent again. */
    readonly again: Exchange;
  };
}

/** The longest bodies come first: long lists and texts are lost more often than short ones. */
export const sortByLength = <T extends Json>(bodies: readonly T[]): T[] =>
  [...bodies].sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);

/**
 * Sends a write and reads the item. Where a member then has a third value, `create` makes another item with the sent values, and the write
 * is sent once more. Undefined where it was refused.
 */
export async function storeAndRead(
  item: Item,
  { sent, before }: Pick<StoredWrite, 'sent' | 'before'>,
  collection: Collection,
  { send, create }: { send(): Promise<Exchange>; create(): Promise<Item> },
): Promise<StoredWrite | undefined> {
  const write = await send();
  if (!http.hasStatus(write, 200, 204)) return undefined;
  const isStored = (look: Exchange) =>
    http.hasStatus(look, 200) && listAltered({ sent, before, after: look }, collection).length === 0;
  const after = await item.getUntil(isStored);
  if (isStored(after)) return { sent, before, write, after };
  const created = await create();
  const shown = await http.readBack(created);
  await http.pause(http.typicalReadLagMs);
  await send();
  return { sent, before, write, after, control: { created, shown, again: await item.get() } };
}

/** Members with a value that is neither the old one nor the sent one. A kept value may belong to a member that is set once. */
function listAltered(
  { sent, before, after }: Pick<StoredWrite, 'sent' | 'before' | 'after'>,
  { unique, overrides, states, marker }: Collection,
): string[] {
  const managed = [...unique, ...Object.keys(overrides), ...[states?.pointer ?? [], marker ?? []].flat()];
  const left = new Set(managed.map((place) => compare.parsePointer(place)[0]));
  return Object.entries(sent)
    .filter(([name, value]) => {
      const [old, now] = [getShown(before, name), getShown(after, name)];
      if (left.has(name) || statePattern.test(name) || value === null) return false;
      return !compare.isEquivalent(now, value) && !compare.isEquivalent(now, old);
    })
    .map(([name]) => name);
}

/** A service may lead an item on to another state with each write. */
const statePattern = /status|state|stage|phase/i;

/** Violated where a member has a third value after each write, although a creation stores what it sends. */
export function judgeStored(writes: readonly StoredWrite[], judging: JudgingTools): Finding {
  let doubt: Finding | undefined;
  for (const { sent, before, write, after, control } of writes) {
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (control === undefined) continue;
    const { created, shown, again } = control;
    const wrong = listAltered({ sent, before, after }, judging.collection).find(
      (name) =>
        isKept(name, judging) &&
        compare.isEquivalent(pickMember(created.sent, name), getShown(shown, name)) &&
        compare.isEquivalent(pickMember(created.sent, name), sent[name]) &&
        compare.isEquivalent(getShown(again, name), getShown(after, name)),
    );
    if (wrong === undefined) {
      doubt = inconclusive('noise', 'the value changes by itself, or a creation does not store it, either');
      continue;
    }
    const at = compare.buildPointer([wrong]);
    const [expected, actual] = [{ [at]: sent[wrong] ?? null }, { [at]: getShown(after, wrong) ?? 'absent' }];
    return violated({ expected, actual, shows: [write, after, created.createdBy, shown] });
  }
  return doubt ?? held;
}

/** Whether a member neither changes by itself, nor with every write. */
const isKept = (name: string, { withoutBookkeeping }: JudgingTools): boolean =>
  pickMember(withoutBookkeeping({ [name]: 'any' }), name) !== undefined;

const getShown = ({ answer }: Exchange, name: string): Json | undefined => pickMember(answer?.json, name);

const pickMember = (value: Json | undefined, name: string): Json | undefined =>
  compare.getAtPointer(value, compare.buildPointer([name]));
