import type { CallerCredentials, CallerIdentity, Proxies, TlsOptions } from '../access.js';
import type { Json } from '../json.js';
import type { Permission } from '../permission.js';
import type { Redaction } from '../redaction.js';
import type { MaybeSecret, Secret } from '../secret.js';
import type { Baseline } from '../service/baseline.js';
import type { Caller } from '../service/caller.js';
import type { Dialect } from '../service/subject.js';
import type { Waiver } from './waiver.js';

/** A resource as the profile declares it (`standards.md` §5.1). */
export interface DeclaredResource {
  readonly name: string;
  readonly collection: string;
  readonly item?: string;
  readonly id?: {
    readonly pointer?: string;
    readonly format?: string;
    readonly unknown?: string;
    readonly mutableBy?: readonly string[];
  };
  readonly create?:
    | {
        readonly example?: Json;
        readonly schema?: Json;
        readonly overrides?: Readonly<Record<string, Json>>;
        readonly unique?: readonly string[];
        readonly mediaType?: string;
      }
    | false;
  readonly replace?: { readonly schema?: Json; readonly example?: Json; readonly mediaType?: string } | false;
  readonly patch?:
    | { readonly mediaType?: string; readonly example?: Json; readonly field?: string; readonly schema?: Json }
    | false;
  readonly delete?: { readonly mode?: 'hard' | 'soft' | 'async' | 'none'; readonly tombstone?: string } | false;
  /** Requests after DELETE, or instead of it, that remove an item for good; `{id}` is replaced by the id. */
  readonly purge?: readonly {
    readonly method: 'DELETE' | 'POST' | 'PUT' | 'PATCH';
    readonly path: string;
    readonly body?: Json;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  readonly parents?: Readonly<Record<string, string>>;
  readonly marker?: { readonly field: string };
  readonly actions?: readonly {
    readonly name: string;
    readonly path: string;
    readonly body?: Json;
    readonly from?: readonly string[];
    readonly fields?: { readonly date?: string; readonly reason?: string; readonly author?: string };
    readonly readable?: boolean;
    readonly repeat?: 'conflict' | 'same';
  }[];
  readonly conflicts?: readonly Json[];
  readonly semanticInvalid?: readonly Json[];
  readonly states?: {
    readonly pointer?: string;
    readonly initial?: string;
    readonly terminal?: readonly string[];
    readonly transitions?: Readonly<Record<string, Readonly<Record<string, string>> | readonly string[]>>;
  };
  readonly volatile?: readonly string[];
  readonly accessStatistics?: readonly string[];
  readonly pagination?: DeclaredPagination;
  readonly private?: boolean;
  /** Place of this resource in the profile, `file:line:column`. */
  readonly where: string;
}

/** Pagination as declared in the profile. */
export interface DeclaredPagination {
  readonly style?: 'offset' | 'page' | 'cursor' | 'link' | 'none';
  readonly params?: {
    readonly size?: string;
    readonly page?: string;
    readonly offset?: string;
    readonly cursor?: string;
  };
  readonly base?: 0 | 1;
  readonly items?: string;
  readonly next?: string;
  readonly total?: string;
  readonly defaultSize?: number;
  readonly maxSize?: number;
  readonly overMax?: 'clamp' | 'reject' | 'default';
  readonly exempt?: readonly string[];
  readonly pastEnd?: 'empty' | 'not-found' | 'bad-request' | 'last-page';
}

/** The complete profile: flags, file and defaults are merged. */
export interface Profile {
  /** The profile file, if there is one. */
  readonly file?: string;
  readonly name: string;
  readonly version?: string;
  readonly contact?: string;
  /** Absolute http(s) URL without trailing slash, query or fragment. */
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  /** OpenAPI document: file path or URL; searched at common places when undefined. */
  readonly openapi?: string;
  /** Paths of collections that the user named, under the base URL. */
  readonly collections: readonly string[];
  readonly permit: Permission;
  /** Where the permission comes from: 'flag', 'profile' or 'default'. */
  readonly permitFrom: 'flag' | 'profile' | 'default';
  readonly headers: Readonly<Record<string, MaybeSecret>>;
  readonly identities: {
    readonly full?: CallerIdentity;
    readonly limited?: CallerIdentity;
    readonly otherTenant?: CallerIdentity;
    readonly expired?: CallerIdentity;
  };
  /** The callers with their header fields and query parameters. */
  readonly callers: Readonly<Partial<Record<Caller, CallerCredentials>>>;
  /** Whether the header fields of every request contain a credential. */
  readonly hasCredential: boolean;
  /** TLS settings, if declared. */
  readonly tls?: TlsOptions;
  /** Proxies for connections. */
  readonly proxies?: Proxies;
  readonly hideExistence: boolean;
  readonly publicPaths: readonly string[];
  readonly resources: readonly DeclaredResource[];
  readonly idempotency?: {
    readonly in: 'header' | 'body';
    readonly name: string;
    readonly format: 'raw' | 'sf-string';
    readonly required: boolean;
    readonly mismatch?: readonly number[];
    readonly ttl?: number;
    readonly ops?: readonly string[];
  };
  readonly pagination?: DeclaredPagination;
  readonly errors: {
    readonly shape?: string;
    readonly bodySyntax?: readonly number[];
    readonly semantic?: readonly number[];
    readonly conflict?: readonly number[];
    readonly gone?: readonly number[];
    readonly allowExtraStatus?: readonly number[];
  };
  readonly volatile: readonly string[];
  readonly cache: Readonly<Record<string, Json>>;
  readonly consistency: { readonly readAfterWriteMs?: number; readonly listMs?: number };
  readonly rateLimit?: {
    readonly probe: boolean;
    readonly limit?: number;
    readonly windowMs?: number;
    readonly maxRequests?: number;
    readonly scope?: string;
  };
  readonly versions?: { readonly old?: string; readonly new?: string };
  readonly links?: Json;
  readonly dialect: Dialect;
  /** Members of `dialect` that differ from the default. */
  readonly chosenDialects: readonly string[];
  readonly limits: {
    readonly maxRequests: number;
    readonly maxSeconds: number;
    /** Maximum number of items existing at once, and created in total. */
    readonly maxLive: number;
    readonly maxMade: number;
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly cases: number;
    readonly ratePerSecond: number | undefined;
    /** Maximum number of requests per second for each host, if declared. */
    readonly ratePerHost: number | undefined;
  };
  readonly cleanup: boolean;
  readonly only: readonly string[];
  /** Absolute paths of folders with custom rules. */
  readonly ruleFolders: readonly string[];
  readonly waivers: readonly Waiver[];
  /** Baseline of an earlier audit. */
  readonly baseline?: Baseline;
  /** All secrets of the profile, so that they can be redacted. */
  readonly secrets: readonly Secret[];
  /** What to redact by name, position or pattern. */
  readonly redaction?: Redaction;
  /** Notes for the user about this profile. */
  readonly notes?: readonly string[];
}
