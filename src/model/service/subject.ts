import type { Json } from '../json.js';
import type { Baseline } from './baseline.js';
import type { Caller } from './caller.js';
import type {
  CreationForm,
  DeletionWithChildren,
  IdempotencyCarrier,
  LinkModel,
  ListSelection,
  Parent,
  RateLimit,
  StateModel,
  Versions,
  WithheldWrites,
} from './collection-parts.js';
import type { Fact, Operation, ParameterValue, Schema, SurveyedOperation } from './operation.js';
import type { Pagination } from './pagination.js';
import type { SingleResource } from './single-resource.js';

/** An action on an item: a sub-resource created with POST (convention §1 rule 2). */
export interface Action {
  readonly name: string;
  /** Template under the base URL, e.g. `/orders/{id}/cancellation`. */
  readonly path: string;
  readonly post?: Operation;
  readonly get?: Operation;
  /** DELETE of its record, which takes the action back. */
  readonly remove?: Operation;
  readonly body?: Json;
  /** A body that the service accepted in calibration, where none is declared or described. */
  readonly accepted?: Json;
  /** States of the item in which it is legal; undefined when unknown. */
  readonly from?: readonly string[];
  /** Names of actions that must precede it, in order, found by calibration when no states are declared. */
  readonly after?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly repeat?: 'conflict' | 'same';
  /** Name of the body member that carries its idempotency key. */
  readonly key?: string;
}

/**
 * The envelope of single items: the only member of an object (`{"data": {…}}`) in requests, responses or both; or
 * resource objects of JSON:API. Rules see items without it.
 */
export type Envelope =
  | {
      readonly style: 'member';
      readonly request?: string;
      readonly response?: string;
      /** Methods whose requests have the item without it. */
      readonly plain?: readonly string[];
    }
  | { readonly style: 'json-api'; readonly type: string };

/** A collection and its items: the subject of most rules. */
export interface Collection extends ListSelection {
  readonly kind: 'collection';
  readonly name: string;
  readonly path: string;
  readonly itemPath?: string;
  /**
   * Pointer to the id of an item, or to its URL; entries of lists and responses to creations may have it elsewhere. Where the case of
   * ids differs between URLs and content, ids are compared in lower case.
   */
  readonly id: {
    readonly pointer: string;
    readonly alsoAt?: readonly string[];
    readonly mutableBy?: readonly string[];
    readonly ignoresCase?: boolean;
  };
  readonly list?: Operation;
  readonly create?: Operation;
  /** How items are created; undefined for POST of one item to the collection. */
  readonly creation?: CreationForm;
  readonly read?: Operation;
  readonly head?: Operation;
  readonly replace?: Operation;
  readonly patch?: Operation;
  readonly remove?: Operation;
  /** The envelope of items; schemas, ids and pointers are relative to its content. */
  readonly envelope?: Envelope;
  readonly item?: Schema;
  readonly actions: readonly Action[];
  readonly pagination: Pagination;
  readonly idempotency?: IdempotencyCarrier;
  readonly deletion: {
    readonly mode: 'hard' | 'soft' | 'async' | 'none';
    readonly tombstone?: string;
    /** What DELETE does while items exist below the item. */
    readonly withChildren?: DeletionWithChildren;
  };
  /** A free-text member that carries the run marker. */
  readonly marker?: string;
  /** Members with unique values. */
  readonly unique: readonly string[];
  /** Members that the service assigns although its schema requires them; never sent. */
  readonly serverAssigned?: readonly string[];
  /** What the run could write and does not send. */
  readonly withheld?: WithheldWrites;
  /** Why no item could be created in calibration. */
  readonly creationProblem?: string;
  /** Ids of observed items that existed before the run; they never belong to it. */
  readonly standing?: readonly string[];
  /** Pointers to switches that one of the items that existed before may have alone, such as a default: written items have them off. */
  readonly exclusive?: readonly string[];
  /** The query that the list needs, by name; creations may need the same values. */
  readonly listQuery?: Readonly<Record<string, string>>;
  /** Values that creations must send unchanged (foreign keys, tenants). */
  readonly overrides: Readonly<Record<string, Json>>;
  /** Members that change by themselves. */
  readonly volatile: readonly string[];
  /** Members that may change because the item was read. */
  readonly accessStatistics: readonly string[];
  /** Bodies declared as well-formed but invalid in meaning. */
  readonly semanticInvalid: readonly Json[];
  /** Patches declared as well-formed but invalid in meaning. */
  readonly invalidPatches?: readonly Json[];
  /** Pointers to the members of request bodies that are objects with several members. */
  readonly objects?: readonly string[];
  /** Pointers to the members of request bodies that name other items; `/labels/0` is the first entry of a list. */
  readonly references?: readonly string[];
  /** Whether only requests that change something add entries, although clients cannot create any. */
  readonly isAddedByWrites?: boolean;
  /** Names of other collections that take new items which can be read. */
  readonly apart?: readonly string[];
  /** Described requests that search for a text, of any collection. */
  readonly searches?: readonly { readonly path: string; readonly name: string }[];
  /** Whether its path leads through an item that the run created: other clients write nothing there. */
  readonly isBelowOwnItem?: true;
  /** Whether PUT, PATCH and DELETE of an item are refused without If-Match. */
  readonly isIfMatchRequired?: boolean;
  /** Whether the profile permits content that is a list: it may replace all items. */
  readonly acceptsArrays?: boolean;
  /** Bodies declared as conflicting with the stored state. */
  readonly conflicts: readonly Json[];
  /** The declared states of an item. */
  readonly states?: StateModel;
  /** The declared links of an item in each state. */
  readonly links?: LinkModel;
  /** Declared freshness lifetime of GET of an item, in seconds. */
  readonly maxAge?: number;
  /** Callers besides the default one. */
  readonly callers: readonly Caller[];
  /** Whether credentials are required; undefined when unknown. */
  readonly isSecured?: boolean;
  /** Whether items are visible only to the caller who created them. */
  readonly isPrivate: boolean;
  /** Items that must exist first: their ids are in the path or the body. */
  readonly parents: readonly Parent[];
  /** Members that show an item of another collection as a whole, where creations may take its id. */
  readonly shownItems?: readonly (Pick<Parent, 'place' | 'collection'> & { readonly isNumber: boolean })[];
  /** Read lags in milliseconds, and whether the profile says when lists show a write. */
  readonly consistency: { readonly itemMs: number; readonly listMs: number; readonly isListDeclared?: boolean };
  /** Milliseconds after which its list showed a new item in calibration, or `never` within 3 s; undefined if not tried. */
  readonly listedAfterMs?: number | 'never';
  readonly facts: readonly Fact[];
}

/** An action with its collection. */
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
  /** Present only if the profile permits the test. */
  readonly rateLimit?: RateLimit;
  /** Baseline of an earlier audit. */
  readonly baseline?: Baseline;
}

/** An address of a service: one path template, its operations, and values for its parameters. */
export interface ResourceSubject {
  readonly kind: 'resource';
  /** The path template. */
  readonly name: string;
  readonly operations: readonly SurveyedOperation[];
  readonly values: readonly ParameterValue[];
  /** What the run may write to it, because it can restore its content. */
  readonly single?: SingleResource;
  /** The path of another address that GET could read in the survey, where GET of this one returned 500. */
  readonly control?: string;
  /** The address as a collection without operations: callers, read lags, and parents that a run creates first. */
  readonly collection: Collection;
}

/** One operation as the subject of rules, with its address. */
export interface OperationSubject {
  readonly kind: 'operation';
  /** `GET /orders/{id}`. */
  readonly name: string;
  readonly call: SurveyedOperation;
  readonly resource: ResourceSubject;
  readonly collection: Collection;
}

/** The subject of a trial. */
export type Subject = Collection | ActionSubject | ServiceSubject | OperationSubject | ResourceSubject;

/** Choices where guidelines disagree; each clause with a choice names its values. */
export interface Dialect {
  /** DELETE of an item that does not exist. */
  readonly deleteMissing: 'as-described' | 'not-found' | 'no-content';
  /** The response for a deleted item. */
  readonly deletedItem: 'not-found' | 'gone' | 'tombstone';
  /** Statuses besides 201 that a creation may return. */
  readonly created: readonly number[];
  /** Whether a caller without permission gets 404 instead of 403. */
  readonly hideExistence: boolean;
  /** Whether the profile says that it gets 403, so that 403 is no response for a missing item. */
  readonly hidesNothing?: boolean;
  /** Statuses for content that cannot be parsed. */
  readonly badSyntax: readonly number[];
  /** Statuses for content that is well-formed but invalid in meaning. */
  readonly badMeaning: readonly number[];
  /** Statuses for a request that conflicts with the state. */
  readonly conflict: readonly number[];
  /** Statuses for a known idempotency key with another body. */
  readonly keyMismatch: readonly number[];
  /** Further statuses that are accepted. */
  readonly extraStatuses: readonly number[];
}

/** The operations of a collection, by their roles. */
export type CollectionOperations = Pick<
  Collection,
  'list' | 'create' | 'read' | 'head' | 'replace' | 'patch' | 'remove'
>;
