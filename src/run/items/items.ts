import { clock, pause, pollUntil } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Listing, Page, Walk, WalkOptions } from '../../rule/http/page.js';
import type { AbortPoint } from '../../rule/http/request.js';
import type { CreateOptions, Creation, Item, Items } from '../../rule/items.js';
import { isOwned } from '../cleanup/ownership.js';
import { reduceToRequired } from '../content/request-content.js';
import { usualMaxItems } from '../run-input.js';
import { abortCreation, postCreation } from './create-item.js';
import { createIdentity, prepareBody } from './identity.js';
import { buildItemAddress, readEntryAddress, readIdAsText } from './item-address.js';
import { ItemHandle, type ItemSetting } from './item-handle.js';
import { isEmptied, type KeptItem, readContent } from './kept-items.js';
import { fetchPage, listItems, walkPages } from './lists.js';
import { buildFirstPagePath } from './read-page.js';
import { generateUnusedId } from './unique-values.js';

/** What the setup of a case does beyond what rules can do. */
export interface SetupItems extends Items {
  /** The existing item at this place of the list, counted from 0, or the last one. The run never changes it. */
  findListed(place: number, id?: string): Promise<Item>;
}

/** Which items of earlier cases show how they were created. */
const suits = {
  'as first read': ({ first }: KeptItem) => Boolean(first),
  'as they are': ({ isChanged }: KeptItem) => isChanged !== true,
} as const;

/** How long a service remembers a key at least, in seconds, where that is not declared: the shortest that is usual. */
const usualKeySeconds = 300;
/** The part of that time in which a key may be used again: its request may wait. */
const certainPart = 0.5;

/** Longest wait for an item that another case uses, in milliseconds. */
const maxKeptWaitMs = 10_000;

/** Whether an item of an earlier case is as good: what is sent is no test of its own, and by no other caller. */
const isOrdinary = ({ as, like, text, headers, isInvalid }: CreateOptions = {}): boolean =>
  (as ?? like ?? text ?? headers) === undefined && isInvalid !== true;

export class CaseItems implements SetupItems {
  readonly maxItems: number;
  private readonly setting: ItemSetting;
  /** Number of ordinary creations of the case. */
  private count = 0;

  constructor(given: ItemSetting) {
    const { collection, maxItems } = given;
    this.setting = { ...given, wire: given.wire.for(collection, true) };
    this.maxItems = collection.remove ? maxItems : Math.min(maxItems, usualMaxItems);
  }

  async post(body: Json, making?: CreateOptions): Promise<Creation> {
    const { collection, document } = this.setting;
    const reduced = making?.isMinimal ? reduceToRequired({ body, collection }, document) : undefined;
    const own = reduced ? { ...this.setting, collection: reduced.collection } : this.setting;
    const send = () => postCreation(own, reduced?.body ?? body, making);
    const place = isOrdinary(making) ? ++this.count : Number.POSITIVE_INFINITY;
    try {
      return await send();
    } catch (error) {
      const kept = this.isFull(error) ? await this.reuse(place, making?.key !== undefined) : undefined;
      if (kept === undefined) throw error;
      return kept === 'gone' ? await send() : kept;
    }
  }

  private isFull(error: unknown): boolean {
    const { closed, full } = this.setting.addressing.of(this.setting.collection.name);
    return error instanceof InconclusiveError && (closed ?? full) !== undefined;
  }

  /** The creation of an item of an earlier case that no other case uses; the item has the content that it has now, or is gone. */
  private async reuse(place: number, isKeyed: boolean): Promise<Creation | 'gone' | undefined> {
    const { addressing, collection, ledger, reusedItems = 0, judgesCreations, wire } = this.setting;
    // What a case creates after its items is a control, with content that it needs.
    if (place > reusedItems) return undefined;
    // A case that has one does not wait for another: one that has this may wait for the first.
    const waitMs = place === 1 ? maxKeptWaitMs : 0;
    const rememberedMs = (collection.idempotency?.ttl ?? usualKeySeconds) * 1_000 * certainPart;
    const isRemembered = ({ key, madeAt }: KeptItem) =>
      key !== undefined && clock.now() - madeAt <= rememberedMs && !wire.hasStoppedSince(madeAt);
    const isFit = (item: KeptItem) =>
      item.entry.at === collection.path &&
      (judgesCreations === undefined || suits[judgesCreations](item)) &&
      (!isKeyed || isRemembered(item));
    const { kept: stored } = addressing.of(collection.name);
    const kept = collection.read && (await stored.take(waitMs, isFit));
    if (kept === undefined) return undefined;
    const { address, identity, made, entry, key } = kept;
    ledger.resume(entry);
    // What the earlier case wrote may not be visible yet.
    if (collection.consistency.itemMs > 0) await pause(collection.consistency.itemMs);
    const { answer } = await new ItemHandle(this.setting, address, { ...kept, first: undefined }).get();
    const isAbsent = answer?.status === 404 || answer?.status === 410;
    // Where no read ever showed an item, it need not be gone: reads may lag, or it is elsewhere.
    if (isAbsent && stored.hasShown && stored.drop(address.path)) {
      ledger.recordGone(entry);
      addressing.recordAbsent(collection.name, address.path);
      return 'gone';
    }
    // Its address may belong to another item.
    const isItself = readIdAsText(collection, answer?.json) === address.id && isEmptied(entry, answer?.json);
    if (answer?.status !== 200) return undefined;
    if (!isOwned(entry, collection, answer) && !isItself) return void stored.forget(address.path);
    wire.seen.push(...kept.evidence);
    const isAsRead = judgesCreations === 'as first read';
    if (isAsRead) {
      const [then, now] = [kept.first?.answer, answer].map((one) => JSON.stringify(readContent(kept.sent, one?.json)));
      // What the first GET of an item showed that has changed since counts once: it cannot be repeated.
      if (then !== now && kept.isJudged) return undefined;
      kept.isJudged = true;
    }
    const sent = isAsRead || isKeyed ? kept.sent : readContent(kept.sent, answer.json);
    const known = { ...kept, sent, first: isAsRead ? kept.first : undefined };
    return { ...identity, exchange: made, sent, key, item: new ItemHandle(this.setting, address, known) };
  }

  async create(body: Json, making?: CreateOptions): Promise<Item> {
    const { exchange, item } = await this.post(body, making);
    const { restMs, collection } = this.setting;
    if (item && restMs > 0) await pause(restMs);
    if (item) return item;
    const { answer, n } = exchange;
    if (hasStatus(exchange, 401, 403))
      throw new InconclusiveError('refused', `the service refused the creation with ${answer?.status} (exchange ${n})`);
    const why = hasStatus(exchange, 2)
      ? `the created item has no known address: no id at ${collection.id.pointer || '/'} and no Location (exchange ${n})`
      : `the service answered the creation with ${answer?.status} (exchange ${n}): ${summarizeBody(exchange)}`;
    throw new InconclusiveError('setup', why);
  }

  draft(body: Json): Json {
    const { collection, document, runMark } = this.setting;
    return prepareBody(collection, body, createIdentity(runMark), { isMarked: true, document });
  }

  abort(body: Json, making: CreateOptions & { readonly abortAt: AbortPoint }): Promise<Creation> {
    return abortCreation(this.setting, body, making);
  }

  firstPage(size?: number | string | null, query?: Readonly<Record<string, string>>): string {
    return buildFirstPagePath(this.setting.collection, size, query);
  }

  page(path: string): Promise<Page> {
    return fetchPage(this.setting, path);
  }

  walk(walking?: WalkOptions): Promise<Walk> {
    return walkPages(this.setting, walking);
  }

  list(isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing> {
    return listItems(this.setting, isEnough);
  }

  listUntil(isSettled: (listing: Listing) => boolean): Promise<Listing> {
    const { collection, addressing } = this.setting;
    return pollUntil(
      () => listItems(this.setting),
      isSettled,
      collection.consistency.listMs,
      addressing.of(collection.name).polls.list,
    );
  }

  readId(representation: Json | undefined): string | undefined {
    return readIdAsText(this.setting.collection, representation);
  }

  findEntry({ entries }: Listing, item: Item): Json | undefined {
    // An entry may be the id alone.
    const isId = (entry: Json) => typeof entry !== 'object' && String(entry) === item.id;
    const named = entries.find((entry) => this.readId(entry) === item.id || isId(entry));
    if (named !== undefined || !(item instanceof ItemHandle)) return named;
    const { mark } = item.identity;
    // An entry with the id of another item is another one, whatever it shows.
    return entries.find(
      (entry) => (this.readId(entry)?.includes(mark) ?? true) && JSON.stringify(entry).includes(mark),
    );
  }

  findCopies(listing: Listing, item: Item): Json[] {
    const own = this.findEntry(listing, item);
    const id = own && this.readId(own);
    if (id === undefined || !(item instanceof ItemHandle)) return [];
    return listing.entries.filter(
      (entry) => ![undefined, id].includes(this.readId(entry)) && JSON.stringify(entry).includes(item.identity.mark),
    );
  }

  /** Enters a listed item in the ledger if it shows what this run sent. */
  claim(found: Json): Item | undefined {
    const { collection, ledger, runMark } = this.setting;
    const address = readEntryAddress(collection, found);
    const { mark } = ledger.findMarker(found, collection, runMark) ?? {};
    if (address === undefined || mark === undefined || collection.standing?.includes(address.id)) return undefined;
    const entry = ledger.claim(collection.name, mark, address.path, collection.path);
    const made = { n: 0, method: 'GET', path: collection.path, answer: undefined, silence: undefined };
    return new ItemHandle(this.setting, address, {
      identity: { mark, word: '', uniques: {} },
      sent: found,
      made,
      entry,
    });
  }

  async getAny(body: Json): Promise<Item> {
    const { collection, mayWrite } = this.setting;
    if (!mayWrite || !collection.create?.request) return this.findListed(0);
    try {
      return await this.create(body);
    } catch (error) {
      // Where nothing more may be created, rules that only read share an existing item.
      if (!this.isFull(error) || collection.list === undefined) throw error;
      return this.findListed(0);
    }
  }

  async findListed(place: number, id?: string): Promise<Item> {
    const { collection, ledger, runMark, mayWrite } = this.setting;
    const { entries, pages } = await this.list((found) => found.length > place);
    const named = id === undefined ? undefined : entries.find((one) => readIdAsText(collection, one) === id);
    const entry = named ?? entries[place] ?? entries.at(-1) ?? null;
    const listed = entry === null ? undefined : readEntryAddress(collection, entry);
    const address = id === undefined || named !== undefined ? listed : buildItemAddress(collection, id);
    const [made] = pages;
    if (address && made) {
      ledger.recordForeign(address.path);
      const identity = createIdentity(runMark);
      return new ItemHandle(this.setting, address, { identity, sent: entry, made, entry: undefined });
    }
    const why = !mayWrite
      ? 'and the run may not create any (--permit writes)'
      : `and ${collection.create?.request ? 'no more are created' : 'none is created (resources[].create)'}`;
    throw new InconclusiveError('setup', `${collection.name} lists no items, ${why}`);
  }

  async createDeleted(body: Json): Promise<Item> {
    if (!this.setting.mayDelete || !this.setting.collection.remove)
      throw new InconclusiveError('setup', 'the run may not delete an item to request it afterwards');
    const item = await this.create(body);
    const exchange = await item.delete();
    if (!hasStatus(exchange, 2))
      throw new InconclusiveError('setup', `DELETE returned ${exchange.answer?.status} (exchange ${exchange.n})`);
    return item;
  }

  async getUnknown(body: Json): Promise<Item> {
    const real = await this.getAny(body);
    const id = generateUnusedId(real.id);
    const [plain = '', query] = real.path.split('?');
    const elsewhere = plain.slice(0, plain.lastIndexOf('/') + 1) + encodeURIComponent(id);
    const { path } = buildItemAddress(this.setting.collection, id) ?? { path: elsewhere };
    // What the address of a real item has in its query may be required of each request.
    const address = { id, path: query === undefined || path.includes('?') ? path : `${path}?${query}` };
    const identity = createIdentity(this.setting.runMark);
    return new ItemHandle(this.setting, address, { identity, sent: body, made: real.createdBy, entry: undefined });
  }
}

const summarizeBody = ({ answer }: Exchange) => (answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
