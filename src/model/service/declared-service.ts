import type { Json } from '../json.js';
import type { Permission } from '../permission.js';

/** Declared pagination. */
export interface KnownPagination {
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

/** A declared body. */
export interface KnownBody {
  readonly schema?: Json;
  readonly example?: Json;
  readonly mediaType?: string;
}

/** A declared resource; members are given as JSON Pointers. */
export interface KnownResource {
  readonly name: string;
  readonly collection: string;
  readonly item?: string;
  readonly id?: { readonly pointer?: string; readonly mutableBy?: readonly string[] };
  readonly create?:
    | (KnownBody & { readonly overrides?: Readonly<Record<string, Json>>; readonly unique?: readonly string[] })
    | false;
  readonly replace?: KnownBody | false;
  readonly patch?: (KnownBody & { readonly field?: string }) | false;
  readonly delete?: { readonly mode?: 'hard' | 'soft' | 'async' | 'none'; readonly tombstone?: string } | false;
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
  readonly semanticInvalid?: readonly Json[];
  readonly conflicts?: readonly Json[];
  readonly states?: {
    readonly pointer?: string;
    readonly initial?: string;
    readonly terminal?: readonly string[];
    readonly transitions?: Readonly<Record<string, Readonly<Record<string, string>> | readonly string[]>>;
  };
  readonly private?: boolean;
  readonly volatile?: readonly string[];
  readonly accessStatistics?: readonly string[];
  readonly pagination?: KnownPagination;
  readonly where: string;
}

/** What the survey needs to know beforehand; a profile is one. */
export interface DeclaredService {
  readonly baseUrl: string;
  /** Whether the service runs on this machine, where its developer may test everything. */
  readonly isLoopback?: boolean;
  /** File or URL of an OpenAPI document; searched at common places when undefined. */
  readonly openapi?: string;
  readonly permit: Permission;
  /** Paths of collections that the user named. */
  readonly collections?: readonly string[];
  readonly resources: readonly KnownResource[];
  readonly idempotency?: {
    readonly in: 'header' | 'body';
    readonly name: string;
    readonly format: 'raw' | 'sf-string';
    readonly required: boolean;
    readonly ops?: readonly string[];
  };
  readonly pagination?: KnownPagination;
  readonly volatile: readonly string[];
  /** Names of the callers with known credentials. */
  readonly identities: Readonly<Record<string, unknown>>;
  /** Callers that the client can use, including the one without credentials. */
  readonly callers?: Readonly<Record<string, unknown>>;
  /** Whether the header fields of every request contain a credential. */
  readonly hasCredential: boolean;
  readonly publicPaths: readonly string[];
  readonly links?: Json;
  readonly cache: Readonly<Record<string, Json>>;
  readonly consistency: { readonly readAfterWriteMs?: number; readonly listMs?: number };
}
