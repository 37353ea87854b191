import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  type Item,
  inconclusive,
  type JudgingTools,
  type Tools,
  violated,
} from '#rule';
import { getMember, pickMembers } from '../../_shared/members.js';
import { exchangeTexts, listWritten, type Place, type PlacedItem, type SentWrite } from './send-write.js';

/**
 * Where a watched item is: above the written ones or named by them, so that it may sum up what they have; referring to them, so
 * that it may have copies of their values; or elsewhere, in another collection and not above them, so that nothing of it depends on them.
 */
export type WatchPosition = 'beside' | 'above' | 'referring' | 'elsewhere';

/** An item that no request of the case names, read before and after requests to another one. */
export interface WatchedItem {
  readonly item: Item;
  readonly of: Collection;
  readonly position?: WatchPosition;
  readonly before: Exchange;
  readonly after: Exchange;
  /** Control: one more read, where the second read differs from the first. */
  readonly again: Exchange | undefined;
}

/** Reads an item again after the writes, and once more where it differs. */
export async function readWatchedItem<T extends Pick<WatchedItem, 'item' | 'of' | 'position' | 'before'>>(watched: T) {
  const { item, before } = watched;
  const after = await item.get();
  const isMoved = !compare.isEquivalent(before.answer?.json, after.answer?.json);
  return { ...watched, after, again: isMoved ? await item.get() : undefined };
}

/**
 * Violated where an item that no request named is gone, or where a text in it changed that a client wrote. Services may
 * keep a member that only one item can have (a position, a default), so another member is a violation only where it took
 * the value that was written.
 */
export function judgeWatchedItem(watched: WatchedItem, writes: readonly SentWrite[], judging: JudgingTools): Finding {
  const { before, after, again } = watched;
  const shows = [before, ...writes.map(({ exchange }) => exchange), after];
  if (http.isCached(before) || http.isCached(after))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (http.hasStatus(after, 404, 410))
    return violated({ expected: 'the other item is unchanged', actual: `GET returned ${after.answer?.status}`, shows });
  if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
  const changed = listMovedMembers(watched, judging);
  const accused = changed.filter((name) => isAccused(watched, name, writes, judging));
  if (accused.length > 0) {
    const pick = ({ answer }: Exchange) => pickMembers(answer?.json, accused);
    return again && !compare.isEquivalent(pick(after), pick(again))
      ? inconclusive('noise', `${accused[0]} changes by itself; if so, name it in resources[].volatile`)
      : violated({ expected: pick(before), actual: pick(after), shows });
  }
  return changed.length === 0 ? held : heldWithNote(`${changed[0]} of another item changed with the write`);
}

function isAccused(watched: WatchedItem, name: string, writes: readonly SentWrite[], judging: JudgingTools): boolean {
  if (watched.position === 'elsewhere') return true;
  if (watched.position === 'referring') return isFreeText(watched, name, judging) && !isCopy(watched, name, writes);
  return isFreeText(watched, name, judging) || hasTaken(watched, name, writes);
}

/** Items that are watched while requests are sent to others. */
export interface Watch {
  /** This item is watched, too, from the next call of `readAdded`. */
  add(item: Item, of: Collection, position?: WatchPosition): Pick<Watch, 'add' | 'readAdded'>;
  /** Reads the items that were added, as they are before the next writes. What creates such items comes before. */
  readAdded(): Promise<void>;
  /** Reads the watched items after these writes, which count unless they are only a preparation, and the added ones for the first time. */
  recordStep(writes: readonly SentWrite[], isCounted?: boolean): Promise<void>;
  /** Sends and records sequences of writes: side by side where the watched items are read at the end, otherwise one after the other. */
  recordAll(sequences: readonly (readonly (() => Promise<SentWrite>)[])[]): Promise<void>;
  listSteps(): readonly WatchedStep[];
}

/** Writes, and the items that they do not name before and after them. */
export interface WatchedStep {
  readonly writes: readonly SentWrite[];
  readonly looks: readonly WatchedItem[];
}

/**
 * Runs an experiment that reads the watched items again only at its end. Where one of them changed, it runs once more on new items, which
 * are read after each step, so that it is known what changed them. All its steps must count.
 */
export async function watchSteps(run: (watch: Watch) => Promise<void>): Promise<readonly WatchedStep[]> {
  const late = startWatch(true);
  await run(late);
  await late.recordPending();
  if (!late.listSteps().some(hasMoved)) return late.listSteps();
  const each = startWatch();
  await run(each);
  return each.listSteps().some(hasMoved) ? each.listSteps() : late.listSteps();
}

/** Whether an item differed after a step. */
export const hasMoved = ({ looks }: WatchedStep): boolean => looks.some(({ again }) => again !== undefined);

/** Begins to watch items; `isLate`: they are read again only with `recordPending`. */
export function startWatch(isLate = false): Watch & { recordPending(): Promise<void> } {
  const watched: Pick<WatchedItem, 'item' | 'of' | 'position' | 'before'>[] = [];
  const added: Pick<WatchedItem, 'item' | 'of' | 'position'>[] = [];
  const pending: SentWrite[] = [];
  const steps: WatchedStep[] = [];
  const listFirstReads = () =>
    Promise.all(added.splice(0).map(async (one) => ({ ...one, before: await http.readBack(one.item) })));
  const watch = {
    readAdded: async () => void watched.push(...(await listFirstReads())),
    async recordAll(sequences: readonly (readonly (() => Promise<SentWrite>)[])[]): Promise<void> {
      const record = async (writes: readonly (() => Promise<SentWrite>)[]) => {
        for (const write of writes) await watch.recordStep([await write()]);
      };
      await (isLate ? Promise.all(sequences.map(record)) : record(sequences.flat()));
    },
    async recordStep(writes: readonly SentWrite[], isCounted = true): Promise<void> {
      if (isLate) {
        pending.push(...writes);
        return watch.readAdded();
      }
      if (writes.length === 0) return;
      const [looks, first] = await Promise.all([Promise.all(watched.map(readWatchedItem)), listFirstReads()]);
      if (isCounted) steps.push({ writes, looks });
      const read = looks.map(({ after, again: _, ...one }) => ({ ...one, before: after }));
      watched.splice(0, watched.length, ...read, ...first);
    },
    async recordPending() {
      isLate = false;
      await watch.recordStep(pending.splice(0));
    },
    add(item: Item, of: Collection, position: WatchPosition = 'beside') {
      added.push({ item, of, position });
      return watch;
    },
    listSteps: () => steps,
  };
  return watch;
}

/** Watches the items that the path and the bodies name. */
export function watchNamed(watch: Watch, named: Omit<Place, 'items' | 'collection'>, position: WatchPosition): Watch {
  for (const { item, of } of named.referred) watch.add(item, of, position);
  if (named.nested) watch.add(named.nested.parent, named.nested.above, position);
  return watch;
}

/** Watches the items that the path and the bodies name, and another one beside that of the path, where there are any. */
export async function watchParents(watch: Watch, place: Place, { related }: Pick<Tools, 'related'>): Promise<void> {
  watchNamed(watch, place, 'above');
  if (place.nested) watch.add((await related.nest(place.nested)).parent, place.nested.above, 'elsewhere');
}

/** Number of other collections in which one case watches an item. */
const maxApart = 4;

/** Watches new items of other collections, which refer to what this place refers to; `turn` selects which. */
export async function watchApart(watch: Watch, tools: Tools, turn: number, place: Place): Promise<void> {
  const { apart = [] } = tools.collection;
  const { nested, referred } = place;
  const shared = [...referred, ...(nested ? [{ item: nested.parent, of: nested.above }] : [])];
  const first = turn % Math.max(apart.length, 1);
  for (const name of [...apart, ...apart].slice(first, first + Math.min(maxApart, apart.length))) {
    const { item, of, isShared } = await tools.related.createIn(name, shared);
    // Items with a parent in common may depend on each other: only one of them may be the first, or the default.
    watch.add(item, of, isShared ? 'beside' : 'elsewhere');
  }
}

/** The result of all comparisons of these steps. */
export const judgeSteps = (steps: readonly WatchedStep[], judging: JudgingTools): Finding =>
  combine(steps.flatMap(({ looks, writes }) => looks.map((look) => judgeWatchedItem(look, writes, judging))));

export const combine = (findings: readonly Finding[]): Finding =>
  findings.find(({ verdict }) => verdict === 'violated') ??
  findings.find(({ verdict }) => verdict !== 'held') ??
  findings.find((finding) => 'note' in finding) ??
  held;

function listMovedMembers({ item, of, before, after }: WatchedItem, { withoutBookkeeping }: JudgingTools): string[] {
  const [was, is] = [before, after].map(({ answer }) => withoutBookkeeping(answer?.json));
  const [state] = compare.parsePointer(of.states?.pointer ?? '');
  const written = Object.keys(compare.isObject(item.sent) ? item.sent : {});
  return [...new Set([...written, ...(state === undefined ? [] : [state])])].filter((name) => {
    const [old, now] = [getMember(was, name), getMember(is, name)];
    return old !== undefined && !compare.isEquivalent(old, now);
  });
}

/** Whether any texts are valid in this member, so that they have no meaning for other items. A state may be one that only one item can have. */
function isFreeText({ item, of, before }: WatchedItem, name: string, { findBreaches }: JudgingTools): boolean {
  const schema = of.create?.request?.schema;
  const old = getMember(before.answer?.json, name);
  const isState = of.states?.pointer === compare.buildPointer([name]);
  const exchanged = old === undefined || isState ? undefined : exchangeTexts(old);
  if (exchanged === undefined) return false;
  if (of.marker === compare.buildPointer([name])) return true;
  if (schema === undefined || !compare.isObject(item.sent) || !Object.hasOwn(item.sent, name)) return false;
  const other = { ...item.sent, [name]: exchanged };
  return !findBreaches(schema, other).some(({ pointer }) => compare.parsePointer(pointer)[0] === name);
}

/** Whether a member of the watched item now has the value that the written item was sent or shows, and had another one. */
const hasTaken = ({ after, position }: WatchedItem, name: string, writes: readonly SentWrite[]): boolean => {
  const now = getMember(after.answer?.json, name);
  if (now === undefined || now === null || typeof now === 'object' || position === 'above') return false;
  return listWritten(writes, name).some((value) => compare.isEquivalent(value, now));
};

/** Whether a member of the watched item now has a value that the written item was sent or shows, in whichever member. */
const isCopy = ({ after }: WatchedItem, name: string, writes: readonly SentWrite[]): boolean =>
  listWritten(writes).some((value) => compare.isEquivalent(value, getMember(after.answer?.json, name) ?? null));

/** Watches an item while only it is read, as a control, and then while others are read. */
export async function watchReads({ item, of }: PlacedItem, read: () => Promise<readonly Exchange[]>) {
  const watch = startWatch();
  await watch.add(item, of, 'elsewhere').readAdded();
  const readItself = () => Promise.all([item.get(), item.get(), item.get()]);
  for (const send of [readItself, read])
    await watch.recordStep((await send()).map((exchange) => ({ exchange, sent: null })));
  return watch.listSteps();
}
