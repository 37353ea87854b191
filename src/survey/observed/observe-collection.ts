import type { Client } from '../../http/exchange.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { createFact, type Fact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Contradiction, Survey } from '../../model/service/survey.js';
import { findIdParameter, findIdPointer, isLinkPointer } from '../../openapi/recognize/id-member.js';
import { type PageMembers, readPageSchema } from '../../openapi/recognize/page-members.js';
import { getPathNoun, isTemplated } from '../../openapi/recognize/words.js';
import { inferSchema } from '../items/infer-schema.js';
import type { CollectionEntries } from '../references/collection-index.js';
import { fetchPath } from './follow-redirects.js';
import { findTotalPlace, listPageEntries, type ObservedPage, readObservedPage } from './observed-page.js';

/** A collection after reading its list: confirmed, corrected or contradicted facts. */
export interface ObservedCollection extends CollectionEntries, Pick<Survey, 'contradictions' | 'notes'> {
  /** The list; absent when there was none. */
  readonly look?: ObservedPage;
  /** The status of a response that is not a list. */
  readonly status?: number;
}

/** Reads the list once, unless `looked` contains it, and compares it with the known facts. */
export async function observeCollection(
  collection: Collection,
  baseUrl: string,
  client: Client,
  looked?: ObservedPage,
): Promise<ObservedCollection> {
  if (!collection.list || isTemplated(collection.path)) return createUnobserved(collection, {});
  if (looked) return compareWithPage(collection, (await fetchDeclaredPage(collection, looked.page, client)) ?? looked);
  const { path, answer, silence, notes } = await fetchPath(collection.path, baseUrl, client);
  if (!answer) return createUnobserved(collection, { notes: [`GET ${path}: no answer: ${silence}`] });
  if (answer.status === 401 || answer.status === 403) {
    const note = `GET ${path}: returned ${answer.status}; credentials with more rights would show more`;
    return createUnobserved(collection, { notes: [note] });
  }
  const page = answer.status === 200 ? readObservedPage(answer, path, collection.pagination) : undefined;
  if (!page || isUnlikeDescription(collection, page, answer)) return contradictList(collection, answer);
  const standing = moveCollection(collection, path);
  const paged = await fetchDeclaredPage(standing, page, client);
  const found = compareWithPage(standing, paged ?? { answer, page, evidence: `GET ${path}` });
  return { ...found, notes: [...notes, ...found.notes] };
}

/** A list of texts or numbers contradicts a document that does not describe one. */
function isUnlikeDescription({ list, path }: Collection, page: PageMembers, answer: HttpResponse): boolean {
  const isOfObjects = listPageEntries(answer, page).every(isObject);
  const described = list?.provenance === 'described' ? list.response?.schema : undefined;
  return (
    !isOfObjects && described !== undefined && readPageSchema(undefined, described, getPathNoun(path)) !== 'no-page'
  );
}

/** Moves a collection to the path of a redirect; its items keep their paths. */
function moveCollection(collection: Collection, path: string): Collection {
  if (path === collection.path) return collection;
  const { list, create, creation } = collection;
  return {
    ...collection,
    path,
    ...(list && { list: { ...list, path } }),
    ...(create && { create: creation ? create : { ...create, path } }),
  };
}

/**
 * Some lists are wrapped in a page only when a page is requested, so that is tried when the plain list differs from its
 * declaration.
 */
async function fetchDeclaredPage(collection: Collection, plain: PageMembers, client: Client) {
  const { path, pagination } = collection;
  const belief = findFact(collection, 'items');
  const number = pagination.params.page;
  if (belief?.provenance !== 'declared' || belief.value === plain.items || number === undefined) return undefined;
  const asked = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [number]: String(pagination.base) })}`;
  const { answer } = await client.send({ method: 'GET', path: asked, role: 'survey' });
  const page = answer?.status === 200 ? readObservedPage(answer, path) : undefined;
  return answer && page?.items === belief.value ? { answer, page, evidence: `GET ${asked}` } : undefined;
}

const createUnobserved = (collection: Collection, seen: Partial<ObservedCollection>): ObservedCollection => ({
  ...{ collection, contradictions: [], notes: [], entries: [] },
  ...seen,
});

function contradictList(collection: Collection, answer: HttpResponse): ObservedCollection {
  const evidence = `GET ${collection.path}`;
  const believed = findFact(collection, 'list') ?? createFact('list', evidence, 'assumed', evidence);
  const doubted = createFact('list', describeResponse(answer), 'observed', evidence);
  const contradictions = [{ subject: collection.name, about: 'list', believed, doubted }];
  return createUnobserved(collection, { contradictions, status: answer.status });
}

function describeResponse({ status, json, text, headers }: HttpResponse): string {
  if (status !== 200) return `returned ${status}`;
  if (json !== undefined) return 'returned JSON that is not a page of entries';
  return text === ''
    ? 'returned no content'
    : `returned ${getHeader({ headers }, 'content-type') ?? 'content without a type'}, not JSON`;
}

/** Compares a list that was read with the known facts. */
export function compareWithPage(collection: Collection, look: ObservedPage): ObservedCollection {
  const { answer, page, evidence } = look;
  const entries = listPageEntries(answer, page, collection);
  const items = settleFact(collection, 'items', page.items, evidence);
  const id = settleId(collection, entries, evidence);
  const { pagination } = collection;
  const seen =
    items.value === page.items
      ? { next: pagination.next ?? page.next, total: pagination.total ?? findTotalPlace(look) }
      : {};
  const isLinked = findLink(answer, 'next') !== undefined;
  const known = Object.entries(seen).filter(([, value]) => value !== undefined);
  return {
    collection: {
      ...collection,
      id: { ...collection.id, pointer: id.value },
      pagination: {
        ...pagination,
        items: items.value,
        ...(page.isById && items.value === page.items ? { isById: true } : {}),
        ...Object.fromEntries(known),
        ...(pagination.style === 'unknown' && (isLinked || page.next !== undefined) ? { style: 'link' as const } : {}),
      },
      facts: replaceFacts(collection.facts, [
        ...items.facts,
        ...id.facts,
        createFact('entries', entries.length, 'observed', evidence),
      ]),
    },
    contradictions: [...items.contradictions, ...id.contradictions],
    notes: id.note === undefined ? [] : [id.note],
    entries,
    look,
  };
}

interface SettledFact {
  readonly value: string;
  readonly facts: readonly Fact[];
  readonly contradictions: readonly Contradiction[];
  readonly note?: string;
}

/** A declared fact is kept despite an observation; a described one is replaced. */
function settleFact(collection: Collection, about: string, seen: string, evidence: string): SettledFact {
  const belief = findFact(collection, about);
  const observed = createFact(about, seen, 'observed', evidence);
  if (belief?.value === seen)
    return { value: seen, facts: belief.provenance === 'assumed' ? [observed] : [], contradictions: [] };
  if (belief?.provenance === 'declared') {
    const contradiction = { subject: collection.name, about, believed: belief, doubted: observed };
    return { value: String(belief.value), facts: [], contradictions: [contradiction] };
  }
  const isFirm = belief?.provenance === 'described' || belief?.provenance === 'observed';
  const contradictions = isFirm ? [{ subject: collection.name, about, believed: observed, doubted: belief }] : [];
  return { value: seen, facts: [observed], contradictions };
}

function settleId(collection: Collection, entries: readonly Json[], evidence: string): SettledFact {
  const { pointer } = collection.id;
  const { itemPath, read, replace, patch, remove } = collection;
  const hole = findIdParameter(itemPath, [read, replace, patch, remove]);
  const [first] = entries;
  const seen =
    first !== undefined && readItemId(first, collection) !== undefined
      ? pointer
      : findIdPointer(undefined, inferSchema(entries), getPathNoun(collection.path), hole);
  const unsettled = { value: pointer, facts: [], contradictions: [] };
  if (seen === undefined) return unsettled;
  if (seen !== pointer && pointer.lastIndexOf('/') > 0)
    return { ...unsettled, note: `${collection.name}: entries have their id at ${seen}, items at ${pointer}` };
  const settled = settleFact(collection, 'id', seen, evidence);
  // Without an address of items, what an entry shows may be the id or the URL of anything.
  const isLoose =
    collection.read === undefined && (isLinkPointer(seen) || findFact(collection, 'id')?.provenance === 'assumed');
  return isLoose ? { ...settled, facts: [createFact('id', seen, 'assumed', evidence)] } : settled;
}
