import type { CollectionFacts, ServiceFacts } from '../../facts/facts.js';
import type { Content } from '../../facts/values.js';

/** Milliseconds; tests replace it by one that leaps. */
export interface ServiceClock {
  now(): number;
}

/** What an item was after a write. */
export interface Version {
  /** When it begins; a late removal begins later than its request. */
  readonly at: number;
  readonly content: Content;
  /** State of items with an action. */
  readonly state: string | undefined;
  readonly isArchived: boolean;
  /** `hidden`: in no list, but still read at its address. */
  readonly removal: 'none' | 'hidden' | 'removed';
  readonly revision: number;
}

/** What an action left. */
export interface ActionRecord {
  readonly reason: string;
  readonly author: string;
  readonly at: number;
}

export interface Item {
  readonly collection: number;
  readonly id: string;
  /** The place in the order of creation. */
  readonly number: number;
  readonly parent: string | undefined;
  /** The caller that sees it, if callers see only their own items. */
  readonly owner: string | undefined;
  /** `others`: before the start; `visitors`: another client, since; `client`: the client of the test. */
  readonly createdBy: 'others' | 'visitors' | 'client';
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly initial: Content;
  versions: Version[];
  record: ActionRecord | undefined;
  /** Requests of the client that wrote it. */
  readonly writtenBy: string[];
}

/** What a service keeps of a creation with an idempotency key. */
export interface KeptAnswer {
  readonly fingerprint: string;
  readonly reply: Reply;
}

export interface ServiceRequest {
  readonly method: string;
  /** Undecoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Scheme and authority that the client sent the request to. */
  readonly origin: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Content as JSON; undefined: none, or `text` or `bytes`. */
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
}

/** A service with all its state. */
export interface World {
  readonly facts: ServiceFacts;
  readonly clock: ServiceClock;
  readonly behaviour: Behaviour;
  /** Items by id, for each collection, in the order of creation. */
  readonly stores: readonly Map<string, Item>[];
  /** Items whose ids belong to newer ones. */
  readonly replaced: Item[];
  readonly keys: Map<string, KeptAnswer>;
  readonly log: { readonly entry: string; readonly at: number }[];
  settings: Content;
  readonly requests: Record<string, number>;
  /** All requests since the start. */
  count: number;
  /** All items since the start. */
  created: number;
  /** Times of requests with errors, for the gateway. */
  errors: number[];
  bannedUntil: number;
  /** The window of the rate limit. */
  window: { since: number; count: number };
  /** Writes of other clients since the start, and the time of the last one. */
  visits: number;
  visitedAt: number;
}

/** A request to a path of the service. */
export interface Visit {
  readonly world: World;
  readonly request: ServiceRequest;
  /** What the path leads to. */
  readonly target: 'list' | 'creation' | 'item' | 'action' | 'archive' | 'other';
  /** The collection; undefined for resources beside the collections. */
  readonly facts: CollectionFacts | undefined;
  /** Decoded ids in the path, those of parents first. */
  readonly ids: readonly string[];
  /** Undefined: without credentials. */
  readonly caller: string | undefined;
}

/** Reasons for which a service refuses a request. */
export type RefusalKind =
  | 'malformed'
  | 'invalid'
  | 'missing'
  | 'gone'
  | 'unauthorized'
  | 'forbidden'
  | 'method'
  | 'media-type'
  | 'conflict'
  | 'precondition'
  | 'precondition-required'
  | 'key-required'
  | 'key-mismatch'
  | 'rate';

/** What is wrong with a member of a body. */
export interface Problem {
  readonly member: string;
  readonly rule: 'required' | 'type' | 'format' | 'range' | 'unknown' | 'reference' | 'unique' | 'order';
}

/** A page that a client asks for. */
export interface Window {
  readonly start: number;
  readonly size: number;
}

/** What services do in the same way, in functions that faults replace. */
export interface Behaviour {
  /** Answers a request that reached the service. */
  answer(world: World, request: ServiceRequest): Reply;
  /** Answers a request to a known path, of a known caller. */
  handle(visit: Visit, handler: (visit: Visit) => Reply): Reply;
  /** The caller of a request; throws a refusal. */
  findCaller(world: World, request: ServiceRequest): string | undefined;
  canSee(world: World, caller: string | undefined, item: Item): boolean;
  findProblems(visit: Visit, content: Content, item: Item | undefined): readonly Problem[];
  /** The content after a change. */
  changeContent(visit: Visit, current: Content, body: unknown): Content;
  remove(visit: Visit, item: Item): void;
  cut<T>(visit: Visit, entries: readonly T[], window: Window): readonly T[];
  /** The size of a page, from the size that the client asks for. */
  limitSize(visit: Visit, asked: number | undefined): number;
  /** The value of Location for an item. */
  locate(visit: Visit, item: Item): string;
  makeTag(world: World, item: Item, version: Version): string;
  /** Throws a refusal if an item is not what the client expects. */
  requireMatch(visit: Visit, item: Item): void;
  /** Answers a creation whose key was used before. */
  recall(visit: Visit, kept: KeptAnswer, fingerprint: string, perform: () => Reply): Reply;
  chooseStatus(world: World, kind: RefusalKind): number;
  /** Header fields of the rate limit, once a request is counted. */
  limitRate(world: World): { readonly isTooMany: boolean; readonly headers: Reply['headers'] };
}

/** What `answer` returns instead of a reply. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly problems: readonly Problem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(kind);
  }
}
