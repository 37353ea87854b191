import type { Client } from '../http/exchange.js';
import { getHeader, hasStatus } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import { normalizeTemplate } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { describeBrokenDocument, type Survey } from '../model/service/survey.js';
import { type DocumentDescription, describeDocument } from '../openapi/describe/describe-document.js';
import { findDocument } from '../openapi/find/find-document.js';
import { isTemplated } from '../openapi/recognize/words.js';
import { applyDeclarations, type KnownCollections } from './declared/apply-declarations.js';
import { isPathMatch } from './declared/match-path.js';
import { listNamedBelow, nameExistingParents } from './declared/nested-collections.js';
import { applyServiceSettings } from './declared/service-settings.js';
import { derivePromises } from './derive-promises.js';
import { detectGuards } from './detect-guards.js';
import { excludeHarmfulCreations, excludeUnsafe } from './exclude-unsafe.js';
import { addExistingItems } from './items/existing-items.js';
import { tryItemIds } from './items/try-item-ids.js';
import { addUniqueIdPart } from './items/unique-id-part.js';
import { limitCollectionOperations } from './limit-operations.js';
import { type BrokenDocument, listOmissions, type ReadDocument } from './list-omissions.js';
import { detectMissingCollection, dropBelowMissing, dropOtherResources } from './missing-collections.js';
import { findKeyHint } from './observed/allowed-methods.js';
import { createViewOperation, findLinkedViews } from './observed/candidate-paths.js';
import { exploreNamed } from './observed/explore-named.js';
import { exploreService } from './observed/explore-service.js';
import { type ObservedCollection, observeCollection } from './observed/observe-collection.js';
import { readReportedNext } from './observed/observed-page.js';
import type { Exploration } from './observed/probe-path.js';
import { type KnownOperations, readFixedAddresses, surveyResources } from './operations/survey-resources.js';
import { exploreAllLists } from './paging/explore-lists.js';
import { mapConcurrently } from './parallel-requests.js';
import { fillReferences, resolveParents } from './references/resolve-parents.js';
import { findShownItems } from './references/shown-items.js';

/**
 * Finds out what a service offers: from the profile, then from an OpenAPI document, then by requests. `isOffline` says that the client
 * sends nothing, so that lists are assumed to have the entries that could not be read. Throws {@link DocumentError} when a named
 * document cannot be used.
 */
export async function survey(
  known: DeclaredService,
  sendingClient: Client,
  { isOffline = false }: { readonly isOffline?: boolean } = {},
): Promise<Survey> {
  const { client, isTagged } = recordTaggedPaths(sendingClient);
  const read = await readDocument(known, client);
  const description = read.description && nameExistingParents(read.description, known);
  const looked = await exploreUndescribed(known, { ...read, description }, client);
  const beliefs = combineSources(known, description, looked);
  const views = (looked.views ?? []).map(createViewOperation);
  const described = { document: description?.document, described: [...(description?.operations ?? []), ...views] };
  const sender = isOffline ? undefined : client;
  const [seenLists, early] = await Promise.all([
    observeAll(beliefs, looked, known, client),
    readFixedAddresses(described, beliefs.collections, known, sender),
  ]);
  const { lists, notes: others } = dropOtherResources(seenLists, known);
  const { observed, notes: lost } = dropBelowMissing(lists);
  const turned = await exploreAllLists(observed, client);
  const seen = turned.collections.map((one, index) => ({ collection: one, entries: observed[index]?.entries ?? [] }));
  const linked = linkLists(seen, description?.document);
  const guards = await detectGuards(linked, known, client);
  const guarded = guards.collections.map((one, index) =>
    addExistingItems(applyServiceSettings(one, known), linked[index]?.entries ?? []),
  );
  const promised = derivePromises(guarded, description?.document);
  const ends = promised.map((collection, index) => ({ collection, entries: linked[index]?.entries ?? [] }));
  const below = await surveyResources({ ...described, seen: ends }, known, sender, early, isTagged);
  const { collections, resources } = below;
  return {
    collections,
    entries: new Map(ends.map(({ collection: { name }, entries }) => [name, entries.slice(0, maxKeptEntries)])),
    resources,
    contradictions: [
      ...beliefs.contradictions,
      ...observed.flatMap(({ contradictions }) => contradictions),
      ...below.contradictions,
    ],
    omissions: listOmissions(read, resources, collections),
    notes: [
      ...read.notes,
      ...below.notes,
      ...beliefs.notes,
      ...observed.flatMap(({ notes }) => notes),
      ...lost.concat(others),
      ...guards.notes,
      ...observed.flatMap((one) => noteForeignLinks(one, known)),
      ...looked.notes.concat(turned.notes),
      ...(await listKeyHints(collections, known, client)),
    ],
    document: description?.document,
    documentSource: read.source,
  };
}

async function readDocument(known: DeclaredService, client: Client): Promise<ReadDocument> {
  const broken: BrokenDocument[] = [];
  const found = await findDocument(known, client, ({ source, trouble }) =>
    broken.push({ about: source, why: trouble }),
  );
  const notes = broken.map(describeBrokenDocument);
  if (found === undefined) return { broken, notes };
  const description = limitCollections(await describeDocument(found, known, client));
  return { broken, source: found.source, description, notes: [...notes, ...description.notes] };
}

/** The collections with their parents, and what their bodies refer to. */
const linkLists = (seen: KnownOperations['seen'], document: Json | undefined): KnownOperations['seen'] =>
  findShownItems(
    resolveParents(document, seen).map((one, index) => {
      const { entries = [] } = seen[index] ?? {};
      return { collection: addUniqueIdPart(fillReferences(one, entries), entries, document), entries };
    }),
  );

/** Notes links to a next page on another host, such as the internal name of the service; no request is sent there. */
function noteForeignLinks({ collection: { path }, look }: ObservedCollection, { baseUrl }: DeclaredService): string[] {
  const told = readReportedNext(look ?? {});
  if (typeof told !== 'string' || !/^https?:\/\//i.test(told) || !URL.canParse(told)) return [];
  const { origin } = new URL(told);
  const note = `${path}: the link to the next page points to ${origin}; only its path is used, at the base URL`;
  return origin === new URL(baseUrl).origin ? [] : [note];
}

/** Maximum number of entries of a list that are kept. */
const maxKeptEntries = 50;

/** Maximum number of collections, because each is tested with every rule. */
const maxCollections = 1_000;

function limitCollections(description: DocumentDescription): DocumentDescription {
  const { collections, nested, notes, omitted } = description;
  const count = collections.length + nested.length;
  if (count <= maxCollections) return description;
  const first = collections.slice(0, maxCollections);
  const note = `the document describes ${count} collections, and only the first ${maxCollections} are checked`;
  return {
    ...description,
    collections: first,
    nested: nested.slice(0, maxCollections - first.length),
    notes: [...notes, note],
    omitted: [...omitted, note],
  };
}

/** Explores what is not described: named or declared collections; without any, the links of the service. */
async function exploreUndescribed(
  known: DeclaredService,
  { description, broken }: Pick<ReadDocument, 'broken'> & { readonly description: DocumentDescription | undefined },
  client: Client,
) {
  const isNamed = known.resources.length > 0 || (known.collections ?? []).length > 0;
  if (!description && !isNamed) return exploreService(known, client, broken.length > 0);
  const { collections = [], nested = [] } = description ?? {};
  const paths = [...collections, ...nested].map(({ path }) => path);
  const named = await exploreNamed(known, [...paths, ...listNamedBelow(nested, known)], client);
  return description ? named : { ...named, views: await findLinkedViews(known, client) };
}

function combineSources(known: DeclaredService, description: DocumentDescription | undefined, { found }: Exploration) {
  const { collections = [], nested = [] } = description ?? {};
  const described = joinNamedParents([...collections, ...nested], found);
  const tried = excludeUnsafe(limitCollectionOperations(described, known), known);
  const plain = tried.collections.filter(({ path }) => !isTemplated(path));
  const below = tried.collections.filter(({ path }) => isTemplated(path));
  const beliefs = applyDeclarations(known, plain, below);
  const permitted = excludeHarmfulCreations(beliefs.collections, known);
  return {
    ...beliefs,
    collections: permitted.collections,
    notes: [...tried.notes, ...beliefs.notes, ...permitted.notes],
  };
}

/**
 * Described and found collections. One that was named below an item may turn out to be described, and then gives its parent. No two
 * have the same name.
 */
function joinNamedParents(described: readonly Collection[], found: Exploration['found']): Collection[] {
  const looked = new Map(found.map(({ collection }) => [normalizeTemplate(collection.path), collection]));
  const known = new Set(described.map(({ path }) => normalizeTemplate(path)));
  const names = new Set(described.map(({ name }) => name));
  const joined = described.map((one): Collection => {
    const { existing } = looked.get(normalizeTemplate(one.path))?.parents.at(-1) ?? {};
    const place = one.path.slice(one.path.lastIndexOf('{'), one.path.lastIndexOf('}') + 1);
    return existing === undefined ? one : { ...one, parents: [{ place, collection: '', existing }, ...one.parents] };
  });
  const others = [...looked].filter(([path]) => !known.has(path)).map(([, collection]) => collection);
  return [...joined, ...others.map((one) => (names.has(one.name) ? { ...one, name: one.path } : one))];
}

/** A list that was read to find it is not requested again. */
function observeAll({ collections }: KnownCollections, { found }: Exploration, known: DeclaredService, client: Client) {
  const { baseUrl } = known;
  const looks = new Map(found.map(({ collection, look }) => [collection.path, look]));
  return mapConcurrently(collections, async (collection) => {
    const seen = await observeCollection(collection, baseUrl, client, looks.get(collection.path));
    return tryItemIds(await detectMissingCollection(seen, known, client), baseUrl, client);
  });
}

/** One preflight is sent for the whole service, because fields are usually allowed for all of it. */
async function listKeyHints(collections: readonly Collection[], known: DeclaredService, client: Client) {
  const made = collections.find(
    ({ path, create, idempotency }) => create?.provenance === 'assumed' && !idempotency && !isTemplated(path),
  );
  return made ? findKeyHint(made.path, known, client) : [];
}

/** A client that records the paths of which GET returned an entity tag, whichever step of a survey read them. */
export function recordTaggedPaths(client: Client) {
  const tagged = new Set<string>();
  const send: Client['send'] = async (request) => {
    const exchange = await client.send(request);
    const isTagged = hasStatus(exchange, 200) && getHeader(exchange.answer, 'etag') !== undefined;
    if (request.method === 'GET' && isTagged) tagged.add(request.path.split('?')[0] ?? '');
    return exchange;
  };
  return {
    client: { ...client, send },
    isTagged: (template: string): boolean => [...tagged].some((path) => isPathMatch(template, path)),
  };
}
