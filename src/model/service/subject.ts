import type { Json } from '../json.js';
import type { Baseline } from './baseline.js';
import type { Caller } from './caller.js';
import type { LinkModel, Parent, RateLimit, StateModel, Versions } from './collection-parts.js';
import type { Fact, Operation, Schema } from './operation.js';

/** How a collection is paged. Parameter names are as sent; pointers lead into the page. */
export interface Pagination {
  readonly style: 'offset' | 'page' | 'cursor' | 'link' | 'none' | 'unknown';
  readonly params: {
    readonly size?: string;
    readonly page?: string;
    readonly offset?: string;
    readonly cursor?: string;
  };
  readonly base: 0 | 1;
  /** Where the entries are in a page; '' when the page is a bare array. */
  readonly items?: string;
  readonly next?: string;
  readonly total?: string;
  readonly defaultSize?: number;
  readonly maxSize?: number;
  readonly overMax?: 'clamp' | 'reject' | 'default';
  readonly pastEnd?: 'empty' | 'not-found' | 'bad-request' | 'last-page';
}

/** Where an idempotency key travels. */
export interface IdempotencyCarrier {
  readonly in: 'header' | 'body';
  readonly name: string;
  readonly format: 'raw' | 'sf-string';
  readonly required: boolean;
}

/** An action of an item: a sub-resource created with POST (convention §1 rule 2). */
export interface Action {
  readonly name: string;
  /** Template under the base URL, e.g. `/orders/{id}/cancellation`. */
  readonly path: string;
  readonly post?: Operation;
  readonly get?: Operation;
  readonly body?: Json;
  /** States of the item from which it is legal; undefined when not said. */
  readonly from?: readonly string[];
  /** Names of actions that were found to be needed first, in order, where nobody says in which states it is legal. */
  readonly after?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly repeat?: 'conflict' | 'same';
}

/**
 * How single items travel where they do not travel bare: as the one member of an object (`{"data": {…}}`), in what is sent,
 * in what is answered, or in both; or as resource objects of JSON:API. Rules never see it: to them, items are bare.
 */
export type Envelope =
  | { readonly style: 'member'; readonly request?: string; readonly response?: string }
  | { readonly style: 'json-api'; readonly type: string };

/** A collection and its items: what most rules are about. */
export interface Collection {
  readonly kind: 'collection';
  readonly name: string;
  readonly path: string;
  readonly itemPath?: string;
  /** Where an item carries its id. */
  readonly id: { readonly pointer: string; readonly mutableBy?: readonly string[] };
  readonly list?: Operation;
  readonly create?: Operation;
  readonly read?: Operation;
  readonly head?: Operation;
  readonly replace?: Operation;
  readonly patch?: Operation;
  readonly remove?: Operation;
  /** What items travel in; schemas, ids and pointers speak of what is inside. */
  readonly envelope?: Envelope;
  /** Schema of an item as answered. */
  readonly item?: Schema;
  readonly actions: readonly Action[];
  readonly pagination: Pagination;
  readonly idempotency?: IdempotencyCarrier;
  readonly deletion: { readonly mode: 'hard' | 'soft' | 'async' | 'none'; readonly tombstone?: string };
  /** A free-text member that carries the run mark. */
  readonly marker?: string;
  /** Members whose values must differ between items. */
  readonly unique: readonly string[];
  /** Members that the service assigns although its schema asks for them; never sent. */
  readonly serverAssigned?: readonly string[];
  /** Ids of items that were there before anything was made, as far as they were seen; never ours, whatever is answered. */
  readonly standing?: readonly string[];
  /** Values that creation must send as they are (foreign keys, tenants). */
  readonly overrides: Readonly<Record<string, Json>>;
  /** Members that change by themselves. */
  readonly volatile: readonly string[];
  /** Members that may change because the item was read. */
  readonly accessStatistics: readonly string[];
  /** Bodies that are well-formed but mean nothing valid, vouched for by the profile. */
  readonly semanticInvalid: readonly Json[];
  /** Bodies that conflict with what is stored, vouched for by the profile. */
  readonly conflicts: readonly Json[];
  /** The life of an item, as far as it is declared. */
  readonly states?: StateModel;
  /** Which links an item offers in which state. */
  readonly links?: LinkModel;
  /** Seconds for which GET of an item is declared fresh. */
  readonly maxAge?: number;
  /** Callers that can be played beside the usual one. */
  readonly callers: readonly Caller[];
  /** Whether credentials are asked for; undefined when nothing says. */
  readonly isSecured?: boolean;
  /** Whether items are for the caller who made them only. */
  readonly isPrivate: boolean;
  /** What must exist before an item can: ids that stand in its path or in its body. */
  readonly parents: readonly Parent[];
  /** Read-your-writes windows in milliseconds. */
  readonly consistency: { readonly itemMs: number; readonly listMs: number };
  readonly facts: readonly Fact[];
}

/** An action together with the collection it belongs to. */
export interface ActionSubject {
  readonly kind: 'action';
  readonly name: string;
  readonly collection: Collection;
  readonly action: Action;
}

/** The service as a whole. */
export interface ServiceSubject {
  readonly kind: 'service';
  readonly name: string;
  readonly collections: readonly Collection[];
  readonly versions?: Versions;
  /** Present only where the profile lets it be tried. */
  readonly rateLimit?: RateLimit;
  /** What an earlier audit saw of the service. */
  readonly baseline?: Baseline;
}

/** What a trial is about. */
export type Subject = Collection | ActionSubject | ServiceSubject;

/** Choices where respected guidelines disagree; each clause that offers one names its values. */
export interface Dialect {
  /** DELETE of an item that does not exist. */
  readonly deleteMissing: 'not-found' | 'no-content';
  /** What a deleted item answers. */
  readonly deletedItem: 'not-found' | 'gone' | 'tombstone';
  /** Statuses beside 201 that a creation may answer. */
  readonly created: readonly number[];
  /** Whether a caller without rights sees 404 instead of 403. */
  readonly hideExistence: boolean;
  /** Statuses for content that cannot be parsed. */
  readonly badSyntax: readonly number[];
  /** Statuses for content that can be parsed and means nothing valid. */
  readonly badMeaning: readonly number[];
  /** Statuses for a request that conflicts with the state. */
  readonly conflict: readonly number[];
  /** Statuses for a known idempotency key with another body. */
  readonly keyMismatch: readonly number[];
  /** Further statuses that are no surprise. */
  readonly extraStatuses: readonly number[];
}
