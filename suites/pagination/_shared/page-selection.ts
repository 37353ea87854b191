import { type Collection, compare, type Finding, http, type Items, inconclusive, type Json } from '#rule';

/** How a page is selected: by its number, by the number of entries before it, or by what the page before says. */
export type Selection = 'page' | 'offset' | 'cursor';

/** The parameters that select a page and may be sent without another one, in the order in which they are tried. */
export const listSelections = ({ list, pagination: { params, style } }: Collection): Selection[] =>
  (['page', 'offset', 'cursor'] as const).filter((selection) => {
    const name = params[selection];
    if (name === undefined) return selection === 'cursor' && style === 'link';
    const { schema } = list?.parameters.find((one) => one.in === 'query' && one.name === name) ?? {};
    return !compare.isObject(schema) || (isUnconditional(schema) && isFitting(selection, name, JSON.stringify(schema)));
  });

const isUnconditional = ({ description, deprecated }: { readonly [member: string]: Json }): boolean =>
  deprecated !== true && !(typeof description === 'string' && conditionPattern.test(description));

/** Words of parameters that need not have an effect: outdated ones, and those that depend on another one. */
const conditionPattern =
  /deprecat|obsolete|legacy|no longer|not supported|unsupported|no effect|ignored|requires?\b|together|combin|conjunction|\bonly\b.*\b(with|when|if|for|valid|used|applies)\b|\b(if|when|unless)\b[^.;]*\b(is|are) (also |not )?(set|sent|given|present|provided|specified|used|true)\b/i;

/** Whether a described parameter counts pages or entries, and is no token, time or id with such a name; or may be a cursor. */
function isFitting(selection: Selection, name: string, schema: string): boolean {
  if (selection === 'cursor') return !/"format":"date|\b(time|timestamp|date)\b/i.test(schema);
  const isNumber = /"(integer|number)"/.test(schema);
  return isNumber && (selection === 'page' || /offset|skip|index/i.test(name) || /offset|skip|position/i.test(schema));
}

/** Pages that were requested with different values of one parameter. */
export interface SelectedPages {
  readonly name: string;
  readonly pages: readonly http.Page[];
  /** Where all of them are the same: the page without the parameter, and how many different entries the list has at least. */
  readonly control?: { readonly plain: http.Page; readonly known: number };
}

/**
 * Requests three pages by one parameter, until one differs from the first. Page numbers are 1, 2 and 3, so that two of them differ whatever
 * number the first page has. An offset is the number of entries on as many pages. A cursor is one that a page gave.
 */
export async function trySelection(
  items: Items,
  selection: Selection,
  size: number | undefined,
  { pagination: { params, firstOffset } }: Collection,
): Promise<SelectedPages> {
  const name = params[selection] ?? 'next';
  const pages: http.Page[] = [];
  const ask = (query: Readonly<Record<string, string>>) =>
    items.firstPage(null, { ...(params.size !== undefined && { [params.size]: String(size) }), ...query });
  const chooseNext = {
    page: () => ask({ [name]: String(pages.length + 1) }),
    offset: () => ask({ [name]: String((firstOffset ?? 0) + pages.length * (pages[0]?.entries?.length ?? 0)) }),
    cursor: () => (pages.length === 0 ? ask({}) : readNext(pages.at(-1))),
  }[selection];
  for (let path = chooseNext(); path !== undefined && pages.length < 3; path = chooseNext()) {
    pages.push(await items.page(path));
    if (!isSamePage(pages.at(-1), pages[0]) || pages[0]?.entries?.length === 0) return { name, pages };
  }
  const [first, second] = pages;
  if (first === undefined || second === undefined) return { name, pages };
  const { entries } = await items.list((found) => countDistinct(found) > 2 * (first.entries?.length ?? 0));
  // A total may be an estimate; it is believed where larger pages show that there is more, or none can be requested.
  const isMore = params.size === undefined || entries.length > (first.entries?.length ?? 0);
  const total = isMore ? (first.total ?? 0) : 0;
  const known = countDistinct(entries) < entries.length ? 0 : Math.max(entries.length, total);
  return { name, pages, control: { plain: await items.page(ask({})), known } };
}

/** The next page, where the service itself gave its address. */
const readNext = (page: http.Page | undefined): string | undefined =>
  page?.isReported && !page.isPromised ? page.next : undefined;

const countDistinct = (entries: readonly Json[]): number => new Set(entries.map((entry) => JSON.stringify(entry))).size;

const isSamePage = (one: http.Page | undefined, other: http.Page | undefined): boolean =>
  one?.entries !== undefined && JSON.stringify(one.entries) === JSON.stringify(other?.entries);

/** Why an attempt does not show that its parameter has no effect; undefined where it does. */
export function judgeSelection({ name, pages, control }: SelectedPages): Finding | 'an effect' | undefined {
  const [first, ...others] = pages;
  const failed = pages.find(({ entries }) => entries === undefined)?.exchange;
  if (first === undefined) return inconclusive('no-usable-case', 'no page was requested');
  if (failed)
    return inconclusive(
      http.hasStatus(failed, 401, 403, 429) ? 'refused' : 'no-usable-case',
      `a page selected by ${name} returned ${failed.answer?.status}`,
    );
  const { entries = [] } = first;
  if (entries.length === 0) return inconclusive('no-usable-case', 'the list has no entries');
  if (others.some((page) => !isSamePage(page, first))) return 'an effect';
  if (!control) return inconclusive('no-usable-case', 'the first page gives no next one');
  if (control.known <= 2 * entries.length || countDistinct(entries) < entries.length)
    return inconclusive('no-usable-case', `the list has too few different entries to see what ${name} selects`);
  // The last page may be shorter than the others, and stand for all behind it.
  if (!isSamePage(control.plain, first))
    return inconclusive('no-usable-case', `without ${name}, the list shows other entries`);
  return pages.some(({ exchange }) => http.isCached(exchange))
    ? inconclusive('noise', 'a cache answered instead of the service')
    : undefined;
}
