import type { Method } from './exchange.js';
import type { Json, JsonObject } from './json.js';

/** How the kit knows something: said by the profile, by a document, seen in traffic, or taken for granted. */
export type Provenance = 'declared' | 'described' | 'observed' | 'assumed';

/** One thing believed about a subject, and where from (`assay.yaml:12:5`, `#/paths/~1orders/post`, `GET /orders`). */
export interface Fact {
  readonly about: string;
  readonly value: Json;
  readonly provenance: Provenance;
  readonly evidence: string;
}

/** A JSON Schema (2020-12) whose `$ref`s point into the survey's document. */
export type Schema = JsonObject | boolean;

/** A query or header parameter that an operation takes. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly required: boolean;
  readonly schema?: Schema;
}

/** One method on one path template, as known. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly provenance: Provenance;
  /** Statuses that a document names for it; empty when none does. */
  readonly statuses: readonly number[];
  readonly parameters: readonly Parameter[];
  readonly request?: { readonly mediaType: string; readonly schema?: Schema; readonly example?: Json };
  readonly response?: { readonly schema?: Schema };
  /** Whether credentials are asked for; undefined when nothing says. */
  readonly secured?: boolean;
}

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
  readonly fields?: Readonly<Record<string, string>>;
  readonly repeat?: 'conflict' | 'same';
}

/**
 * Who sends a request: the callers whose credentials the profile knows, nobody (`none`), and somebody whose credentials
 * were made up in the form of the real ones (`invalid`).
 */
export type Caller = 'full' | 'limited' | 'otherTenant' | 'expired' | 'none' | 'invalid';

/** The life of an item: which action leads from which state to which. */
export interface StateModel {
  /** Where an item shows its state. */
  readonly pointer: string;
  readonly initial?: string;
  readonly terminal: readonly string[];
  /** State → action → next state. */
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Which links an item offers in which state. */
export interface LinkModel {
  /** Where they are: a member whose members are links, or the Link header field. */
  readonly in: 'body' | 'header';
  readonly pointer: string;
  readonly states: Readonly<Record<string, { readonly has?: readonly string[]; readonly lacks?: readonly string[] }>>;
}

/** Something that must exist first: its id fills a place in the body (a JSON Pointer) or in the path (`{name}`). */
export interface Parent {
  readonly place: string;
  /** Path of the collection in which it is made. */
  readonly collection: string;
}

/** What an earlier audit saw of one collection. */
export interface BaselineCollection {
  readonly name: string;
  readonly path: string;
  /** Methods by path template. */
  readonly operations: readonly string[];
  /** Types of the members of an item by JSON Pointer, of those that every item showed. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Members that a creation had to send. */
  readonly required: readonly string[];
}

/** What an earlier audit saw of a service. */
export interface Baseline {
  readonly collections: readonly BaselineCollection[];
}

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

/** Where an old and a new version of the service stand: base URLs without trailing slash. */
export interface Versions {
  readonly old: string;
  readonly new: string;
}

/** A declared limit on requests, and how far a burst may go to reach it. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
  readonly maxRequests: number;
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
