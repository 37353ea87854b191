import type { DeclaredPagination } from './declared-resource.js';
/** How a collection is paged. Parameter names are as sent; pointers are relative to the page. */
export interface Pagination extends Omit<DeclaredPagination, 'style' | 'params' | 'base' | 'exempt'> {
  readonly style: NonNullable<DeclaredPagination['style']> | 'unknown';
  readonly params: NonNullable<DeclaredPagination['params']>;
  readonly base: 0 | 1;
  /** The offset of the first entry, where offsets count from 1, as in SCIM (RFC 7644 §3.4.2.4). */
  readonly firstOffset?: 1;
  /** Whether the entries are the members of an object, by their ids. */
  readonly isById?: boolean;
  /** Whether a page that was read links to the first, previous or last one; undefined where none was read. */
  readonly isLinked?: boolean;
  /** Pointer to the size that a page reports under the name of its parameter; '' where one that was read does not. */
  readonly reportedSize?: string;
  /** The page size that the kit reads a whole list with, where no maximum is known. */
  readonly readSize?: number;
}
