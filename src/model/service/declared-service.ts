import type { Json } from '../json.js';
import type { Permission } from '../permission.js';
import type { IdempotencyCarrier } from './collection-parts.js';
import type { DeclaredPagination, DeclaredResource } from './declared-resource.js';
import type { OperationScope } from './operation.js';

/** How idempotency keys are sent, as the profile declares it. */
export interface DeclaredIdempotency extends IdempotencyCarrier {
  readonly ops?: readonly string[];
}

/** What the survey needs to know beforehand: the part of a profile that describes the service. */
export interface DeclaredService {
  /** Absolute http(s) URL without trailing slash, query or fragment. */
  readonly baseUrl: string;
  /** Whether the service runs on this machine, where its developer may test everything. */
  readonly isLoopback?: boolean;
  /** Whether paths, and on any host bodies, that nothing describes may be guessed (`--guess`). */
  readonly mayGuess?: boolean;
  /** File or URL of an OpenAPI document; searched at common places when undefined. */
  readonly openapi?: string;
  readonly permit: Permission;
  /** Which operations may be called; all when absent. */
  readonly operations?: OperationScope;
  /** Operations with possible effects outside the service that the user allows one by one, as `POST /emails`. */
  readonly allowedEffects?: readonly string[];
  /** Paths of collections that the user named. */
  readonly collections?: readonly string[];
  /** Queries that the user named with these paths; each begins with `?`. */
  readonly collectionQueries?: Readonly<Record<string, string>>;
  readonly resources: readonly DeclaredResource[];
  readonly idempotency?: DeclaredIdempotency;
  readonly pagination?: DeclaredPagination;
  readonly volatile: readonly string[];
  /** Names of the callers with known credentials. */
  readonly identities: Readonly<Record<string, unknown>>;
  /** Callers that the client can use, including the one without credentials. */
  readonly callers?: Readonly<Record<string, unknown>>;
  /** Whether the header fields of every request contain a credential. */
  readonly hasCredential: boolean;
  /** Paths that need no credentials; undefined where the profile does not say which do. */
  readonly publicPaths?: readonly string[];
  readonly links?: Json;
  readonly cache: Readonly<Record<string, Json>>;
  readonly consistency: { readonly readAfterWriteMs?: number; readonly listMs?: number };
}
