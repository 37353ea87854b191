import type { Arbitrary } from './draw.js';
import type { Exchange, Method, RawExchange } from './exchange.js';
import type { Json, JsonObject } from './json.js';
import type { ActionSubject, Collection, Dialect } from './subject.js';

/** A body that breaks exactly one constraint, and which. */
export interface NearMiss {
  readonly body: Json;
  readonly pointer: string;
  readonly keyword: string;
}

/** Generated values whose reuse harms nothing, drawn from the subject's schemas. */
export interface Bodies {
  /** A body that a creation must accept. */
  body(): Arbitrary<Json>;
  /** A body that a replacement must accept. */
  replacement(): Arbitrary<Json>;
  /** A merge patch (RFC 7396) of one or more writable members with valid values. */
  patch(): Arbitrary<JsonObject>;
  /** A creation body that must be refused. */
  nearMiss(): Arbitrary<NearMiss>;
  /** A replacement body that must be refused. */
  nearMissReplacement(): Arbitrary<NearMiss>;
}

/** A request as a rule words it; `path` is relative to the base URL and already percent-encoded. */
export interface Order {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  /** Content as it is, for malformed bodies; `headers` then names its media type. */
  readonly text?: string;
  /** 'control' exchanges stay on the tape and out of the minimal evidence. */
  readonly role?: 'control';
}

/** One thing the kit made and owns; it stands in the ledger and is cleaned up. */
export interface Item {
  readonly id: string;
  /** Path under the base URL. */
  readonly path: string;
  readonly sent: Json;
  /** The exchange that made it; for an item that was found, the one that found it. */
  readonly made: Exchange;
  /** A drawn body as this item would carry it: its own mark and unique members put in. */
  worded(body: Json): Json;
  get(query?: string): Promise<Exchange>;
  /** GET again and again within the read-your-writes window until `isSettled`; the last answer either way. */
  getUntil(isSettled: (exchange: Exchange) => boolean): Promise<Exchange>;
  head(): Promise<Exchange>;
  put(body: Json): Promise<Exchange>;
  patch(patch: Json): Promise<Exchange>;
  delete(): Promise<Exchange>;
}

/** How an item is made. */
export interface Making {
  readonly role?: 'control';
  readonly headers?: Readonly<Record<string, string>>;
  /** Puts the run mark in even where the member was left out or empty. */
  readonly marked?: boolean;
}

/** A POST to the collection, whatever came of it; `item` when it made one that can be addressed. */
export interface Creation {
  readonly exchange: Exchange;
  readonly item: Item | undefined;
  /** What was sent: the drawn body with unique members minted and the mark put in. */
  readonly sent: Json;
  readonly mark: string;
}

/** What a look through the pages of a collection found. */
export interface Listing {
  readonly entries: readonly Json[];
  /** Whether the end was reached within the page cap. */
  readonly isWhole: boolean;
  /** Set when a page was not answered as a page. */
  readonly trouble: string | undefined;
  readonly pages: readonly Exchange[];
}

/** Makes and finds things in the subject's collection. */
export interface Items {
  /** Makes an item, with its twin's role in the experiment. Throws Doubt('setup' | 'refused' | 'no-answer'). */
  make(body: Json, making?: Making): Promise<Item>;
  /** Sends the creation and leaves the judging to the rule; what it made is owned. */
  post(body: Json, making?: Making): Promise<Creation>;
  /** Walks the pages of the collection until `isEnough` or the end. */
  list(isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing>;
  /** Walks until the listing satisfies `isSettled` or the list window ends; the last listing either way. */
  listUntil(isSettled: (listing: Listing) => boolean): Promise<Listing>;
  /** The entry of an item in a listing, by id. */
  entryOf(listing: Listing, item: Item): Json | undefined;
  /** An item to look at: a new one where the run may write, else the first that is listed. */
  any(body: Json): Promise<Item>;
  /** An address where something was made and deleted. Throws Doubt where that is not possible. */
  deleted(body: Json): Promise<Item>;
  /** An address in the shape of a real one, at which nothing ever was. */
  unknown(body: Json): Promise<Item>;
}

/** Fresh identities: they outlive a run, so they are never drawn from a generator. */
export interface Fresh {
  /** A new idempotency key, lower-case UUID. */
  key(): string;
  /** A new word of 12 letters and digits. */
  word(): string;
}

/** What `when` works with. Every send is on the tape. */
export interface Tools {
  readonly http: {
    send(order: Order): Promise<Exchange>;
    /** Over a socket of its own, to see what undici hides. */
    raw(order: Order): Promise<RawExchange>;
  };
  readonly items: Items;
  readonly fresh: Fresh;
  readonly collection: Collection;
  /** The action under test, for rules per action. Throws outside of them. */
  action(): ActionSubject['action'];
  /** Path of an action on an item, under the base URL. */
  pathOf(action: ActionSubject['action'], item: Item): string;
  /** The tools of another collection, for rules about the service as a whole. */
  itemsOf(collection: Collection): Items;
}

/** What `then` may know beside what was seen. */
export interface Judging {
  /** The value without members that change by themselves (learned, declared). */
  steady(value: Json | undefined): Json | undefined;
  /** As `steady`, and without the bookkeeping that a write may touch (`updatedAt`, `version`, ...). */
  settled(value: Json | undefined): Json | undefined;
  /** Whether a pointer was learned or declared to change by itself. */
  isVolatile(pointer: string): boolean;
  /** Whether a pointer is declared to count accesses. */
  isAccessStatistic(pointer: string): boolean;
  readonly dialect: Dialect;
  readonly collection: Collection;
}
