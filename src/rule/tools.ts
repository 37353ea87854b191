import type { Exchange, RawExchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Caller } from '../model/service/caller.js';
import type { Schema, SurveyedOperation } from '../model/service/operation.js';
import type { Action, Collection, Dialect, ResourceSubject, ServiceSubject } from '../model/service/subject.js';
import type { Address } from './http/address.js';
import type { HttpRequest } from './http/request.js';
import type { Item, Items } from './items.js';
import type { SingleHandle } from './single-handle.js';

/** New identities; they outlive a run, so they are never generated from the seed. */
export interface FreshValues {
  /** A new idempotency key, lower-case UUID. */
  key(): string;
  /** A new text of 12 letters and digits. */
  word(): string;
  /** A new id in the format of a real one, which no item has. */
  idLike(real: string): string;
}

/** How an action is performed. */
export interface PerformOptions {
  readonly body?: Json;
  /** Idempotency key, sent in the declared header field. */
  readonly key?: string;
  readonly as?: Caller;
  readonly role?: 'control';
}

/** A collection, and the tools of its items. */
export interface Neighbour {
  readonly collection: Collection;
  readonly items: Items;
}

/** An item, and its collection. */
export interface PlacedItem {
  readonly item: Item;
  readonly of: Collection;
}

/** A new item, and whether one of the given items is above it. */
export interface CreatedItem extends PlacedItem {
  readonly isShared: boolean;
}

/** A collection whose items refer to new items of others. */
export interface Referring extends Neighbour {
  /** The new items that its bodies refer to; none where they name items that existed. */
  readonly referred: readonly PlacedItem[];
}

/** A new item, and the collection below it. */
export interface Nest extends Referring {
  readonly parent: Item;
  /** The collection of that item. */
  readonly above: Collection;
  /** The ids of all items in the path of the collection, by parameter (`{id}`). */
  readonly ids: Readonly<Record<string, string>>;
}

/** The first exchange that was answered as wanted, and why some requests were not sent. */
export interface FoundExchange {
  readonly found: Exchange | undefined;
  readonly omitted?: string | undefined;
}

/** Where a URL reference leads. */
export interface FollowedReference {
  /** The response with 200, or what else says most; undefined where the reference is none. */
  readonly read: Exchange | undefined;
  /** Whether it leads below the base URL, to nothing. */
  readonly isAbsent: boolean;
  /**
   * The response 404 or 410 at the path that it names, where `read` is at the same path without its first segments (`prefix`), which no
   * server of the document has.
   */
  readonly missed?: { readonly exchange: Exchange; readonly prefix: string };
  /** The host that it names, where that is neither the one of the base URL nor of a server of the document. No request is sent there. */
  readonly otherHost?: string;
}

/** Sends requests of the rule's own; `items` creates, finds and reads items. */
export interface RuleClient {
  send(order: HttpRequest): Promise<Exchange>;
  /** Like `send`, but 429, 5xx and missing responses are returned instead of ending the case. */
  trySend(order: HttpRequest): Promise<Exchange>;
  /** Sends over a raw socket, to observe what an HTTP client hides. */
  raw(order: HttpRequest): Promise<RawExchange>;
  /**
   * GET of a URL reference in the response to a request for the path `asked`, and, where that does not return 200, of where it leads if
   * its first segments belong to the base URL.
   */
  follow(reference: string, asked: string): Promise<FollowedReference>;
  /**
   * Sends requests one after the other until one is answered as wanted. `omitted` says why some were not sent: they could stop a
   * service on another machine. Throws where the run sends none of them.
   */
  sendUntil(
    sends: readonly (() => Promise<Exchange>)[],
    isWanted: (exchange: Exchange) => boolean,
  ): Promise<FoundExchange>;
}

/** What is under test, for rules that are not about a collection. Each function throws for rules about something else. */
export interface SubjectTools {
  service(): ServiceSubject;
  action(): Action;
  operation(): SurveyedOperation;
  /** The address under test with its operations, for rules per address or operation. */
  resource(): ResourceSubject;
  /** The address of the subject, with new values for parameters of which none is known. */
  address(): Address;
  /**
   * Opens the single resource under test for this case, and restores it when the case is over. Throws
   * `InconclusiveError('setup')` where it could not be restored.
   */
  single(): Promise<SingleHandle>;
}

/** Performs actions on items. */
export interface ActionTools {
  /** Sends the POST of an action on an item, with the declared body when none is given. */
  perform(item: Item, action: Action, performing?: PerformOptions): Promise<Exchange>;
  /**
   * Leads an item from one state to another, as far as the collection declares it, by writing states and by actions. `of` is
   * its collection where that is another one.
   */
  lead(item: Item, from: string, isWanted: (state: string) => boolean, of?: Collection): Promise<void>;
  /** Path of an action on an item, under the base URL. */
  buildPath(action: Action, item: Item): string;
}

/**
 * Items of other collections, and of other callers. What creates some throws `InconclusiveError('setup' | 'refused')` where it cannot:
 * items that exist are never taken.
 */
export interface RelatedTools {
  /** The tools of another collection. */
  getItems(collection: Collection): Items;
  /** The other collections that can be listed: those beside this one, and those below an item of it. */
  listNeighbours(item?: Item): readonly Neighbour[];
  /** Creates an item of a collection as another caller, with the items above it that it needs. */
  createAs(caller: Caller, collection: string): Promise<Item>;
  /** Creates an item of another collection, with new items above it, or with these. */
  createIn(collection: string, above?: readonly PlacedItem[]): Promise<CreatedItem>;
  /** Creates another item above the collection, below the same items as `beside` if one is given. */
  nest(beside?: Nest): Promise<Nest>;
  /** Creates other items for the members of bodies that refer to some. */
  refer(): Promise<Referring>;
}

/** The tools of `when`. Every exchange is on the tape. */
export interface Tools {
  readonly client: RuleClient;
  /** Creates, finds and reads items of the collection. */
  readonly items: Items;
  readonly collection: Collection;
  readonly subject: SubjectTools;
  readonly actions: ActionTools;
  readonly related: RelatedTools;
  readonly fresh: FreshValues;
  /**
   * Observations of the subject's address that several rules judge: made once in a run for all of them, and anew when a
   * check repeats a case.
   */
  share<T>(name: string, observe: () => Promise<T>): Promise<T>;
}

/** The tools of `then` besides the observations. */
export interface JudgingTools {
  /** The value without members that change by themselves (learned or declared). */
  withoutNoise(value: Json | undefined): Json | undefined;
  /** Like `withoutNoise`, and without members that every write may change (`updatedAt`, `version`, ...). */
  withoutBookkeeping(value: Json | undefined): Json | undefined;
  /** Whether the member at a pointer changes by itself (learned or declared). */
  isVolatile(pointer: string): boolean;
  /** Whether the member at a pointer is declared to count accesses. */
  isAccessStatistic(pointer: string): boolean;
  readonly dialect: Dialect;
  readonly collection: Collection;
  /** What a response body breaks in a schema of the document. */
  findBreaches(schema: Schema, body: Json): readonly { readonly pointer: string; readonly message: string }[];
}
