import type { Exchange, RawExchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Caller } from '../model/service/caller.js';
import type { ActionSubject, Collection, Dialect, ServiceSubject } from '../model/service/subject.js';
import type { HttpRequest } from './http/request.js';
import type { Item, Items } from './items.js';

/** Fresh identities: they outlive a run, so they are never drawn from a generator. */
export interface FreshValues {
  /** A new idempotency key, lower-case UUID. */
  key(): string;
  /** A new word of 12 letters and digits. */
  word(): string;
}

/** How an action is performed. */
export interface PerformOptions {
  readonly body?: Json;
  /** Idempotency key in the header field of the collection's carrier. */
  readonly key?: string;
  readonly as?: Caller;
  readonly role?: 'control';
}

/** What `when` works with. Every send is on the tape. */
export interface Tools {
  readonly http: {
    send(order: HttpRequest): Promise<Exchange>;
    /** As `send`, but 429, 5xx and silence come back like any answer instead of ending the case. */
    trySend(order: HttpRequest): Promise<Exchange>;
    /** Over a socket of its own, to see what undici hides. */
    raw(order: HttpRequest): Promise<RawExchange>;
  };
  readonly items: Items;
  readonly fresh: FreshValues;
  readonly collection: Collection;
  /** The service under test, for rules per service. Throws outside of them. */
  service(): ServiceSubject;
  /** The action under test, for rules per action. Throws outside of them. */
  action(): ActionSubject['action'];
  /** POST of an action on an item; with its declared body when none is given. */
  perform(item: Item, action: ActionSubject['action'], performing?: PerformOptions): Promise<Exchange>;
  /** Path of an action on an item, under the base URL. */
  buildActionPath(action: ActionSubject['action'], item: Item): string;
  /** The tools of another collection, for rules about the service as a whole. */
  getItems(collection: Collection): Items;
}

/** What `then` may know beside what was seen. */
export interface JudgingTools {
  /** The value without members that change by themselves (learned, declared). */
  withoutNoise(value: Json | undefined): Json | undefined;
  /** As `steady`, and without the bookkeeping that a write may touch (`updatedAt`, `version`, ...). */
  withoutBookkeeping(value: Json | undefined): Json | undefined;
  /** Whether a pointer was learned or declared to change by itself. */
  isVolatile(pointer: string): boolean;
  /** Whether a pointer is declared to count accesses. */
  isAccessStatistic(pointer: string): boolean;
  readonly dialect: Dialect;
  readonly collection: Collection;
}
