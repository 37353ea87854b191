import type { Exchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Caller } from '../model/service/caller.js';
import type { Listing, Page, Walk, WalkOptions } from './http/page.js';
import type { AbortPoint } from './http/request.js';

/** One thing the kit made and owns; it stands in the ledger and is cleaned up. */
export interface Item {
  readonly id: string;
  /** Path under the base URL. */
  readonly path: string;
  readonly sent: Json;
  /** The exchange that made it; for an item that was found, the one that found it. */
  readonly createdBy: Exchange;
  /** A drawn body as this item would carry it: its own mark and unique members put in. */
  prepare(body: Json): Json;
  get(query?: string): Promise<Exchange>;
  /** GET again and again within the read-your-writes window until `isSettled`; the last answer either way. */
  getUntil(isSettled: (exchange: Exchange) => boolean): Promise<Exchange>;
  head(): Promise<Exchange>;
  put(body: Json): Promise<Exchange>;
  patch(patch: Json): Promise<Exchange>;
  delete(): Promise<Exchange>;
}

/** How an item is made. */
export interface CreateOptions {
  readonly role?: 'control';
  readonly headers?: Readonly<Record<string, string>>;
  /** Puts the run mark in even where the member was left out or empty. */
  readonly marked?: boolean;
  /** Idempotency key, put where the collection's carrier wants it. */
  readonly key?: string;
  readonly as?: Caller;
  /** Sends what an earlier creation sent, its mark and unique members too: the drawn body counts for nothing. */
  readonly like?: Creation;
  /** Sends this text as content in place of the body; what it should have made is `like` or nothing. */
  readonly text?: string;
}

/** A POST to the collection, whatever came of it; `item` when it made one that can be addressed. */
export interface Creation {
  readonly exchange: Exchange;
  readonly item: Item | undefined;
  /** What was sent: the drawn body with unique members minted and the mark put in. */
  readonly sent: Json;
  readonly mark: string;
}

/** Makes and finds things in the subject's collection. */
export interface Items {
  /** Makes an item, with its twin's role in the experiment. Throws Doubt('setup' | 'refused' | 'no-answer'). */
  create(body: Json, making?: CreateOptions): Promise<Item>;
  /** Sends the creation and leaves the judging to the rule; what it made is owned. */
  post(body: Json, making?: CreateOptions): Promise<Creation>;
  /** A drawn body as a new thing would carry it, with a mark and unique members of its own; nothing is sent. */
  draft(body: Json): Json;
  /** Sends a creation and tears the connection before anything can be answered; gives what is known of it, to be sent again as `like`. */
  abort(body: Json, making: CreateOptions & { readonly tear: AbortPoint }): Promise<Creation>;
  /** Walks the pages of the collection until `isEnough` or the end. */
  list(isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing>;
  /** Walks until the listing satisfies `isSettled` or the list window ends; the last listing either way. */
  listUntil(isSettled: (listing: Listing) => boolean): Promise<Listing>;
  /** The path of the first page: `size` entries where a number, what is written where a text, no word about it where null. */
  firstPage(size?: number | string | null): string;
  /** Reads one page. */
  page(path: string): Promise<Page>;
  /** Walks from page to page; loops and walks without end are cut. */
  walk(walking?: WalkOptions): Promise<Walk>;
  /** Takes an entry of a listing for one's own, when it carries a mark of this case: it stands in the ledger from now on. */
  claim(entry: Json): Item | undefined;
  /** Id of a representation of an item, as text. */
  readId(representation: Json | undefined): string | undefined;
  /** The entry of an item in a listing, by id. */
  findEntry(listing: Listing, item: Item): Json | undefined;
  /** An item to look at: a new one where the run may write, else the first that is listed. */
  getAny(body: Json): Promise<Item>;
  /** An address where something was made and deleted. Throws Doubt where that is not possible. */
  createDeleted(body: Json): Promise<Item>;
  /** An address in the shape of a real one, at which nothing ever was. */
  getUnknown(body: Json): Promise<Item>;
}
