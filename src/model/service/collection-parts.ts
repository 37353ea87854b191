import type { Caller } from './caller.js';
import type { Schema } from './operation.js';

/** The states of an item, and the actions between them. */
export interface StateModel {
  /** Pointer to the state of an item. */
  readonly pointer: string;
  readonly initial?: string;
  readonly terminal: readonly string[];
  /** State → action → next state. */
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** State → states that may follow, where a client writes the state. */
  readonly next?: Readonly<Record<string, readonly string[]>>;
  /** Methods with which a client writes the state. */
  readonly setBy?: readonly StateMethod[];
  /** State → methods on the item that it refuses. */
  readonly locked?: Readonly<Record<string, readonly ('PUT' | 'PATCH' | 'DELETE')[]>>;
  /** State → name of a collection below the item → methods that are refused there. */
  readonly lockedChildren?: Readonly<Record<string, Readonly<Record<string, readonly StateMethod[]>>>>;
}

/** What DELETE does while items exist below the item: the same for all collections below it, or by their name. */
export type DeletionWithChildren = 'refuse' | 'cascade' | Readonly<Record<string, 'refuse' | 'cascade'>>;

/** A method that may write the state of an item. */
export type StateMethod = 'POST' | 'PUT' | 'PATCH';

/** The links of an item in each state. */
export interface LinkModel {
  /** Their place: a member whose members are links, or the Link header field. */
  readonly in: 'body' | 'header';
  readonly pointer: string;
  readonly states: Readonly<Record<string, { readonly has?: readonly string[]; readonly lacks?: readonly string[] }>>;
}

/** An item that must exist first: its id fills a place in the body (a JSON Pointer) or in the path (`{name}`). */
export interface Parent {
  readonly place: string;
  /** Path of the collection in which it is created. */
  readonly collection: string;
  /** Id of an existing item that the user named, which is taken where none can be created. */
  readonly existing?: string;
  /** What DELETE of it does while items exist below it. */
  readonly withChildren?: 'refuse' | 'cascade';
  /** Whether the run observed that items below it cannot be read once it is removed. Nothing is promised by that. */
  readonly removesChildren?: boolean;
  /** State of it → methods that are refused below it. */
  readonly locks?: Readonly<Record<string, readonly StateMethod[]>>;
}

/** Writes that are not sent, although the service offers them. */
export interface WithheldWrites {
  readonly roles: readonly ('create' | 'replace' | 'patch' | 'remove')[];
  readonly why: string;
  /** The profile key or flag to change that. */
  readonly enable: string;
}

/** A bound of a member, which includes the bound itself: the pointer to the member under `from` or `to`. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

/** What a client selects of a list, and in which order. */
export interface ListSelection {
  /** Query parameters of the list → pointer to the member that each compares. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The query parameter that sorts the list, and its values. */
  readonly sorting?: { readonly name: string; readonly values: readonly string[] };
  /** Query parameters of the list → the member that each bounds. */
  readonly ranges?: Readonly<Record<string, Range>>;
}

/** How items are created, where that is not POST of one item to the collection. */
export interface CreationForm {
  /** Where creations are sent. Its last parameter is the id, if the client chooses it. */
  readonly path: string;
  /** Whether the client chooses the id of the item. */
  readonly isNamed?: boolean;
  /** Schema of an id that the client chooses. */
  readonly idSchema?: Schema;
  /** Whether the content is a list of items, of which the run sends one. */
  readonly isList?: boolean;
}

/** Base URLs of an old and a new version of the service, without trailing slash. */
export interface Versions {
  readonly old: string;
  readonly new: string;
}

/** A declared rate limit, and the maximum burst to reach it. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
  readonly maxRequests: number;
  /** GET and the path that it applies to; GET of a collection when absent. */
  readonly route?: string;
  /** The caller whose requests are limited. */
  readonly as?: Caller;
}

/** Where an idempotency key is sent. */
export interface IdempotencyCarrier {
  readonly in: 'header' | 'body';
  readonly name: string;
  readonly format: 'raw' | 'sf-string';
  readonly required: boolean;
  /** Declared seconds for which the service remembers a key. */
  readonly ttl?: number;
}
