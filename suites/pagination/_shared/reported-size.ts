import { type Collection, compare, type http, type Items } from '#rule';

/** A page that was requested with a size, and the size that it reports. */
export interface ReportedSize {
  readonly asked: number;
  readonly page: http.Page;
  readonly reported: number | undefined;
}

/** Members of a page that may hold facts about it. */
const places = ['', '/page', '/meta', '/meta/page', '/pagination', '/meta/pagination', '/paging'];

/** Requests pages of these sizes, and reads the member with the name of the parameter for the size. */
export async function readReportedSizes(
  items: Items,
  { pagination }: Collection,
  sizes: readonly number[],
): Promise<ReportedSize[]> {
  const name = normalize(pagination.params.size ?? '');
  const read: ReportedSize[] = [];
  for (const asked of sizes) {
    const page = await items.page(items.firstPage(asked));
    const holders = places.map((place) => compare.getAtPointer(page.exchange.answer?.json, place));
    const reported = holders
      .flatMap((holder) => (compare.isObject(holder) ? Object.entries(holder) : []))
      .find(([member, value]) => normalize(member) === name && typeof value === 'number')?.[1];
    read.push({ asked, page, reported: typeof reported === 'number' ? reported : undefined });
  }
  return read;
}

/** `page[size]`, `page_size` and `pageSize` are one name. */
const normalize = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^page(?=size$)/, '');
