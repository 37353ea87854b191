import type { Arbitrary } from './draw.js';
import type { Exchange, Method, RawExchange } from './exchange.js';
import type { Json, JsonObject } from './json.js';
import type { ActionSubject, Caller, Collection, Dialect, ServiceSubject } from './subject.js';

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
  /** A body that the action under test must accept in a state that allows it. */
  action(): Arbitrary<Json>;
  /** Up to `most` names of actions of the declared life of an item, legal ones and others. */
  steps(most: number): Arbitrary<readonly string[]>;
  /** A body that the profile vouches for to be well-formed and to mean nothing valid. */
  meaningless(): Arbitrary<Json>;
}

/** A request as a rule words it; `path` is relative to the base URL and already percent-encoded, or an absolute URL on the same origin. */
export interface Order {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  /** Content as it is, for malformed bodies; `headers` then names its media type. */
  readonly text?: string;
  /** 'control' exchanges stay on the tape and out of the minimal evidence. */
  readonly role?: 'control';
  /** Who sends it; the full caller when left out. */
  readonly as?: Caller;
}

/** How much of a request leaves before the client tears the connection. */
export type Tear = 'whole' | 'half';

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
  /** Idempotency key, put where the collection's carrier wants it. */
  readonly key?: string;
  readonly as?: Caller;
  /** Sends what an earlier creation sent, its mark and unique members too: the drawn body counts for nothing. */
  readonly like?: Creation;
  /** Sends this text as content in place of the body; what it should have made is `like` or nothing. */
  readonly text?: string;
}

/** A page of a collection as understood. */
export interface Page {
  readonly exchange: Exchange;
  /** Undefined when it was not answered as a page. */
  readonly entries: readonly Json[] | undefined;
  /** Path of the next page under the base URL; undefined at the end. */
  readonly next: string | undefined;
  /** Whether the service itself named the next page, or its end; otherwise `next` is counted by the kit. */
  readonly isTold: boolean;
  /** How many there are in all, where the service says so. */
  readonly total: number | undefined;
}

/** How the pages of a collection are walked. */
export interface Walking {
  /** Size of a page as asked for; the largest that is known to be allowed when left out, none at all when null. */
  readonly size?: number | null;
  /** Most pages; 30 when left out. */
  readonly most?: number;
  /** Path to begin at, such as the `next` of a page. */
  readonly from?: string;
  /** Enough was seen, and the walk ends. */
  readonly isEnough?: (entries: readonly Json[]) => boolean;
  /** Happens after each page but the last. */
  readonly between?: (pages: readonly Page[]) => Promise<void>;
}

/** A walk through the pages of a collection, and how it ended. */
export interface Walk {
  readonly pages: readonly Page[];
  readonly entries: readonly Json[];
  /** end: no further page. enough: as asked. loop: a page that was visited. repeat: the page before once more. cap: too many pages. trouble: no page. */
  readonly ended: 'end' | 'enough' | 'loop' | 'repeat' | 'cap' | 'trouble';
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
  /** Sends a creation and tears the connection before anything can be answered; gives what is known of it, to be sent again as `like`. */
  tear(body: Json, making: Making & { readonly tear: Tear }): Promise<Creation>;
  /** Walks the pages of the collection until `isEnough` or the end. */
  list(isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing>;
  /** Walks until the listing satisfies `isSettled` or the list window ends; the last listing either way. */
  listUntil(isSettled: (listing: Listing) => boolean): Promise<Listing>;
  /** The path of the first page: `size` entries where a number, what is written where a text, no word about it where null. */
  firstPage(size?: number | string | null): string;
  /** Reads one page. */
  page(path: string): Promise<Page>;
  /** Walks from page to page; loops and walks without end are cut. */
  walk(walking?: Walking): Promise<Walk>;
  /** Takes an entry of a listing for one's own, when it carries a mark of this case: it stands in the ledger from now on. */
  claim(entry: Json): Item | undefined;
  /** Id of a representation of an item, as text. */
  idOf(representation: Json | undefined): string | undefined;
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

/** How an action is performed. */
export interface Performing {
  readonly body?: Json;
  /** Idempotency key in the header field of the collection's carrier. */
  readonly key?: string;
  readonly as?: Caller;
  readonly role?: 'control';
}

/** What `when` works with. Every send is on the tape. */
export interface Tools {
  readonly http: {
    send(order: Order): Promise<Exchange>;
    /** As `send`, but 429, 5xx and silence come back like any answer instead of ending the case. */
    ask(order: Order): Promise<Exchange>;
    /** Over a socket of its own, to see what undici hides. */
    raw(order: Order): Promise<RawExchange>;
  };
  readonly items: Items;
  readonly fresh: Fresh;
  readonly collection: Collection;
  /** The service under test, for rules per service. Throws outside of them. */
  service(): ServiceSubject;
  /** The action under test, for rules per action. Throws outside of them. */
  action(): ActionSubject['action'];
  /** POST of an action on an item; with its declared body when none is given. */
  perform(item: Item, action: ActionSubject['action'], performing?: Performing): Promise<Exchange>;
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
