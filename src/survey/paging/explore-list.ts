import type { Client } from '../../http/exchange.js';
import { at, type Json } from '../../model/json.js';
import { beliefIn, believing, fact } from '../../model/service/facts.js';
import type { Collection, Pagination } from '../../model/service/subject.js';
import { entriesIn, goesOn, type Look, nextLink, totalSeen, totalTold } from '../observed/observed-page.js';
import { findSize } from './find-page-size.js';
import { findStep, type Step } from './find-page-step.js';
import { numberedNext } from './numbered-pages.js';
import { namesIn, type Sizing } from './parameter-names.js';
import { type Asking, askingOf, type Sight, shows } from './query-list.js';

/** A collection after its list was asked for pages. */
export interface Turned {
  readonly collection: Collection;
  readonly notes: readonly string[];
  /** What sizes its pages: siblings are likely to have the same. */
  readonly sizing?: Sizing;
}

/** Whether a list shows something, and nobody said yet how it is asked for its pages. */
export function canBeTurned({ pagination, facts, list }: Collection): boolean {
  const isSaid =
    beliefIn({ facts }, 'pagination')?.provenance === 'declared' || Object.keys(pagination.params).length > 0;
  return list !== undefined && !isSaid && (pagination.style === 'unknown' || pagination.style === 'link');
}

/**
 * Finds out how a list is paged, with GET only. What is believed was seen twice, with different values: a wrong belief
 * would become a wrong accusation. Lists of fewer than two entries, and of no steady order, tell nothing.
 */
export async function turnPages(
  collection: Collection,
  look: Look,
  client: Client,
  hints: readonly Sizing[] = [],
): Promise<Turned> {
  const { path } = collection;
  const asking = askingOf(collection, entriesIn(look.answer, look.page), client);
  const unknown = (why: string): Turned => ({
    collection,
    notes: [`${path}: ${why}; declare resources[].pagination where it is paged`],
  });
  if (asking.keys.length < 2)
    return collection.list?.provenance === 'observed' && collection.read && asking.keys.length === 1
      ? unknown('has too few entries to tell how it is paged')
      : { collection, notes: [] };
  const doubt = await unsteady(asking);
  if (doubt !== undefined) return unknown(doubt);
  const sizing = await findSize(asking, [...told(collection, look), ...hints]);
  if (!sizing) return { collection, notes: [] };
  const beside = sizing.page === undefined ? {} : { [sizing.page]: '1' };
  const one = await asking.ask({ [sizing.size]: '1', ...beside });
  const step = await findStep({ list: collection, asking, sizing, one });
  if (!step)
    return { ...unknown(`${sizing.size} sizes its pages, but nothing tells how the next one is asked for`), sizing };
  const next = one.page?.next ?? (await numberedNext(asking, one, step));
  return { collection: believed(collection, look, { one, step, next }), notes: [], sizing };
}

/** Why comparing pages would tell nothing: the order changes by itself, or any parameter cuts the list. */
async function unsteady({ ask, keys }: Asking): Promise<string | undefined> {
  const again = await ask({});
  if (!shows(again, keys, 0, keys.length)) return 'has no steady order, so nothing tells how it is paged';
  const made = await ask({ assay_unknown: '1' });
  return shows(made, keys, 0, 1) ? 'shows less for any parameter, so nothing tells how it is paged' : undefined;
}

/** The size that a link to the next page names. */
function told(collection: Collection, { answer, page }: Look): Sizing[] {
  const inBody = page.next === undefined ? undefined : at(answer.json as Json, page.next);
  const link = nextLink(answer) ?? (typeof inBody === 'string' && inBody.includes('?') ? inBody : undefined);
  const { size } = link === undefined ? {} : namesIn(link, collection).names;
  return size === undefined ? [] : [{ size }];
}

interface Findings {
  readonly one: Sight;
  readonly step: Step;
  readonly next: string | undefined;
}

function believed(collection: Collection, look: Look, { one, step, next: told }: Findings): Collection {
  const { style, params, base } = step;
  const entries = entriesIn(look.answer, look.page).length;
  const { total: assumed, ...rest } = collection.pagination;
  const total = steadyTotal(look, one) ?? (assumed === totalSeen(look) ? undefined : assumed);
  const next = told ?? rest.next;
  const isCut = goesOn(look) || (total !== undefined && Number(totalTold(look.answer, total)) > entries);
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
    facts: believing(collection.facts, [fact('pagination', { style, params: { ...params } }, 'observed', evidence)]),
  };
}

/** A total stays what it is when the page becomes smaller; what becomes smaller with it counts the page. */
function steadyTotal(look: Look, one: Sight): string | undefined {
  const total = totalSeen(look);
  if (total === undefined || !one.answer) return undefined;
  const before = totalTold(look.answer, total);
  const isSteady = before !== undefined && before === totalTold(one.answer, total);
  return isSteady && before >= entriesIn(look.answer, look.page).length ? total : undefined;
}
