import { at, type Json } from '../../model/json.js';
import type { Collection, Pagination } from '../../model/service/subject.js';
import { nextLink } from '../observed/observed-page.js';
import { behinds, cursors, namesIn, type Sizing, stepsFor } from './parameter-names.js';
import { type Asking, oneOf, type Params, type Sight, shows } from './query-list.js';

/** How a list goes from page to page. */
export type Step = Pick<Pagination, 'style' | 'params' | 'base'>;

/** A list whose pages can be sized, with its page of one entry. */
export interface Sized {
  readonly list: Collection;
  readonly asking: Asking;
  readonly sizing: Sizing;
  readonly one: Sight;
}

/** Finds out how the next page is asked for: as the page of one tells, else by counting pages or entries. */
export async function findStep(sized: Sized): Promise<Step | undefined> {
  // A number beside a number that was asked for is that of the next page.
  const told = sized.sizing.page === undefined ? toldNext(sized.one) : undefined;
  const answers = told === undefined ? undefined : await asTold(sized, told);
  if (answers) return answers;
  const { isPageFirst } = stepsFor(sized.sizing.size);
  const [first, second] = isPageFirst || sized.sizing.page ? [byPage, byOffset] : [byOffset, byPage];
  return (await first(sized)) ?? (await second(sized));
}

function toldNext({ answer, page }: Sight): Json | undefined {
  if (!answer || !page) return undefined;
  const told = page.next === undefined ? undefined : at(answer.json as Json, page.next);
  return nextLink(answer) ?? (told === null || told === '' || told === false ? undefined : told);
}

const isUrl = (told: string) => /^(https?:\/\/|\?|\/\S*\?)/.test(told);

async function asTold(sized: Sized, told: Json): Promise<Step | undefined> {
  const { list, asking, sizing } = sized;
  if (told === true) return byCursor(sized, behinds, lastKeyOf(asking));
  if (typeof told !== 'string' && typeof told !== 'number') return undefined;
  const text = String(told);
  if (typeof told === 'number' || !isUrl(text)) return byCursor(sized, cursors, text);
  const { names, style } = namesIn(text, list);
  const followed = await asking.ask(Object.fromEntries(new URL(text, 'http://list/').searchParams));
  if (!shows(followed, asking.keys, 1, 1)) return undefined;
  const params = { ...names, size: sizing.size };
  if (style === 'page') return names.page === undefined ? undefined : byPage({ ...sized, sizing }, [names.page]);
  if (style === 'offset') return names.offset === undefined ? undefined : byOffset(sized, [names.offset]);
  return { style: style === 'cursor' ? 'cursor' : 'link', params, base: 1 };
}

/** The id of the one entry, as it is written in a query. */
function lastKeyOf({ keys }: Asking): string {
  const key = JSON.parse(keys[0] ?? 'null') as Json;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

async function byCursor(
  { asking, sizing: { size } }: Sized,
  names: readonly string[],
  value: string,
): Promise<Step | undefined> {
  if (value === '') return undefined;
  const leads = async (some: readonly string[], many = 1) =>
    shows(await asking.ask({ [size]: String(many), ...allSet(some, value) }), asking.keys, 1, many);
  const cursor = await oneThat(names, leads);
  if (cursor === undefined || !(await leads([cursor], 2))) return undefined;
  return { style: 'cursor', params: { size, cursor }, base: 1 };
}

/** Most names that are tried one by one where all of them at once do nothing, as where unknown ones are refused. */
const singly = 4;

async function oneThat(
  names: readonly string[],
  does: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  if (await does(names)) return oneOf(names, does);
  if (names.length === 1) return undefined;
  for (const name of names.slice(0, singly)) if (await does([name])) return name;
  return undefined;
}

/** Page 2 of one entry each shows the second where pages are counted from 1, the third where they are counted from 0. */
async function byPage(
  { asking, sizing: { size, page: given } }: Sized,
  names: readonly string[] = given === undefined ? stepsFor(size).pages : [given],
): Promise<Step | undefined> {
  const { keys } = asking;
  const bases = new Set<0 | 1>();
  const turns = async (some: readonly string[]) => {
    const second = await asking.ask({ [size]: '1', ...allSet(some, '2') });
    const base = shows(second, keys, 1, 1) ? 1 : shows(second, keys, 2, 1) ? 0 : undefined;
    if (base !== undefined) bases.add(base);
    return base !== undefined;
  };
  const page = await oneThat(names, turns);
  const [base] = bases;
  if (page === undefined || base === undefined || bases.size > 1) return undefined;
  const [many, number] = keys.length > 2 ? [2, base + 1] : [1, base];
  const again = await asking.ask({ [size]: String(many), [page]: String(number) });
  const isSure = shows(again, keys, (number - base) * many, many);
  return isSure ? { style: 'page', params: { size, page }, base } : undefined;
}

/** An offset of 1 passes over one entry, whatever the size of a page; the number of a page would pass over one page. */
async function byOffset(
  { asking, sizing: { size } }: Sized,
  names: readonly string[] = stepsFor(size).offsets,
): Promise<Step | undefined> {
  const passes = async (some: readonly string[], many = 1) =>
    shows(await asking.ask({ [size]: String(many), ...allSet(some, '1') }), asking.keys, 1, many);
  const offset = await oneThat(names, passes);
  if (offset === undefined || !(await passes([offset], 2))) return undefined;
  const isNone = shows(await asking.ask({ [size]: '1', [offset]: '0' }), asking.keys, 0, 1);
  return isNone ? { style: 'offset', params: { size, offset }, base: 1 } : undefined;
}

const allSet = (names: readonly string[], value: string): Params =>
  Object.fromEntries(names.map((name) => [name, value]));
