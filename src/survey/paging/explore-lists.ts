import type { Client } from '../../http/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { getAtPointer, type Json, omitUndefined } from '../../model/json.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import { findSizePlace, hasPageLinks } from '../../model/service/page-links.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import {
  findTotalPlace,
  hasNextPage,
  listPageEntries,
  type ObservedPage,
  readResponseTotal,
} from '../observed/observed-page.js';
import { mapConcurrently } from '../parallel-requests.js';
import { findPageStep, type PageStep } from './find-page-step.js';
import { findPageSize, findReadSize } from './page-sizes.js';
import { findBracketedSizes, readLinkParameters, type SizeParameter } from './parameter-names.js';
import { createListQuery, isPlainSlice, type ListQuery, type ListResponse } from './query-list.js';

/** Maximum number of lists whose pagination is explored; each costs about a dozen requests. */
const maxLists = 25;

/** Number of lists explored one by one to find parameters to try first for the others. */
const maxLeadingLists = 2;

/**
 * Explores the pagination of lists without a declared or described one. The parameters of the first result are tried
 * first for the others.
 */
export async function exploreAllLists(
  all: readonly { readonly collection: Collection; readonly look?: ObservedPage | undefined }[],
  client: Client,
) {
  const open = all.flatMap(({ collection, look }) =>
    look && canExploreList(collection) ? [{ collection, look }] : [],
  );
  const asked = open.slice(0, maxLists);
  const turned = new Map<Collection, ExploredList>();
  let hints: readonly SizeParameter[] = [];
  const turn = async ({ collection, look }: (typeof asked)[number]): Promise<SizeParameter | undefined> => {
    const found = await exploreList(collection, look, client, hints);
    turned.set(collection, found);
    return found.sizing;
  };
  let first = 0;
  for (; first < maxLeadingLists && hints.length === 0; first += 1) {
    const [one] = asked.slice(first, first + 1);
    const sizing = one && (await turn(one));
    hints = sizing ? [sizing] : [];
  }
  await mapConcurrently(asked.slice(first), turn);
  const settle = async (collection: Collection, look: ObservedPage): Promise<Collection> => {
    const known = turned.get(collection)?.collection ?? (await settleFirstOffset(collection, look, client));
    return findReadSize(notePageMembers(known, look), client);
  };
  return {
    collections: await mapConcurrently(all, async ({ collection, look }) =>
      look === undefined ? collection : settle(collection, look),
    ),
    notes: [...asked.flatMap(({ collection }) => turned.get(collection)?.notes ?? []), ...noteUnexplored(open)],
  };
}

/** Notes which links and sizes the page that was read has. */
function notePageMembers(collection: Collection, look: ObservedPage): Collection {
  const { size } = collection.pagination.params;
  const isLinked = hasPageLinks(look.answer);
  const reportedSize = (size === undefined ? undefined : findSizePlace(look.answer.json, size)) ?? '';
  return { ...collection, pagination: { ...collection.pagination, isLinked, reportedSize } };
}

/** Notes the lists beyond the maximum in one line. */
function noteUnexplored(open: readonly { readonly collection: Collection }[]): string[] {
  const [first, ...others] = open.slice(maxLists).map(({ collection }) => collection.path);
  if (first === undefined) return [];
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return [
    `${named}: pagination was not explored, because there are too many lists; to have them paged through, declare pagination`,
  ];
}

const nextNumberPointers = [
  ...['/next', '/nextPage', '/next_page', '/meta/next', '/meta/nextPage', '/meta/next_page'],
  ...['/pagination/next', '/pagination/nextPage', '/pagination/next_page', '/page/next'],
];

interface ExploredList {
  readonly collection: Collection;
  readonly notes: readonly string[];
  /** Its page size parameter, which other lists are likely to share. */
  readonly sizing?: SizeParameter;
}

function canExploreList({ pagination, facts, list }: Collection): boolean {
  const isSaid =
    findFact({ facts }, 'pagination')?.provenance === 'declared' || Object.keys(pagination.params).length > 0;
  return list !== undefined && !isSaid && (pagination.style === 'unknown' || pagination.style === 'link');
}

/**
 * Finds out how a list is paged, with GET only. A parameter must take effect twice with different values, because a
 * wrong result would cause wrong violations. Lists with fewer than two entries or without a stable order are skipped.
 */
export async function exploreList(
  collection: Collection,
  look: ObservedPage,
  client: Client,
  hints: readonly SizeParameter[] = [],
): Promise<ExploredList> {
  const { path } = collection;
  const plain = createListQuery(collection, listPageEntries(look.answer, look.page), client);
  const unknown = (why: string): ExploredList => ({
    collection,
    notes: [`${path}: ${why}; if it is paged, declare resources[].pagination`],
  });
  if (plain.keys.length < 2)
    return collection.list?.provenance === 'observed' && collection.read && plain.keys.length === 1
      ? unknown('has too few entries to find out how it is paged')
      : { collection, notes: [] };
  const steady = await findSteadyList(plain);
  if ('doubt' in steady) return (await adoptLink(collection, look, plain)) ?? unknown(steady.doubt);
  const { asking } = steady;
  const sizing = await findPageSize(asking, [...listReportedSizes(collection, look), ...hints]);
  if (!sizing) return { collection, notes: [] };
  const beside = sizing.page === undefined ? {} : { [sizing.page]: '1' };
  const one = await asking.ask({ [sizing.size]: '1', ...beside });
  const step = await findPageStep({ list: collection, asking, sizing, one });
  if (!step) {
    const linked = (await adoptLink(collection, look, asking)) ?? (await adoptLink(collection, look, asking, one));
    if (linked) return linked;
    return { ...unknown(`${sizing.size} sets the page size, but how to request the next page is unknown`), sizing };
  }
  const told = one.page?.next;
  // A number says more than a flag.
  const isFlag = typeof getAtPointer(one.answer?.json as Json | undefined, told ?? '') === 'boolean';
  const number = told === undefined || isFlag ? await findNumberedNext(asking, one, step) : undefined;
  const next = step.next ?? number ?? told;
  return { collection: applyFindings(collection, look, { one, step, next }), notes: [], sizing };
}

/**
 * Takes the parameters that the link to the next page shows, where the entries of pages do not prove them: their order changes, or a
 * parameter has no effect. The page size must be that of two pages. The link is that of `sized`, where a page size has an effect and
 * only the page that follows is another one than it should be: then it may have a cursor.
 */
async function adoptLink(
  collection: Collection,
  look: ObservedPage,
  asking: ListQuery,
  sized?: ListResponse,
): Promise<ExploredList | undefined> {
  const link = findNextLink(sized ?? look);
  const { names: params = {}, style = 'unknown' } = link === undefined ? {} : readLinkParameters(link, collection);
  const { size, page } = params;
  const isReadable = style === 'page' || style === 'offset' || (style === 'cursor' && sized !== undefined);
  if (link === undefined || size === undefined || !isReadable) return undefined;
  const [one, two] = [await asking.ask({ [size]: '1' }), await asking.ask({ [size]: '2' })];
  if (one.keys?.length !== 1 || two.keys?.length !== 2) return undefined;
  const isFromZero = page !== undefined && new URL(link, 'http://list/').searchParams.get(page) === '1';
  const step = { style, params, base: isFromZero ? 0 : 1 } as const;
  return {
    collection: applyFindings(collection, look, { one, step, next: one.page?.next }),
    notes: [],
    sizing: { size },
  };
}

/** The link to the next page, where it is a URL. */
function findNextLink({ answer, page }: Pick<ListResponse, 'answer' | 'page'>): string | undefined {
  if (answer === undefined) return undefined;
  const inBody = page?.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next);
  const told = findLink(answer, 'next') ?? (typeof inBody === 'string' && inBody.includes('?') ? inBody : undefined);
  return told !== undefined && URL.canParse(told, 'http://list/') ? told : undefined;
}

/**
 * The list to compare pages with, or why that is pointless: the order changes by itself, or any parameter shortens the list. Where other
 * clients add or remove entries, it is the newer list.
 */
async function findSteadyList(plain: ListQuery): Promise<{ asking: ListQuery } | { doubt: string }> {
  const { keys = [] } = await plain.ask({});
  const before = plain.keys.filter((key) => keys.includes(key));
  const after = keys.filter((key) => plain.keys.includes(key));
  const isSteady = before.length > 1 && before.every((key, index) => key === after[index]);
  // Most entries of both are the same.
  if (!isSteady || before.length * 2 < Math.max(keys.length, plain.keys.length))
    return { doubt: 'has no stable order, so how it is paged is unknown' };
  const asking = { ...plain, keys };
  const made = await asking.ask({ assay_unknown: '1' });
  return isPlainSlice(made, keys, 0, 1)
    ? { doubt: 'returns fewer entries for any parameter, so how it is paged is unknown' }
    : { asking };
}

function listReportedSizes(collection: Collection, look: ObservedPage): SizeParameter[] {
  const link = findNextLink(look);
  const { size } = link === undefined ? {} : readLinkParameters(link, collection).names;
  const named = link === undefined ? [] : [...new URL(link, 'http://list/').searchParams.keys()];
  const parameters = collection.list?.parameters.filter(({ in: place }) => place === 'query') ?? [];
  // Services that take an object as JSON often take its members in brackets, too.
  const described = parameters.flatMap(({ name, members = [] }) => [name, ...members.map((one) => `${name}[${one}]`)]);
  return [...(size === undefined ? [] : [{ size }]), ...findBracketedSizes([...named, ...described])];
}

function applyFindings(
  collection: Collection,
  look: ObservedPage,
  { one, step, next: told }: { readonly one: ListResponse; readonly step: PageStep; readonly next: string | undefined },
): Collection {
  const { style, params, base, firstOffset } = step;
  const entries = listPageEntries(look.answer, look.page).length;
  const { total: assumed, ...rest } = collection.pagination;
  const total = findSteadyTotal(look, one) ?? (assumed === findTotalPlace(look) ? undefined : assumed);
  const next = told ?? rest.next;
  const isCut = hasNextPage(look) || (total !== undefined && Number(readResponseTotal(look.answer, total)) > entries);
  const pagination: Pagination = {
    ...rest,
    style,
    params,
    base,
    ...omitUndefined({ firstOffset }),
    ...(next === undefined ? {} : { next }),
    ...(total === undefined ? {} : { total }),
    ...(isCut && rest.defaultSize === undefined ? { defaultSize: entries } : {}),
  };
  const evidence = `${one.asked} returned 1 of the ${entries} entries of GET ${collection.path}`;
  return {
    ...collection,
    pagination,
    facts: replaceFacts(collection.facts, [
      createFact('pagination', { style, params: { ...params } }, 'observed', evidence),
    ]),
  };
}

/** A total does not change with the page size; a number that does counts the entries of the page. */
function findSteadyTotal(look: ObservedPage, one: ListResponse): string | undefined {
  const total = findTotalPlace(look);
  if (total === undefined || !one.answer) return undefined;
  const before = readResponseTotal(look.answer, total);
  const isSteady = before !== undefined && before === readResponseTotal(one.answer, total);
  return isSteady && before >= listPageEntries(look.answer, look.page).length ? total : undefined;
}

/**
 * Finds the member with the number of the next page; it must change with the page, so that no other number is taken.
 */
async function findNumberedNext(
  asking: ListQuery,
  one: ListResponse,
  { style, params, base }: PageStep,
): Promise<string | undefined> {
  if (style !== 'page' || params.size === undefined || params.page === undefined || asking.keys.length < 3)
    return undefined;
  const found = nextNumberPointers.find(
    (place) => getAtPointer(one.answer?.json as Json | undefined, place) === base + 1,
  );
  if (found === undefined) return undefined;
  const second = await asking.ask({ [params.size]: '1', [params.page]: String(base + 1) });
  return getAtPointer(second.answer?.json as Json | undefined, found) === base + 2 ? found : undefined;
}

/** Finds out whether described offsets count from 1, unless their name and their schema say that they count from 0. */
async function settleFirstOffset(collection: Collection, look: ObservedPage, client: Client): Promise<Collection> {
  const { style, params, firstOffset } = collection.pagination;
  const { size, offset } = params;
  const isDescribed = findFact(collection, 'pagination')?.provenance === 'described';
  if (style !== 'offset' || !isDescribed || size === undefined || offset === undefined) return collection;
  if (firstOffset === undefined && /offset|skip/i.test(offset)) return collection;
  const asking = createListQuery(collection, listPageEntries(look.answer, look.page), client);
  if (asking.keys.length < 2) return collection;
  const one = await asking.ask({ [size]: '1', [offset]: '1' });
  const { firstOffset: _, ...fromZero } = collection.pagination;
  if (isPlainSlice(one, asking.keys, 0, 1)) return { ...collection, pagination: { ...fromZero, firstOffset: 1 } };
  return isPlainSlice(one, asking.keys, 1, 1) ? { ...collection, pagination: fromZero } : collection;
}
