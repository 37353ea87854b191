import type { Client } from '../../http/exchange.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { createFact, findFact, replaceFacts } from '../../model/service/facts.js';
import type { Collection, Pagination } from '../../model/service/subject.js';
import {
  findNextLink,
  findTotalPlace,
  hasNextPage,
  listPageEntries,
  type ObservedPage,
  readResponseTotal,
} from '../observed/observed-page.js';
import { findPageSize } from './find-page-size.js';
import { findPageStep, type PageStep } from './find-page-step.js';
import { findNumberedNext } from './numbered-pages.js';
import { readLinkParameters, type SizeParameter } from './parameter-names.js';
import { createListQuery, isPlainSlice, type ListQuery, type ListResponse } from './query-list.js';

/** A collection after its list was asked for pages. */
export interface ExploredList {
  readonly collection: Collection;
  readonly notes: readonly string[];
  /** What sizes its pages: siblings are likely to have the same. */
  readonly sizing?: SizeParameter;
}

/** Whether a list shows something, and nobody said yet how it is asked for its pages. */
export function canExploreList({ pagination, facts, list }: Collection): boolean {
  const isSaid =
    findFact({ facts }, 'pagination')?.provenance === 'declared' || Object.keys(pagination.params).length > 0;
  return list !== undefined && !isSaid && (pagination.style === 'unknown' || pagination.style === 'link');
}

/**
 * Finds out how a list is paged, with GET only. What is believed was seen twice, with different values: a wrong belief
 * would become a wrong accusation. Lists of fewer than two entries, and of no steady order, tell nothing.
 */
export async function exploreList(
  collection: Collection,
  look: ObservedPage,
  client: Client,
  hints: readonly SizeParameter[] = [],
): Promise<ExploredList> {
  const { path } = collection;
  const asking = createListQuery(collection, listPageEntries(look.answer, look.page), client);
  const unknown = (why: string): ExploredList => ({
    collection,
    notes: [`${path}: ${why}; declare resources[].pagination where it is paged`],
  });
  if (asking.keys.length < 2)
    return collection.list?.provenance === 'observed' && collection.read && asking.keys.length === 1
      ? unknown('has too few entries to tell how it is paged')
      : { collection, notes: [] };
  const doubt = await findUnsteadiness(asking);
  if (doubt !== undefined) return unknown(doubt);
  const sizing = await findPageSize(asking, [...listReportedSizes(collection, look), ...hints]);
  if (!sizing) return { collection, notes: [] };
  const beside = sizing.page === undefined ? {} : { [sizing.page]: '1' };
  const one = await asking.ask({ [sizing.size]: '1', ...beside });
  const step = await findPageStep({ list: collection, asking, sizing, one });
  if (!step)
    return { ...unknown(`${sizing.size} sizes its pages, but nothing tells how the next one is asked for`), sizing };
  const next = one.page?.next ?? (await findNumberedNext(asking, one, step));
  return { collection: applyFindings(collection, look, { one, step, next }), notes: [], sizing };
}

/** Why comparing pages would tell nothing: the order changes by itself, or any parameter cuts the list. */
async function findUnsteadiness({ ask, keys }: ListQuery): Promise<string | undefined> {
  const again = await ask({});
  if (!isPlainSlice(again, keys, 0, keys.length)) return 'has no steady order, so nothing tells how it is paged';
  const made = await ask({ assay_unknown: '1' });
  return isPlainSlice(made, keys, 0, 1) ? 'shows less for any parameter, so nothing tells how it is paged' : undefined;
}

/** The size that a link to the next page names. */
function listReportedSizes(collection: Collection, { answer, page }: ObservedPage): SizeParameter[] {
  const inBody = page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next);
  const link = findNextLink(answer) ?? (typeof inBody === 'string' && inBody.includes('?') ? inBody : undefined);
  const { size } = link === undefined ? {} : readLinkParameters(link, collection).names;
  return size === undefined ? [] : [{ size }];
}

interface PagingFindings {
  readonly one: ListResponse;
  readonly step: PageStep;
  readonly next: string | undefined;
}

function applyFindings(
  collection: Collection,
  look: ObservedPage,
  { one, step, next: told }: PagingFindings,
): Collection {
  const { style, params, base } = step;
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
    ...(next === undefined ? {} : { next }),
    ...(total === undefined ? {} : { total }),
    ...(isCut && rest.defaultSize === undefined ? { defaultSize: entries } : {}),
  };
  const evidence = `${one.asked} showed 1 of the ${entries} entries of GET ${collection.path}`;
  return {
    ...collection,
    pagination,
    facts: replaceFacts(collection.facts, [
      createFact('pagination', { style, params: { ...params } }, 'observed', evidence),
    ]),
  };
}

/** A total stays what it is when the page becomes smaller; what becomes smaller with it counts the page. */
function findSteadyTotal(look: ObservedPage, one: ListResponse): string | undefined {
  const total = findTotalPlace(look);
  if (total === undefined || !one.answer) return undefined;
  const before = readResponseTotal(look.answer, total);
  const isSteady = before !== undefined && before === readResponseTotal(one.answer, total);
  return isSteady && before >= listPageEntries(look.answer, look.page).length ? total : undefined;
}
