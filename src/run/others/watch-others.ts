import { clock, pause } from '../../model/clock.js';
import { decodePercent } from '../../model/escapes.js';
import { type Exchange, getHeader, hasStatus, type RawExchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { describeHarm, type HarmedItem } from '../../model/result/harm.js';
import type { Collection } from '../../model/service/subject.js';
import { readIdAsText, readIdFromPath } from '../items/item-address.js';
import type { RunInput } from '../run-input.js';
import { usualLagMs } from '../trial/shared-state.js';
import {
  type ComparedList,
  type CompareListsOptions,
  compareLists,
  countUnnamed,
  createWatchedList,
  type ListReading,
  learnNoise,
  readAgain,
  recordNewEntries,
  renewList,
  type SentWrite,
  type WatchedList,
} from './compare-lists.js';
import { buildHarm, confirmLosses, describeUnclear, isUnwritten, type Suspects, selectHarmed } from './judge-losses.js';
import { LossDoubts } from './loss-doubts.js';
import { listOthers, readAllOthers } from './read-others.js';

type WatchOptions = CompareListsOptions & Pick<RunInput, 'seen' | 'kept'>;

/** Number of writes whose texts are looked for in items of others. */
const maxTexts = 400;

/** Why lists are compared: after a write, at the end of the run, or because lists may have hidden what writes since one did. */
interface Occasion {
  readonly after?: NonNullable<Suspects['after']>;
  /** The number of the exchange. */
  readonly since?: number;
  readonly isLast?: boolean;
}

/** Knows what others have, and finds out whether the run harmed it. Never throws because of a response. */
export class OthersWatch {
  #lists: readonly WatchedList[] = [];
  #harm: readonly HarmedItem[] = [];
  #mayRemovalHarm = false;
  readonly #writes: SentWrite[] = [];
  /** The ids that writes of the run, and the responses to them, named. */
  readonly #ownIds = new Set<string>();
  readonly #notes: string[] = [];
  readonly #doubts = new LossDoubts();
  /** Settles when what seems to be lost is examined, and when the last comparison is over. */
  #examining: Promise<void> = Promise.resolve();
  #comparing: Promise<void> = Promise.resolve();

  constructor(private readonly options: WatchOptions) {}

  /** Reads all lists twice before anything is written: what differs changes without the run. Keeps what others have in a file. Throws the error of the file system. */
  async record(collections: readonly Collection[]) {
    const options = this.options;
    const first = await readAllOthers(collections, options);
    const readAt = clock.epochMs();
    this.#lists = first.map((before) => createWatchedList(before, readAt, options.countStops()));
    const filled = this.#lists.filter(({ open }) => open.size > 0);
    const second = await mapAtOnce(filled, options.maxAtOnce, (list) => readAgain(list, options));
    for (const [i, list] of filled.entries()) {
      const now = second[i];
      if (now !== undefined) learnNoise(list, now);
    }
    const shown = this.#lists.filter((list) => addEarlierEntries(list, options.seen));
    if (this.hasOthers()) this.#keepItems();
    if (shown.length === 0) return first;
    // A query may have removed what the survey saw. Another client may have, too, so only what is far more than that counts.
    const quiet = shown.filter(({ isActive }) => !isActive);
    for (const list of quiet) list.isActive = true;
    await this.#compareLists(shown);
    for (const list of quiet) list.isActive = false;
    return first;
  }

  /**
   * Whether there are items of others in the list of a collection or below it, or other clients may add some; without a name, whether
   * there are any that are compared.
   */
  hasOthers(name?: string): boolean {
    for (const list of this.#lists) {
      const mayHave = list.open.size > 0 || (name !== undefined && list.isActive);
      if (mayHave && isAt(list, name)) return true;
    }
    return false;
  }

  /** Whether other clients were seen to write to the list of a collection, or to one below it. */
  isShared(name: string): boolean {
    return this.#lists.some((list) => list.isActive && isAt(list, name));
  }

  /** Whether a list may show what was before a write: it did not show the first item of the run at once. */
  mayLag(): boolean {
    for (const list of this.#lists) if (list.open.size > 0 && list.isPrompt === false) return true;
    return false;
  }

  /** Records a write that was sent. What it names and what its response names are not ids of others. */
  recordWrite(exchange: Exchange | RawExchange, collection: Collection | undefined, sent: Json | undefined): void {
    const { n, method, path, answer } = exchange;
    const location = getHeader(answer, 'location');
    const json = answer !== undefined && 'json' in answer ? answer.json : undefined;
    const shown = collection && readIdAsText(collection, json);
    this.#ownIds.add(readLastSegment(path));
    // The id of an item need not be the last segment of its path.
    const named = collection?.itemPath?.endsWith('}') === false ? readIdFromPath(collection, path) : undefined;
    if (named !== undefined) this.#ownIds.add(named);
    if (location !== undefined) this.#ownIds.add(readLastSegment(location));
    if (shown !== undefined) this.#ownIds.add(shown);
    const mayHaveCreated = method === 'POST' && (answer === undefined || hasStatus(exchange, 2, 3, 5));
    const isUnnamed = mayHaveCreated && location === undefined && shown === undefined && named === undefined;
    const { status = 0 } = answer ?? {};
    // What a gateway did not pass on, and was carried out all the same, shows the marker.
    const isLost = (status === 502 || status === 503) && JSON.stringify(sent ?? null).includes(this.options.runMark);
    const isKnown = isLost || (status >= 400 && status < 500);
    this.#writes.push({ n, method, path, collection: collection?.name, isUnnamed, mayHaveAdded: !isKnown, sent });
    const old = this.#writes.at(-maxTexts);
    if (old !== undefined) old.sent = undefined;
  }

  /** Compares the lists of a collection and those below it, or all, with what others had; last, also each item that entries do not show. */
  compare(name?: string, occasion: Occasion = {}): Promise<void> {
    this.#comparing = this.#comparing.then(() => {
      const lists = this.#lists.filter((list) => list.open.size > 0 && isAt(list, name));
      return this.#compareLists(lists, occasion);
    });
    return this.#comparing;
  }

  /** Whether items of others may have gone with writes like this, so that it is compared before and after it. */
  isDoubtful(method: string, collection: string | undefined): boolean {
    return this.#doubts.has(method, collection);
  }

  /** Resolves when nothing that seems to be lost is being examined: nothing is written meanwhile. */
  awaitQuiet(): Promise<void> {
    return this.#examining;
  }

  listHarm(): readonly HarmedItem[] {
    return this.#harm;
  }

  /** Whether a removal was sent between the last comparison without harm and the harm: it may be what did it. */
  mayRemovalHarm(): boolean {
    return this.#mayRemovalHarm;
  }

  /** What the run harmed, as one line; undefined where it is not known to have harmed anything. */
  describeHarm(): string | undefined {
    return this.#harm.length === 0 ? undefined : describeHarm(this.#harm);
  }

  notes(): readonly string[] {
    return this.#notes;
  }

  /** Keeps the file where items were harmed, and removes it otherwise. */
  close(): void {
    if (this.#harm.length === 0) this.options.kept?.remove();
  }

  /** Compares lists with what they showed before the run, confirms what seems to be lost, and records what of it the run did. */
  async #compareLists(lists: readonly WatchedList[], occasion: Occasion = {}): Promise<void> {
    const options = this.options;
    const { after, isLast = false } = occasion;
    const count = this.#writes.length;
    for (const list of lists) {
      const lost = list.stops === options.countStops() ? 0 : await renewList(list, options);
      if (lost > 0)
        this.#notes.push(
          `${list.before.collection.name}: ${lost} of the items that existed before the run are gone or have other values since the service stopped; whether a request of the run did it is not known`,
        );
    }
    const reading = { isLast, sent: this.#writes.flatMap(({ sent }) => sent ?? []), ownIds: this.#ownIds };
    const compared = await compareLists(lists, options, reading);
    for (const { list, now, losses } of compared) {
      if (after !== undefined && isCreation(after) && after.path.startsWith(now.collection.path))
        list.isPrompt ??= JSON.stringify(now.all).includes(options.runMark) || this.#showsOwn(now);
      const unexplained = recordNewEntries(list, now, this.#ownIds, losses);
      if (unexplained > 0 && losses.length === 0) list.hasGrown = true;
      if (unexplained > countUnnamed(list, this.#writes)) list.isActive = true;
    }
    const suspected = compared.filter(({ losses }) => losses.length > 0);
    const judge = async () => {
      const lost = [...suspected, ...(await this.#lookLater(compared, reading))];
      const lasting = lost.length > 0 ? await confirmLosses(lost, options, reading) : [];
      this.#blame(lasting, occasion, count);
    };
    this.#examining = judge();
    await this.#examining;
    for (const { list } of compared) list.comparedAt = count;
  }

  /** What lists that hide items for the first time have lost: reads of the items may show for a while what is gone. */
  async #lookLater(compared: readonly ComparedList[], reading: ListReading): Promise<readonly ComparedList[]> {
    const hiding = compared.filter(({ list, losses, isHiding }) => isHiding && !list.isHiding && losses.length === 0);
    if (hiding.length === 0) return [];
    for (const { list } of hiding) list.isHiding = true;
    await pause(usualLagMs);
    const lists = hiding.map(({ list }) => list);
    return (await compareLists(lists, this.options, reading)).filter(({ losses }) => losses.length > 0);
  }

  /** Records what of the losses the run did. `count` is the number of writes when the lists were read. */
  #blame(lasting: readonly ComparedList[], { after, since = Number.POSITIVE_INFINITY }: Occasion, count: number): void {
    const options = { ...this.options, file: this.options.kept?.path };
    // Another client that writes to one list may write to each.
    const isUsed = this.#lists.some(({ isActive }) => isActive);
    const judged = lasting.map((one) => {
      const isSuspect = ({ n }: SentWrite, i: number) => i >= one.list.comparedAt || n >= since;
      const all = this.#writes.slice(0, count).filter(isSuspect);
      // What lists hid for a while is named by the write after which they are read again, or by a removal.
      const looked = since === Number.POSITIVE_INFINITY ? undefined : all.find(({ n }) => n === since);
      const isOfList = ({ path }: SentWrite) => path.startsWith(one.list.before.collection.path);
      const before = all.length > 0 ? undefined : this.#writes.slice(0, count).findLast(isOfList);
      const suspects = {
        before,
        after: after ?? (looked && (all.find(({ method }) => method === 'DELETE') ?? looked)),
        all,
      };
      return { one, suspects, isShared: one.list.isActive || (isUsed && isUnwritten(one, lasting, suspects)) };
    });
    // After a stop, what is missing may be lost with the state of the service.
    const steady = judged.filter(({ one }) => one.list.stops === options.countStops());
    const sure = steady.flatMap(({ one, suspects, isShared }) =>
      selectHarmed(one, isShared).map((loss) => ({ one, suspects, loss })),
    );
    const shared = steady.filter(({ isShared, one }) => isShared && one.list.isActive);
    const write = after && this.#writes.find(({ n }) => n === after.n);
    const went = shared.flatMap(({ one, suspects }) => one.losses.map((loss) => ({ one, suspects, loss })));
    const proven = sure.length === 0 ? this.#doubts.count(went, write) : [];
    for (const { one, suspects } of shared) this.#doubts.add(one, suspects);
    const harm = [...sure, ...proven].map(({ one, suspects, loss }) => {
      if ([after, ...suspects.all].some((one) => one?.method === 'DELETE')) this.#mayRemovalHarm = true;
      return buildHarm(one.list.before.collection, loss, suspects, options);
    });
    if (harm.length === 0 && this.#harm.length === 0)
      this.#notes.push(...judged.map(({ one, isShared }) => describeUnclear(one, isShared)));
    for (const { list, losses } of lasting) for (const { key } of losses) list.open.delete(key);
    this.#harm = [...this.#harm, ...harm];
    if (harm.length > 0) this.#keepItems();
  }

  /** Whether a list shows an item that a write of the run, or the response to one, named. */
  #showsOwn({ all, collection }: ComparedList['now']): boolean {
    return all.some((entry) => this.#ownIds.has(readIdAsText(collection, entry) ?? ''));
  }

  #keepItems(): void {
    const lists = this.#lists
      .filter(({ kept }) => kept.size > 0)
      .map(({ kept, before: { collection, items } }) => ({
        collection: collection.name,
        path: collection.path,
        entries: [...kept].map(([key, entry]) => items.get(key) ?? entry),
      }));
    this.options.kept?.write({ lists, ...(this.#harm.length > 0 && { harm: this.#harm }) });
  }
}

const isCreation = ({ method }: NonNullable<Suspects['after']>): boolean => method === 'POST' || method === 'PUT';

function readLastSegment(path: string): string {
  const end = path.search(/\/*([?#]|$)/);
  return decodePercent(path.slice(path.lastIndexOf('/', end - 1) + 1, end));
}

/** Adds what a list showed first; returns whether it no longer shows some of it. */
function addEarlierEntries(list: WatchedList, seen: WatchOptions['seen']): boolean {
  const { collection } = list.before;
  const missing = listOthers(collection, seen?.get(collection.name) ?? []).filter(([key]) => !list.known.has(key));
  for (const [key, entry] of missing) {
    list.open.set(key, entry);
    list.kept.set(key, entry);
  }
  list.length = Math.max(list.length, list.known.size + missing.length);
  return missing.length > 0;
}

/** Whether a list is that of a collection, or below one of its items; any list is without a name. */
function isAt({ before: { collection } }: WatchedList, name: string | undefined): boolean {
  return (
    name === undefined || collection.name === name || collection.parents.some((parent) => parent.collection === name)
  );
}
