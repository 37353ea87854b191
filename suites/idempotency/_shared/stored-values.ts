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
import { getMember, getShown } from '../../_shared/members.js';

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

/** Sends a write and reads the item; where a member has a third value, also the control. Undefined where refused. */
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

type Seen = Pick<StoredWrite, 'sent' | 'before' | 'after'>;

/** Members that a write sends, without those that the run or the service manages. */
function listSent({ sent }: Pick<Seen, 'sent'>, { unique, overrides, states, marker }: Collection): string[] {
  const managed = [...unique, ...Object.keys(overrides), ...[states?.pointer ?? [], marker ?? []].flat()];
  const left = new Set(managed.map((place) => compare.parsePointer(place)[0]));
  return Object.keys(sent).filter((name) => !left.has(name) && !statePattern.test(name) && sent[name] !== null);
}

/** Those of them with a value that is neither the old one nor the sent one. A kept value may belong to a member that is set once. */
const listAltered = ({ sent, before, after }: Seen, collection: Collection): string[] =>
  listSent({ sent }, collection).filter(
    (name) => ![sent[name], getShown(before, name)].some((value) => compare.isEquivalent(getShown(after, name), value)),
  );

/** Those of them that should change. */
const listChanges = ({ sent, before }: Omit<Seen, 'after'>, collection: Collection): string[] =>
  listSent({ sent }, collection).filter((name) => !compare.isEquivalent(getShown(before, name), sent[name]));

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
        compare.isEquivalent(getMember(created.sent, name), getShown(shown, name)) &&
        compare.isEquivalent(getMember(created.sent, name), sent[name]) &&
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
  const { collection } = judging;
  const changes = writes.flatMap((one) => listChanges(one, collection).map((name) => ({ ...one, name })));
  const isUnchanged = ({ before, after, name }: (typeof changes)[number]) =>
    compare.isEquivalent(getShown(after, name), getShown(before, name));
  // Each member may be set once, but then nothing shows that others are not.
  if (doubt === undefined && changes.length > 0 && changes.every(isUnchanged))
    return inconclusive('no-usable-case', `${writes[0]?.write.method} changed none of the members that it sent`);
  return doubt ?? held;
}

/** Whether a member neither changes by itself, nor with every write. */
const isKept = (name: string, { withoutBookkeeping }: JudgingTools): boolean =>
  getMember(withoutBookkeeping({ [name]: 'any' }), name) !== undefined;
