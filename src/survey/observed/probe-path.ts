import type { Client } from '../../http/exchange.js';
import { isEquivalent } from '../../model/difference.js';
import type { HttpResponse } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createFact, createOperation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import type { PageMembers } from '../../openapi/recognize/page-members.js';
import { getPathNoun } from '../../openapi/recognize/words.js';
import { listItemTemplates } from '../items/find-item-address.js';
import { inferSchema } from '../items/infer-schema.js';
import { describeEmpty, type ItemSample, type SampleHints, sampleItems } from '../items/sample-items.js';
import { unwrapItem } from '../items/unwrap-item.js';
import type { CollectionEntries } from '../references/collection-index.js';
import { fetchPath } from './follow-redirects.js';
import { addNeededQuery, isQueryRefusal, probeItemQuery, type QuerySource } from './needed-query.js';
import { findTotalPlace, listPageEntries, type ObservedPage, readObservedPage } from './observed-page.js';

/** A collection found by requests, with its list. */
export interface FoundCollection extends CollectionEntries {
  readonly look: ObservedPage;
  readonly sample?: ItemSample;
}

/** What was found without a document and without a profile. */
export interface Exploration {
  readonly found: readonly FoundCollection[];
  readonly notes: readonly string[];
  /** Paths whose GET returns JSON that is no list. */
  readonly views?: readonly string[];
}

/** A collection found by a request, with its list; or why the path is not one, with its response. */
export type ProbeResult =
  | (FoundCollection & { readonly notes: readonly string[] })
  | { readonly trouble: string; readonly answer?: HttpResponse | undefined };

/** What is known of a path before it is requested. */
export interface ProbeHints extends Omit<SampleHints, 'query'> {
  /** Queries of links, which are tried where the path is refused without one. */
  readonly queries?: QuerySource | undefined;
}

/**
 * Requests a path, and takes it as a collection when it returns entries, guided by the declarations of its resource.
 */
export async function probePath(
  asked: string,
  name: string,
  known: DeclaredService,
  client: Client,
  { resource, queries, named }: ProbeHints = {},
): Promise<ProbeResult> {
  const plain = await fetchPath(asked, known.baseUrl, client);
  const needed =
    queries && isQueryRefusal(plain.answer)
      ? await tryQueries(plain.path, await queries(plain.path), client)
      : undefined;
  const { path, answer, trouble, notes } = needed ? { ...plain, ...needed } : plain;
  if (!answer || trouble !== undefined) return { trouble: trouble ?? 'no answer', answer };
  // What the user names is a list, so an empty object is one of items by their ids.
  const isEmptyObject = named !== undefined && isObject(answer.json) && Object.keys(answer.json).length === 0;
  const page = isEmptyObject
    ? { items: '', isById: true, entry: undefined }
    : (readObservedPage(answer, path) ?? (named && (await findKeyedPage(answer, path, client))));
  if (!page) return { trouble: 'returns no list of objects', answer };
  const look: ObservedPage = { answer, page, evidence: `GET ${path}` };
  const entries = listPageEntries(answer, page);
  const query = needed?.query ?? known.collectionQueries?.[path];
  const base = {
    ...describeList(createEmptyCollection(name, path, known), look, entries.length),
    ...(query !== undefined && { listQuery: Object.fromEntries(new URLSearchParams(query)) }),
  };
  const found =
    entries.length === 0 ? undefined : await sampleItems(base, entries, known, client, { resource, query, named });
  // Where no item could be read, a missing one shows what items need.
  const isUnread = found === undefined || !('sample' in found);
  if (query !== undefined && isUnread)
    await probeItemQuery(listItemTemplates({ path, itemPath: resource?.item })[0], query, client);
  if (found !== undefined) return { ...found, entries, look, notes: [...notes, ...found.notes] };
  // A declared body needs no guess.
  if (resource?.create) return { collection: base, entries, look, notes };
  const empty = await describeEmpty(base, known, client);
  return { collection: empty.collection, entries, look, notes: [...notes, ...empty.notes] };
}

/** An object, alone or in a member, of objects that are read at their names: the names are the ids of the items. */
async function findKeyedPage({ json }: HttpResponse, path: string, client: Client): Promise<PageMembers | undefined> {
  const whole = json as Json;
  const places = ['', ...(isObject(whole) ? Object.keys(whole) : []).map((name) => buildPointer([name]))];
  for (const items of places.slice(0, maxKeyedPlaces)) {
    const keyed = getAtPointer(whole, items);
    const [[key, item] = []] = isObject(keyed) ? Object.entries(keyed) : [];
    if (key === undefined || !isObject(keyed) || !Object.values(keyed).every(isObject)) continue;
    const asked = listItemTemplates({ path })[0].replace('{id}', encodeURIComponent(key));
    const { answer } = await client.send({ method: 'GET', path: asked, role: 'survey' });
    const shown = answer?.status === 200 ? (answer.json as Json) : null;
    const bare = isObject(shown) ? (unwrapItem(shown, getPathNoun(path), item)?.inside ?? shown) : null;
    if (isEquivalent(bare, item ?? {})) return { items, isById: true, entry: inferSchema(Object.values(keyed)) };
  }
  return undefined;
}

/** Maximum number of objects in a response that are tried as the items by their ids. */
const maxKeyedPlaces = 4;

/** Maximum number of queries that are tried for one path. */
const maxQueries = 3;

/** The first query with which a path is not refused; it is sent with every later request to that path. */
async function tryQueries(path: string, queries: readonly string[], client: Client) {
  for (const query of queries.slice(0, maxQueries)) {
    const { answer } = await client.send({ method: 'GET', path: `${path}${query}`, role: 'survey' });
    if (answer?.status !== 200) continue;
    addNeededQuery(client, query, path);
    const names = [...new URLSearchParams(query).keys()].join(' and ');
    const note = `${path}: is refused without a query, so ${names} is sent with it, as in a link of the service`;
    return { answer, query, trouble: undefined, notes: [note] };
  }
  return undefined;
}

function describeList(collection: Collection, look: ObservedPage, many: number): Collection {
  const { answer, page, evidence } = look;
  const total = findTotalPlace(look);
  const { pagination, path } = collection;
  const isLinked = page.next !== undefined || findLink(answer, 'next') !== undefined;
  return {
    ...collection,
    list: createOperation('GET', path, 'observed'),
    pagination: {
      ...pagination,
      style: pagination.style === 'unknown' && isLinked ? 'link' : pagination.style,
      items: pagination.items ?? page.items,
      ...(page.isById ? { isById: true } : {}),
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(total === undefined ? {} : { total }),
    },
    facts: [
      ...collection.facts,
      createFact('list', `GET ${path}`, 'observed', evidence),
      createFact('entries', many, 'observed', evidence),
    ],
  };
}
