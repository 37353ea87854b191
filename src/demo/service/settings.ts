import type { InventoryChoices } from '../inventory/inventory-choices.js';
import type { IdFormName } from './orders/order-ids.js';

/** The choices of a correct service where the convention allows several. */
export interface Settings
  extends LifecycleChoices,
    ContentChoices,
    PageChoices,
    CacheChoices,
    AccessChoices,
    KeyChoices,
    ErrorChoices,
    ServiceChoices,
    InventoryChoices,
    WorldChoices {}

interface LifecycleChoices {
  readonly ids: IdFormName;
  readonly doesPutCreate?: boolean;
  readonly secondDelete: 204 | 404 | 410;
  readonly removedItem: 404 | 410;
  readonly hasReference?: boolean;
  /** Whether an order may name the order that it follows, which must exist. */
  readonly hasPredecessors?: boolean;
  /** Whether orders have a stage, which clients write and which only moves on to the next one. */
  readonly hasStages?: boolean;
  /** Whether an order that was paid refuses PUT and PATCH with 409. */
  readonly locksPaidOrders?: boolean;
  /** Whether an order that was paid refuses writes of its parts. */
  readonly locksPaidParts?: boolean;
  /** Whether DELETE removes the record of a payment, so that the order is pending again. */
  readonly hasRemovablePayments?: boolean;
}

export type PaginationName =
  | 'cursor'
  | 'keyset'
  | 'token'
  | 'link'
  | 'offset'
  | 'odata'
  | 'range'
  | 'page'
  | 'spring'
  | 'drf'
  | 'hal'
  | 'jsonapi';

interface PageChoices {
  readonly pagination: PaginationName;
  /** The behaviour of a page size above the maximum: the maximum, 400, or the default size. */
  readonly overMax: 'clamp' | 'reject' | 'default';
  /** The behaviour of a page number past the end; each style has its own default. */
  readonly pastEnd: 'by-style' | 'empty' | 'not-found' | 'last-page';
  /** Whether lists can be filtered by members of their entries. */
  readonly hasFilters?: boolean;
  /** Whether the filter by customer selects orders whose customer contains the value, in any case. */
  readonly filtersByPart?: boolean;
  readonly defaultSize: number;
  readonly maximumSize: number;
}

interface ContentChoices {
  readonly showsCreated: boolean;
  /** Whether the response to PUT and PATCH contains the order. */
  readonly showsWritten: boolean;
  readonly hasClock?: boolean;
  readonly hasRequestId?: boolean;
  readonly hasErrorMember?: boolean;
  readonly countsViews?: boolean;
  readonly countsRevisions?: boolean;
  readonly isNormalising?: boolean;
  readonly links: 'member' | 'hal' | 'header' | 'none';
}

interface CacheChoices {
  readonly hasEtags?: boolean;
  readonly hasWeakEtags?: boolean;
  /** Whether writes of an order without If-Match are refused with 428. */
  readonly isIfMatchRequired?: boolean;
  /** Freshness lifetime of an order in seconds. */
  readonly maxAge?: number;
}

/** Authentication schemes. */
export type AccessScheme = 'bearer' | 'basic' | 'api-key' | 'query-key';

interface AccessChoices {
  readonly access: AccessScheme | 'open';
  /** Whether orders of another tenant look like missing ones. */
  readonly hidesExistence?: boolean;
}

export interface KeyChoices {
  readonly keyCarrier: 'header' | 'sf-string' | 'body';
  readonly areKeysRequired?: boolean;
  /** The response to a known key with different content. */
  readonly keyMismatch: 409 | 422 | 'replay';
  /** The response to a repetition: the first one, the same with status 200, or the current order. */
  readonly keyReplay: 'answer' | '200' | 'current';
  /** The behaviour of a request whose key is in progress. */
  readonly keyInFlight: 'wait' | 409;
}

interface ErrorChoices {
  readonly errorShape: 'problem' | 'google' | 'jsonapi' | 'github' | 'detail' | 'text' | 'empty';
  readonly syntaxStatus: 400 | 422;
  /** Status for content that is well-formed but invalid in meaning. */
  readonly semanticStatus: 400 | 422;
  readonly conflictStatus: 409 | 422;
}

interface ServiceChoices {
  /** Format of Retry-After; undefined without a rate limit. */
  readonly rateLimit?: 'seconds' | 'date';
  readonly hasVersions?: boolean;
  /** Whether there is a second collection with completed orders. */
  readonly hasArchive?: boolean;
  /** The parts of orders, a collection below each order, which the order may count. */
  readonly parts: 'none' | 'plain' | 'counted';
  /** Whether an order that has parts refuses DELETE with 409. */
  readonly doPartsKeepOrders?: boolean;
  readonly openapi: '3.1.1' | '3.0.3';
}

/** Settings that make a correct service hard to judge. */
export interface WorldChoices {
  readonly seed: number;
  /** Whether orders and pages contain times, counters, random ids and signed URLs. */
  readonly hasInstruments?: boolean;
  /** The order of lists: by creation, changed by each write, or random for each first page. */
  readonly order: 'made' | 'restless' | 'random';
  /** Whether the id of a removed order is reused. */
  readonly reusesIds?: boolean;
  /** The tombstone of a removed order: none, a 410 response, a readable one, or a readable and listed one. */
  readonly tombstones: 'none' | 'gone' | 'shown' | 'listed';
  /** Whether creations return 202 and complete later. */
  readonly areCreationsDelayed?: boolean;
  /** Whether PUT and DELETE return 202 and complete later. */
  readonly areWritesDelayed?: boolean;
  /** Whether content is normalized before it is stored. */
  readonly isCanonicalising?: boolean;
  readonly fillsIn?: boolean;
  readonly totals: 'exact' | 'estimated' | 'capped' | 'absent';
  /** Whether the JSON text varies. */
  readonly isSpeltFreely?: boolean;
  /** Whether links contain a token that changes with each read. */
  readonly hasLinkTokens?: boolean;
  /** Whether different server nodes answer in turn. */
  readonly isFleet?: boolean;
  /** Whether a job changes orders a second after they were written. */
  readonly isReindexing?: boolean;
}
