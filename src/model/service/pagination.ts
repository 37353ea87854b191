/** How a collection is paged. Parameter names are as sent; pointers are relative to the page. */
export interface Pagination {
  readonly style: 'offset' | 'page' | 'cursor' | 'link' | 'none' | 'unknown';
  readonly params: {
    readonly size?: string;
    readonly page?: string;
    readonly offset?: string;
    readonly cursor?: string;
  };
  readonly base: 0 | 1;
  /** The offset of the first entry, where offsets count from 1, as in SCIM (RFC 7644 §3.4.2.4). */
  readonly firstOffset?: 1;
  /** Pointer to the entries of a page; '' when the page is a bare array. */
  readonly items?: string;
  /** Whether the entries are the members of an object, by their ids. */
  readonly isById?: boolean;
  /** Pointer to the next link, cursor or page number in a page, or the header field with it. */
  readonly next?: string;
  readonly total?: string;
  readonly defaultSize?: number;
  readonly maxSize?: number;
  readonly overMax?: 'clamp' | 'reject' | 'default';
  readonly pastEnd?: 'empty' | 'not-found' | 'bad-request' | 'last-page';
  /** Whether a page that was read links to the first, previous or last one; undefined where none was read. */
  readonly isLinked?: boolean;
  /** Pointer to the size that a page reports under the name of its parameter; '' where one that was read does not. */
  readonly reportedSize?: string;
}
