import { assume, type Collection, type Finding, type http, type Items, inconclusive, violated } from '#rule';

/** A page that was requested with a cursor, and the maximum number of its entries. */
export interface RequestedPage {
  readonly page: http.Page;
  readonly limit: number;
}

/** The cursor that a page names as next, its place, and the request that contains it. */
export interface Cursor {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** The cursor of the page after a first one. Throws InconclusiveError where there is none. */
export async function findSecondCursor(items: Items, { pagination }: Collection, size: number): Promise<Cursor> {
  const path = items.firstPage(size);
  const { next, isReported } = await items.page(path);
  assume(next !== undefined && isReported, 'no-usable-case', 'the first page has no next page');
  const before = new URLSearchParams(path.split('?')[1]);
  const after = [...new URLSearchParams(next.split('?')[1])];
  const found = after.find(([name]) => name === pagination.params.cursor) ?? after.find(([name]) => !before.has(name));
  assume(found !== undefined, 'no-usable-case', 'the link to the second page has no cursor in its query');
  return { path: next, name: found[0], value: found[1] };
}

export async function requestWithCursor(items: Items, { path, name }: Cursor, value: string, limit: number) {
  const [plain, query] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return { page: await items.page(`${plain}?${params}`), limit };
}

/** The maximum number of entries of a page without a requested size; infinite where nothing is known. */
export async function findPageLimit(items: Items, size: number, known: number): Promise<number> {
  const { entries, next, isReported } = await items.page(items.firstPage(null));
  const many = entries?.length ?? 0;
  if (many <= known) return Math.max(size, known);
  return isReported && next !== undefined ? Math.max(size, many) : Number.POSITIVE_INFINITY;
}

/** Violated where an invalid paging value caused a server error, or removed the page limit. */
export function judgeForged({ page: { exchange, entries = [] }, limit }: RequestedPage): Finding | undefined {
  const { status } = exchange.answer ?? {};
  const expected =
    limit === Number.POSITIVE_INFINITY ? 'a 4xx status, or a page' : `a 4xx status, or a page of size ${limit} or less`;
  if (status === 401 || status === 403) return inconclusive('refused', `GET returned ${status}`);
  if (status !== 500 && entries.length <= limit) return undefined;
  const actual = status === 500 ? 'status 500' : `a page of size ${entries.length}`;
  return violated({ expected, actual, shows: [exchange] });
}
