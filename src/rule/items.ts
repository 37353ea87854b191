import type { Exchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Caller } from '../model/service/caller.js';
import type { Listing, Page, Walk, WalkOptions } from './http/page.js';
import type { AbortPoint } from './http/request.js';

/** An item that the run created; it is in the ledger and is cleaned up. */
export interface Item {
  readonly id: string;
  /** Path under the base URL. */
  readonly path: string;
  readonly sent: Json;
  /** The exchange that created it; for an item that was found, the one that found it. */
  readonly createdBy: Exchange;
  /** Prepares a generated body for this item, with its unique members and its marker; see {@link CreateOptions.marked}. */
  prepare(body: Json, options?: Pick<CreateOptions, 'marked'>): Json;
  get(query?: string): Promise<Exchange>;
  /** Repeats GET within the declared read lag until `isSettled`; resolves to the last exchange. */
  getUntil(isSettled: (exchange: Exchange) => boolean): Promise<Exchange>;
  head(): Promise<Exchange>;
  put(body: Json): Promise<Exchange>;
  patch(patch: Json): Promise<Exchange>;
  delete(): Promise<Exchange>;
}

/** How an item is created. */
export interface CreateOptions {
  readonly role?: 'control';
  readonly headers?: Readonly<Record<string, string>>;
  /** Adds the run marker even when its member was omitted or empty, unless the schema forbids it there. */
  readonly marked?: boolean;
  /** Idempotency key, sent where the collection declares it; null for none, also where one is required. */
  readonly key?: string | null;
  readonly as?: Caller;
  /** Sends the members that the schema requires, and the marker: what only one caller can refer to is mostly optional. */
  readonly isMinimal?: boolean;
  /**
   * Sends exactly what an earlier creation sent, including marker and unique members; the generated body is ignored.
   */
  readonly like?: Pick<Creation, 'sent' | 'mark'>;
  /** Sends this text as content instead of the body. It is expected to create the item of `like`, or none. */
  readonly text?: string;
  /** Whether the body should be refused. As with `like` and `text`, it is sent also where no more items may be created. */
  readonly isInvalid?: boolean;
}

/** The result of a POST to the collection; `item` if it created one with a known address. */
export interface Creation {
  readonly exchange: Exchange;
  readonly item: Item | undefined;
  /** The sent body, with unique members and marker. */
  readonly sent: Json;
  readonly mark: string;
  /** The idempotency key with which it was sent, also where that of an earlier case is used. */
  readonly key?: string | undefined;
}

/** Creates and finds items in the collection of the subject. */
export interface Items {
  /** The most items that one case may create: 31, or more where the run may fill a collection. */
  readonly maxItems: number;
  /** Creates an item. Throws `InconclusiveError('setup' | 'refused' | 'no-answer')`. */
  create(body: Json, making?: CreateOptions): Promise<Item>;
  /** Sends a creation without judging the response; created items are owned by the run. */
  post(body: Json, making?: CreateOptions): Promise<Creation>;
  /** Prepares a generated body like that of a new item, with its own marker and unique members; nothing is sent. */
  draft(body: Json): Json;
  /**
   * Sends a creation and aborts the connection before a response. Resolves to what is known about it, to be repeated
   * with `like`.
   */
  abort(body: Json, making: CreateOptions & { readonly abortAt: AbortPoint }): Promise<Creation>;
  /** Reads the pages of the collection until `isEnough` or the end. */
  list(isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing>;
  /** Repeats listing until `isSettled` or the end of the declared list lag; resolves to the last listing. */
  listUntil(isSettled: (listing: Listing) => boolean): Promise<Listing>;
  /**
   * Path of the first page, with more query parameters if given. `size` is a number of entries, a text sent as it is, or
   * null for no page size.
   */
  firstPage(size?: number | string | null, query?: Readonly<Record<string, string>>): string;
  /** Reads one page. */
  page(path: string): Promise<Page>;
  /** Walks from page to page; stops at loops and at the page limit. */
  walk(walking?: WalkOptions): Promise<Walk>;
  /** Takes a listed entry with a marker of this case as created by the run, and enters it in the ledger. */
  claim(entry: Json): Item | undefined;
  /** Id of a representation, as text. */
  readId(representation: Json | undefined): string | undefined;
  /** The entry of an item in a listing, by id; where entries show none, by the marker of the item. */
  findEntry(listing: Listing, item: Item): Json | undefined;
  /** Other entries of a listing that show the marker of an item, and have another id than its entry. */
  findCopies(listing: Listing, item: Item): readonly Json[];
  /** An item to read: a new one if the run may write, otherwise the first of the list. */
  getAny(body: Json): Promise<Item>;
  /** The address of a created and deleted item. Throws {@link InconclusiveError} when that is not possible. */
  createDeleted(body: Json): Promise<Item>;
  /** An address in the usual format at which no item ever existed. */
  getUnknown(body: Json): Promise<Item>;
}
