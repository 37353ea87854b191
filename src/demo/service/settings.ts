import type { IdFormName } from './orders/order-ids.js';

/** The choices a sound service makes where the convention leaves one. */
export interface Settings
  extends LifecycleChoices,
    ContentChoices,
    PageChoices,
    CacheChoices,
    AccessChoices,
    KeyChoices,
    ErrorChoices,
    ServiceChoices,
    WorldChoices {}

/** How orders come and go. */
interface LifecycleChoices {
  readonly ids: IdFormName;
  readonly doesPutCreate: boolean;
  /** What DELETE of a removed order answers. */
  readonly secondDelete: 204 | 404 | 410;
  /** What everything else on a removed order answers. */
  readonly removedItem: 404 | 410;
  /** Whether orders have a reference that no other live order has. */
  readonly hasReference: boolean;
}

/** The ways to page a collection. */
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

/** How the collection is paged. */
interface PageChoices {
  readonly pagination: PaginationName;
  /** What becomes of a page size above the greatest: the greatest, 400, or the default size. */
  readonly overMax: 'clamp' | 'reject' | 'default';
  /** What lies past the end where pages are counted; each style has a way of its own. */
  readonly pastEnd: 'by-style' | 'empty' | 'not-found' | 'last-page';
  readonly defaultSize: number;
  readonly maximumSize: number;
}

/** What answers show. */
interface ContentChoices {
  /** Whether a creation answers with the order as content. */
  readonly showsCreated: boolean;
  /** Whether PUT and PATCH answer with the order as content. */
  readonly showsWritten: boolean;
  readonly hasClock: boolean;
  readonly hasRequestId: boolean;
  readonly hasErrorMember: boolean;
  readonly countsViews: boolean;
  readonly countsRevisions: boolean;
  readonly isNormalising: boolean;
  /** Where an order carries its links. */
  readonly links: 'member' | 'hal' | 'header' | 'none';
}

/** What may be kept of an order, and how long. */
interface CacheChoices {
  readonly hasEtags: boolean;
  /** Whether all validators are weak. */
  readonly hasWeakEtags: boolean;
  /** Seconds for which an order is declared fresh. */
  readonly maxAge: number | undefined;
}

/** How callers make themselves known. */
export type AccessScheme = 'bearer' | 'basic' | 'api-key' | 'query-key';

/** Who may do what. */
interface AccessChoices {
  readonly access: AccessScheme | 'open';
  /** Whether orders of another tenant answer as if they were not there. */
  readonly hidesExistence: boolean;
}

/** How a creation is made safe to repeat. */
export interface KeyChoices {
  readonly keyCarrier: 'header' | 'sf-string' | 'body';
  readonly areKeysRequired: boolean;
  /** What a known key with other content answers. */
  readonly keyMismatch: 409 | 422 | 'replay';
  /** What a repeated request answers: as the first time, the same as 200, or what was made as it is now. */
  readonly keyReplay: 'answer' | '200' | 'current';
  /** What a request does whose key belongs to one that is not answered yet. */
  readonly keyInFlight: 'wait' | 409;
}

/** How errors are told. */
interface ErrorChoices {
  readonly errorShape: 'problem' | 'google' | 'jsonapi' | 'github' | 'detail' | 'text' | 'empty';
  /** Status for content that cannot be parsed. */
  readonly syntaxStatus: 400 | 422;
  /** Status for content that means nothing valid. */
  readonly semanticStatus: 400 | 422;
  /** Status for a request that conflicts with the state. */
  readonly conflictStatus: 409 | 422;
}

/** What holds for the service as a whole. */
interface ServiceChoices {
  /** How Retry-After is written; undefined where there is no limit. */
  readonly rateLimit: 'seconds' | 'date' | undefined;
  readonly hasVersions: boolean;
  /** Whether there is a second collection, of orders that are over. */
  readonly hasArchive: boolean;
  readonly openapi: '3.1.1' | '3.0.3';
}

/** What makes a sound service hard to judge. */
export interface WorldChoices {
  /** Where all that is drawn by chance begins. */
  readonly seed: number;
  /** Whether orders and pages carry clocks, counters, random ids and signed addresses. */
  readonly hasInstruments: boolean;
  /** In which order lists show: as made, in one that each write changes, or in one that each first page draws. */
  readonly order: 'made' | 'restless' | 'random';
  /** Whether the id of a removed order goes to the next one. */
  readonly reusesIds: boolean;
  /** What stays of a removed order: nothing, a word with its 410, something to read, something to read and list. */
  readonly tombstones: 'none' | 'gone' | 'shown' | 'listed';
  /** Whether creations are accepted with 202, and done later. */
  readonly areCreationsDelayed: boolean;
  /** Whether PUT and DELETE are accepted with 202, and done later. */
  readonly areWritesDelayed: boolean;
  /** Whether all content is brought into one form before it is stored. */
  readonly isCanonicalising: boolean;
  /** Whether members that are left out are filled in. */
  readonly fillsIn: boolean;
  /** What lists say of how many orders there are. */
  readonly totals: 'exact' | 'estimated' | 'capped' | 'absent';
  /** Whether JSON is spelt in another way each time. */
  readonly isSpeltFreely: boolean;
  /** Whether links carry a token that changes with each read. */
  readonly hasLinkTokens: boolean;
  /** Whether nodes of different make take turns with answering. */
  readonly isFleet: boolean;
  /** Whether a job touches orders a second after they were written. */
  readonly isReindexing: boolean;
}

/** What the service does when nothing is said. */
export const defaultSettings: Settings = {
  ids: 'uuid',
  doesPutCreate: false,
  secondDelete: 404,
  removedItem: 404,
  hasReference: false,
  pagination: 'cursor',
  overMax: 'clamp',
  pastEnd: 'by-style',
  defaultSize: 20,
  maximumSize: 100,
  showsCreated: true,
  showsWritten: true,
  hasClock: false,
  hasRequestId: false,
  hasErrorMember: false,
  countsViews: false,
  countsRevisions: false,
  isNormalising: false,
  links: 'member',
  hasEtags: false,
  hasWeakEtags: false,
  maxAge: undefined,
  access: 'open',
  hidesExistence: false,
  keyCarrier: 'header',
  areKeysRequired: false,
  keyMismatch: 422,
  keyReplay: 'answer',
  keyInFlight: 'wait',
  errorShape: 'problem',
  syntaxStatus: 400,
  semanticStatus: 422,
  conflictStatus: 409,
  rateLimit: undefined,
  hasVersions: false,
  hasArchive: false,
  openapi: '3.1.1',
  seed: 1,
  hasInstruments: false,
  order: 'made',
  reusesIds: false,
  tombstones: 'none',
  areCreationsDelayed: false,
  areWritesDelayed: false,
  isCanonicalising: false,
  fillsIn: false,
  totals: 'exact',
  isSpeltFreely: false,
  hasLinkTokens: false,
  isFleet: false,
  isReindexing: false,
};
