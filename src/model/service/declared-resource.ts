import type { Json } from '../json.js';
import type { DeletionWithChildren, ListSelection, StateModel } from './collection-parts.js';

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
  /** Pointer to the entries of a page; '' when the page is a bare array. */
  readonly items?: string;
  /** Pointer to the next link, cursor or page number in a page, or the header field with it. */
  readonly next?: string;
  readonly total?: string;
  readonly defaultSize?: number;
  readonly maxSize?: number;
  readonly overMax?: 'clamp' | 'reject' | 'default';
  readonly exempt?: readonly string[];
  readonly pastEnd?: 'empty' | 'not-found' | 'bad-request' | 'last-page';
}

/** A declared body. */
export interface DeclaredBody {
  readonly schema?: Json;
  readonly example?: Json;
  readonly mediaType?: string;
}

/** A declared resource; members are given as JSON Pointers. */
export interface DeclaredResource extends ListSelection {
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
    | (DeclaredBody & {
        readonly overrides?: Readonly<Record<string, Json>>;
        readonly unique?: readonly string[];
        readonly method?: 'POST' | 'PUT';
        /** With a parameter, the client chooses the id. */
        readonly path?: string;
        /** Whether the body is a list of items. */
        readonly list?: boolean;
      })
    | false;
  readonly replace?: DeclaredBody | false;
  readonly patch?: (DeclaredBody & { readonly field?: string; readonly invalid?: readonly Json[] }) | false;
  readonly delete?:
    | {
        readonly mode?: 'hard' | 'soft' | 'async' | 'none';
        readonly tombstone?: string;
        readonly withChildren?: DeletionWithChildren;
      }
    | false;
  /** Requests after DELETE, or instead of it, that remove an item completely; `{id}` is replaced by the id. */
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
    /** Name of the body member that carries the idempotency key. */
    readonly key?: string;
    readonly from?: readonly string[];
    readonly fields?: { readonly date?: string; readonly reason?: string; readonly author?: string };
    readonly readable?: boolean;
    /** Whether DELETE removes its record. */
    readonly removable?: boolean;
    readonly repeat?: 'conflict' | 'same';
  }[];
  /** Whether content that is a list may be sent: it may replace all items. */
  readonly arrays?: boolean;
  readonly semanticInvalid?: readonly Json[];
  readonly conflicts?: readonly Json[];
  readonly states?: Partial<Omit<StateModel, 'transitions' | 'next'>> & {
    readonly transitions?: Readonly<Record<string, Readonly<Record<string, string>> | readonly string[]>>;
  };
  readonly private?: boolean;
  readonly volatile?: readonly string[];
  readonly accessStatistics?: readonly string[];
  readonly idempotency?: { readonly in?: 'header' | 'body'; readonly name: string; readonly required?: boolean };
  readonly addedBy?: 'writes';
  readonly ifMatch?: 'required' | 'optional';
  readonly pagination?: DeclaredPagination;
  /** Place of this resource in the profile, `file:line:column`. */
  readonly where: string;
}
