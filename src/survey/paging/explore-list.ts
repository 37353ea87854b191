import type { Client } from '../../http/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import {
  findTotalPlace,
  hasNextPage,
  listPageEntries,
  type ObservedPage,
  readResponseTotal,
} from '../observed/observed-page.js';
import { findPageSize } from './find-page-size.js';
import { findPageStep, type PageStep } from './find-page-step.js';
import { findBracketedSizes, readLinkParameters, type SizeParameter } from './parameter-names.js';
import { createListQuery, isPlainSlice, type ListQuery, type ListResponse } from './query-list.js';

const nextNumberPointers = [
  ...['/next', '/nextPage', '/next_page', '/meta/next', '/meta/nextPage', '/meta/next_page'],
  ...['/pagination/next', '/pagination/nextPage', '/pagination/next_page', '/page/next'],
];

/** A collection after its pagination was explored. */
export interface ExploredList {
  readonly collection: Collection;
  readonly notes: readonly string[];
  /** Its page size parameter, which other lists are likely to share. */
  readonly sizing?: SizeParameter;
}

/** Whether a list has entries and its pagination is unknown. */
export function canExploreList({ pagination, facts, list }: Collection): boolean {
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
  if ('doubt' in steady) return unknown(steady.doubt);
  const { asking } = steady;
  const sizing = await findPageSize(asking, [...listReportedSizes(collection, look), ...hints]);
  if (!sizing) return { collection, notes: [] };
  const beside = sizing.page === undefined ? {} : { [sizing.page]: '1' };
  const one = await asking.ask({ [sizing.size]: '1', ...beside });
  const step = await findPageStep({ list: collection, asking, sizing, one });
  if (!step)
    return { ...unknown(`${sizing.size} sets the page size, but how to request the next page is unknown`), sizing };
  const told = one.page?.next;
  // A number says more than a flag.
  const isFlag = typeof getAtPointer(one.answer?.json as Json | undefined, told ?? '') === 'boolean';
  const number = told === undefined || isFlag ? await findNumberedNext(asking, one, step) : undefined;
  const next = step.next ?? number ?? told;
  return { collection: applyFindings(collection, look, { one, step, next }), notes: [], sizing };
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

function listReportedSizes(collection: Collection, { answer, page }: ObservedPage): SizeParameter[] {
  const inBody = page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next);
  const link = findLink(answer, 'next') ?? (typeof inBody === 'string' && inBody.includes('?') ? inBody : undefined);
  const { size } = link === undefined ? {} : readLinkParameters(link, collection).names;
  const named = link === undefined ? [] : [...new URL(link, 'http://list/').searchParams.keys()];
  const described = collection.list?.parameters.flatMap(({ in: place, name }) => (place === 'query' ? name : [])) ?? [];
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
export async function settleFirstOffset(
  collection: Collection,
  look: ObservedPage,
  client: Client,
): Promise<Collection> {
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
