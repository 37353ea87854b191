import type { Exchange, RawExchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Caller } from '../model/service/caller.js';
import type { ActionSubject, Collection, Dialect, ServiceSubject } from '../model/service/subject.js';
import type { HttpRequest } from './http/request.js';
import type { Item, Items } from './items.js';

/** New identities; they outlive a run, so they are never generated from the seed. */
export interface FreshValues {
  /** A new idempotency key, lower-case UUID. */
  key(): string;
  /** A new text of 12 letters and digits. */
  word(): string;
}

/** How an action is performed. */
export interface PerformOptions {
  readonly body?: Json;
  /** Idempotency key, sent in the declared header field. */
  readonly key?: string;
  readonly as?: Caller;
  readonly role?: 'control';
}

/** The tools of `when`. Every exchange is on the tape. */
export interface Tools {
  readonly http: {
    send(order: HttpRequest): Promise<Exchange>;
    /** Like `send`, but 429, 5xx and missing responses are returned instead of ending the case. */
    trySend(order: HttpRequest): Promise<Exchange>;
    /** Sends over a raw socket, to observe what an HTTP client hides. */
    raw(order: HttpRequest): Promise<RawExchange>;
  };
  readonly items: Items;
  readonly fresh: FreshValues;
  readonly collection: Collection;
  /** The service under test, for rules per service. Throws for other rules. */
  service(): ServiceSubject;
  /** The action under test, for rules per action. Throws for other rules. */
  action(): ActionSubject['action'];
  /** Sends the POST of an action on an item, with the declared body when none is given. */
  perform(item: Item, action: ActionSubject['action'], performing?: PerformOptions): Promise<Exchange>;
  /** Path of an action on an item, under the base URL. */
  buildActionPath(action: ActionSubject['action'], item: Item): string;
  /** The tools of another collection, for rules per service. */
  getItems(collection: Collection): Items;
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
}
