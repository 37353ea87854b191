import { assume, type Collection, type Finding, type Items, inconclusive, type Page, violated } from '#rule';

/** A page that was asked for with a cursor, and how many entries a page may have. */
export interface Asked {
  readonly page: Page;
  readonly limit: number;
}

/** The cursor that a page names as next, where it stands, and the request that it stands in. */
export interface Cursor {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** The cursor of the page behind a first one. Throws a Doubt where none is named. */
export async function cursorBehind(items: Items, { pagination }: Collection, size: number): Promise<Cursor> {
  const path = items.firstPage(size);
  const { next, isReported } = await items.page(path);
  assume(next !== undefined && isReported, 'no-usable-case', 'the first page names no next one');
  const before = new URLSearchParams(path.split('?')[1]);
  const after = [...new URLSearchParams(next.split('?')[1])];
  const found = after.find(([name]) => name === pagination.params.cursor) ?? after.find(([name]) => !before.has(name));
  assume(found !== undefined, 'no-usable-case', 'what the first page names as next has no cursor in its query');
  return { path: next, name: found[0], value: found[1] };
}

/** Asks for a page with another value for a cursor. */
export async function askWith(items: Items, { path, name }: Cursor, value: string, limit: number): Promise<Asked> {
  const [plain, query] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return { page: await items.page(`${plain}?${params}`), limit };
}

/** As many entries as a page may have that is not of the size asked for; without end where nothing tells. `known` is 0 where no size is known. */
export async function limitOf(items: Items, size: number, known: number): Promise<number> {
  const { entries, next, isReported } = await items.page(items.firstPage(null));
  const many = entries?.length ?? 0;
  if (many <= known) return Math.max(size, known);
  return isReported && next !== undefined ? Math.max(size, many) : Number.POSITIVE_INFINITY;
}

/** Violated where a paging value that means nothing made the service fail, or lifted the limit. */
export function judgeForged({ page: { exchange, entries = [] }, limit }: Asked): Finding | undefined {
  const { status } = exchange.answer ?? {};
  const expected =
    limit === Number.POSITIVE_INFINITY ? 'a refusal, or a page' : `a refusal, or ${limit} entries at most`;
  if (status === 401 || status === 403) return inconclusive('refused', `GET was answered ${status}`);
  if (status !== 500 && entries.length <= limit) return undefined;
  const actual = status === 500 ? 'status 500' : `${entries.length} entries`;
  return violated({ expected, actual, shows: [exchange] });
}
