import { getHeader } from '../../model/exchange.js';
import { findNextPageField } from '../../model/field/next-page-field.js';
import { getAtPointer, type Json } from '../../model/json.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import { readReportedNext } from '../observed/observed-page.js';
import { afterIdNames, cursorNames, listStepNames, readLinkParameters, type SizeParameter } from './parameter-names.js';
import { findSingleParameter, isPlainSlice, type ListQuery, type ListResponse, setAll } from './query-list.js';

export type PageStep = Pick<Pagination, 'style' | 'params' | 'base' | 'firstOffset' | 'next'>;

/** A list with a known page size parameter, and its page with one entry. */
export interface SizedList {
  readonly list: Collection;
  readonly asking: ListQuery;
  readonly sizing: SizeParameter;
  readonly one: ListResponse;
}

/** Finds out how the next page is requested: as the page says, otherwise by page number or offset. */
export async function findPageStep(sized: SizedList): Promise<PageStep | undefined> {
  // A number beside a requested page number is that of the next page.
  const told = sized.sizing.page === undefined ? readReportedNext(sized.one) : undefined;
  const answers = told === undefined ? undefined : await followReportedNext(sized, told);
  if (answers) return answers;
  const field = sized.one.answer && told === undefined ? findNextPageField(sized.one.answer) : undefined;
  const token = field === undefined ? undefined : getHeader(sized.one.answer, field);
  const byField = token === undefined ? undefined : await tryCursor(sized, cursorNames, token);
  if (byField && field !== undefined) return { ...byField, next: field };
  const { isPageFirst, offsets } = listStepNames(sized.sizing.size);
  // A page that shows the first offset under the name of the parameter.
  const echoed = offsets.filter((name) => getAtPointer(sized.one.answer?.json as Json, `/${name}`) === 1);
  const byEcho = await tryOffsetFromOne(sized, echoed);
  if (byEcho) return byEcho;
  const [first, second] = isPageFirst || sized.sizing.page ? [tryPage, tryOffset] : [tryOffset, tryPage];
  return (await first(sized)) ?? (await second(sized)) ?? (await tryOffsetFromOne(sized));
}

async function followReportedNext(sized: SizedList, told: Json): Promise<PageStep | undefined> {
  const { list, asking, sizing } = sized;
  if (told === true) return tryCursor(sized, afterIdNames, getOnlyKey(asking));
  if (typeof told !== 'string' && typeof told !== 'number') return undefined;
  const text = String(told);
  if (typeof told === 'number' || !/^(https?:\/\/|\?|\/\S*\?)/.test(text)) return tryCursor(sized, cursorNames, text);
  if (!URL.canParse(text, 'http://list/')) return undefined;
  const { names, style } = readLinkParameters(text, list);
  const followed = await asking.ask(Object.fromEntries(new URL(text, 'http://list/').searchParams));
  if (!isPlainSlice(followed, asking.keys, 1, 1)) return undefined;
  const params = { ...names, size: sizing.size };
  if (style === 'page') return names.page === undefined ? undefined : tryPage({ ...sized, sizing }, [names.page]);
  if (style === 'offset') {
    if (names.offset === undefined) return undefined;
    return (await tryOffset(sized, [names.offset])) ?? tryOffsetFromOne(sized, [names.offset]);
  }
  return { style: style === 'cursor' ? 'cursor' : 'link', params, base: 1 };
}

/** The id of the only entry, as it is written in a query. */
function getOnlyKey({ keys }: ListQuery): string {
  const key = JSON.parse(keys[0] ?? 'null') as Json;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

async function tryCursor(
  { asking, sizing: { size } }: SizedList,
  names: readonly string[],
  value: string,
): Promise<PageStep | undefined> {
  if (value === '') return undefined;
  const leads = async (some: readonly string[], many = 1) =>
    isPlainSlice(await asking.ask({ [size]: String(many), ...setAll(some, value) }), asking.keys, 1, many);
  const cursor = await findParameter(names, leads);
  if (cursor === undefined || !(await leads([cursor], 2))) return undefined;
  return { style: 'cursor', params: { size, cursor }, base: 1 };
}

/**
 * Maximum number of names tried one by one when all at once have no effect, for example because unknown ones are
 * refused.
 */
const maxSingleNames = 4;

async function findParameter(
  names: readonly string[],
  does: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  if (await does(names)) return findSingleParameter(names, does);
  if (names.length === 1) return undefined;
  for (const name of names.slice(0, maxSingleNames)) if (await does([name])) return name;
  return undefined;
}

/** With pages of one entry, page 2 shows the second entry if pages are counted from 1, the third if from 0. */
async function tryPage(
  { asking, sizing: { size, page: given } }: SizedList,
  names: readonly string[] = given === undefined ? listStepNames(size).pages : [given],
): Promise<PageStep | undefined> {
  const { keys } = asking;
  const bases = new Set<0 | 1>();
  const turns = async (some: readonly string[]) => {
    const second = await asking.ask({ [size]: '1', ...setAll(some, '2') });
    const base = isPlainSlice(second, keys, 1, 1) ? 1 : isPlainSlice(second, keys, 2, 1) ? 0 : undefined;
    if (base !== undefined) bases.add(base);
    return base !== undefined;
  };
  const page = await findParameter(names, turns);
  const [base] = bases;
  if (page === undefined || base === undefined || bases.size > 1) return undefined;
  const [many, number] = keys.length > 2 ? [2, base + 1] : [1, base];
  const again = await asking.ask({ [size]: String(many), [page]: String(number) });
  const isSure = isPlainSlice(again, keys, (number - base) * many, many);
  return isSure ? { style: 'page', params: { size, page }, base } : undefined;
}

/** An offset one above that of the first entry skips one whatever the page size; a page number would skip a page. */
async function tryOffset(
  { asking, sizing: { size } }: SizedList,
  names: readonly string[] = listStepNames(size).offsets,
  firstOffset: 0 | 1 = 0,
): Promise<PageStep | undefined> {
  const passes = async (some: readonly string[], many = 1) => {
    const params = { [size]: String(many), ...setAll(some, String(firstOffset + 1)) };
    return isPlainSlice(await asking.ask(params), asking.keys, 1, many);
  };
  const offset = await findParameter(names, passes);
  if (offset === undefined || !(await passes([offset], 2))) return undefined;
  const isNone = isPlainSlice(await asking.ask({ [size]: '1', [offset]: String(firstOffset) }), asking.keys, 0, 1);
  if (!isNone) return undefined;
  return { style: 'offset', params: { size, offset }, base: 1, ...(firstOffset === 1 ? { firstOffset } : {}) };
}

/** Where the ids are 1, 2, 3, a parameter may be the first id to show; only its name tells an offset. */
function tryOffsetFromOne(
  sized: SizedList,
  names: readonly string[] = listStepNames(sized.sizing.size).offsets,
): Promise<PageStep | undefined> {
  const isIdPlace = sized.asking.keys.every((key, index) => key.replaceAll('"', '') === String(index + 1));
  return tryOffset(sized, isIdPlace ? names.filter((name) => /offset|skip|index/i.test(name)) : names, 1);
}
