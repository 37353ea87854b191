import type { Json } from '../json.js';
import type { Permission } from '../permission.js';
import type { Baseline } from '../service/baseline.js';
import type { Caller } from '../service/caller.js';
import type { Dialect } from '../service/subject.js';
import type { CallerCredentials, CallerIdentity, ProfileText, Proxies, Tls } from './access.js';
import type { Redaction } from './redaction.js';
import type { Secret } from './secret.js';
import type { Waiver } from './waiver.js';

export type * from './access.js';

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
  /** What is sent after DELETE, or in its place, so that nothing stays; `{id}` stands for the id. */
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
  /** Where in the profile this resource stands, `file:line:column`. */
  readonly where: string;
}

/** Paging as the profile declares it. */
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

/** Who is under test, what may be done to it, and what is known about it. Complete: flags, file and defaults are merged. */
export interface Profile {
  /** The profile file, when there was one. */
  readonly file?: string;
  readonly name: string;
  readonly version?: string;
  readonly contact?: string;
  /** Absolute http(s) URL without trailing slash, query or fragment. */
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  /** OpenAPI document: file path or URL; undefined means: look at the usual places. */
  readonly openapi?: string;
  /** Paths of collections that the caller named, under the base URL; nothing else is said of them. */
  readonly collections: readonly string[];
  readonly permit: Permission;
  /** Why the permission is what it is: 'flag', 'profile' or 'default'. */
  readonly permitFrom: 'flag' | 'profile' | 'default';
  readonly headers: Readonly<Record<string, ProfileText>>;
  readonly identities: {
    readonly full?: CallerIdentity;
    readonly limited?: CallerIdentity;
    readonly otherTenant?: CallerIdentity;
    readonly expired?: CallerIdentity;
  };
  /** Who calls, as far as it can be played: header fields and query parameters that make each caller known. */
  readonly callers: Readonly<Partial<Record<Caller, CallerCredentials>>>;
  /** Whether a credential stands among the header fields of every request. */
  readonly hasCredential: boolean;
  /** How connections are secured, where somebody said so. */
  readonly tls?: Tls;
  /** What connections go through. */
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
  /** Members of `dialect` that the profile chose other than the default. */
  readonly chosenDialects: readonly string[];
  readonly limits: {
    readonly maxRequests: number;
    readonly maxSeconds: number;
    /** Things that stand at once, and that are made in all. */
    readonly maxLive: number;
    readonly maxMade: number;
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly cases: number;
    readonly ratePerSecond: number | undefined;
    /** For each host on its own, where that was said. */
    readonly ratePerHost: number | undefined;
  };
  readonly cleanup: boolean;
  readonly only: readonly string[];
  /** Folders with further rules, absolute. */
  readonly ruleFolders: readonly string[];
  readonly waivers: readonly Waiver[];
  /** What an earlier audit saw. */
  readonly baseline?: Baseline;
  /** Every secret that took part, so that the tape can blot it out. */
  readonly secrets: readonly Secret[];
  /** What is blotted out for its name, its place or its look. */
  readonly redaction?: Redaction;
  /** What the caller should know about how this profile came about. */
  readonly notes?: readonly string[];
}
