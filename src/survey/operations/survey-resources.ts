import type { Client } from '../../http/exchange.js';
import type { Json } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import {
  isNamedExactly,
  normalizeTemplate,
  type ParameterValue,
  type SurveyedOperation,
} from '../../model/service/operation.js';
import type { Collection, ResourceSubject } from '../../model/service/subject.js';
import { groupBy } from '../../model/values/group-by.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { findEffectWord } from '../../openapi/recognize/effect-words.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { applyServiceSettings } from '../declared/service-settings.js';
import { limitOperations } from '../limit-operations.js';
import { addNeededQuery, isQueryRefusal } from '../observed/needed-query.js';
import { compareWithPage, type ObservedCollection } from '../observed/observe-collection.js';
import { listPageEntries, readObservedPage } from '../observed/observed-page.js';
import { mapConcurrently } from '../parallel-requests.js';
import type { CollectionEntries } from '../references/collection-index.js';
import { findSingleResource } from './find-single-resource.js';
import { listOperations } from './list-operations.js';
import type { ValueCollector, ValueContext } from './parameter-values.js';
import {
  choosePathValues,
  chooseQueryValues,
  createValueCollector,
  fillTemplate,
  findCreatableParent,
} from './parameter-values.js';

/** What the survey knows before it looks at single addresses. */
export interface KnownOperations {
  readonly document: Json | undefined;
  readonly described: readonly DescribedOperation[];
  readonly seen: readonly CollectionEntries[];
}

/** Maximum number of addresses that are read once in a survey, so that their values can be used. */
const maxProbes = 300;

/** What was read before the lists of the collections were known, by the name of the address. */
export type EarlyReads = ReadonlyMap<string, Awaited<ReturnType<typeof fetchResource>>>;

/**
 * Reads the addresses that need no value of another one, and that no list of these collections shows. Without a client, nothing is
 * requested.
 */
export async function readFixedAddresses(
  given: Omit<KnownOperations, 'seen'>,
  collections: readonly Collection[],
  known: DeclaredService,
  client: Client | undefined,
): Promise<EarlyReads> {
  if (client === undefined) return new Map();
  const { groups, isSeen } = listAddresses(given, collections, known);
  const context = { produced: createValueCollector(), collections, mayCreate: false, unreadLists: new Set<string>() };
  const fixed = groups
    .map((group) => ({ group, resource: buildResource(group, context, known) }))
    .filter(({ group, resource }) => !isSeen(group) && resource.values.length === 0)
    .slice(0, maxProbes);
  const read = await mapConcurrently(
    fixed,
    async ({ resource }) => [resource.name, await fetchResource(resource, undefined, client)] as const,
  );
  return new Map(read);
}

/**
 * Lists every address of a service with its operations, and finds values for their parameters. Each address that GET
 * can read and that no collection has shown yet is read once; its content gives values for others. Without a client,
 * nothing is requested.
 */
export async function surveyResources(
  { seen, ...given }: KnownOperations,
  known: DeclaredService,
  client: Client | undefined,
  early: EarlyReads,
  isTagged: (template: string) => boolean,
) {
  const { document } = given;
  const collections = seen.map(({ collection }) => collection);
  const { operations, notes, groups, isSeen } = listAddresses(given, collections, known);
  const produced = createValueCollector();
  for (const { collection, entries } of seen) produced.recordEntries(collection.path, entries, collection);
  const unreadLists = new Set(client ? [] : listReadablePaths(groups));
  const context: ValueContext = { produced, collections, mayCreate: known.permit !== 'reads', unreadLists };
  const found: ResourceSubject[] = [];
  const below = new Map<string, ObservedCollection>();
  let probes = 0;
  for (const group of groups) {
    const single = findSingleResource(group, document, known);
    const resource = { ...buildResource(group, context, known), ...(single && { single }) };
    if (!client || isSeen(group) || probes >= maxProbes) {
      found.push(resource);
      continue;
    }
    const isRead = resource.values.length === 0 && early.has(resource.name);
    const probe = isRead
      ? early.get(resource.name)
      : await fetchResource(resource, findListQuery(group, collections, known), client);
    const list = observeList(group, collections, probe);
    if (list) below.set(list.collection.name, list);
    const probed = recordProbe(resource, probe, produced, list);
    probes += probed === resource ? 0 : 1;
    found.push(probed);
  }
  const learned = [...below.values()];
  return {
    resources: addControls(found, seen).map((one) => (isTagged(one.name) ? changeRead(one, { isTagged: true }) : one)),
    collections: collections.map((one) => below.get(one.name)?.collection ?? one),
    contradictions: learned.flatMap((one) => one.contradictions),
    notes: [...notes, ...learned.flatMap((one) => one.notes), ...listSparedNotes(operations)],
  };
}

/** What the list of a collection below an item of others shows of it. */
function observeList(
  group: readonly SurveyedOperation[],
  collections: readonly Collection[],
  probed: Awaited<ReturnType<typeof fetchResource>>,
): ObservedCollection | undefined {
  const read = findRead(group);
  const owner = read?.role === 'list' ? collections.find(({ name }) => name === read.owner) : undefined;
  if (owner === undefined || !isTemplated(owner.path) || probed?.answer.status !== 200) return undefined;
  const { path, answer } = probed;
  const page = readObservedPage(answer, path, owner.pagination);
  if (!page) return undefined;
  return compareWithPage(owner, { answer, page, evidence: `GET ${path}` });
}

function listAddresses(
  { document, described }: Omit<KnownOperations, 'seen'>,
  collections: readonly Collection[],
  known: DeclaredService,
) {
  const { operations, notes } = limitOperations(listOperations(document, described, collections), known);
  const all = operations.map((one) => spare(one, known));
  // A list below a parent was not read yet.
  const readOwners = new Set(collections.filter(({ path }) => !isTemplated(path)).map(({ name }) => name));
  const isSeen = (group: readonly SurveyedOperation[]) =>
    group.some(({ owner, role }) => readOwners.has(owner ?? '') && (role === 'list' || role === 'read'));
  return { operations: all, groups: groupByAddress(all), notes, isSeen };
}

const listSparedNotes = (operations: readonly SurveyedOperation[]): string[] =>
  operations.flatMap(({ name, spared }) => (spared === undefined ? [] : [`${name}: not called: ${spared}`]));

/** Marks an operation whose words suggest effects, unless the run creates what it works on. */
function spare(one: SurveyedOperation, known: DeclaredService): SurveyedOperation {
  const { operation, owner } = one;
  if (owner !== undefined) return one;
  const word = findEffectWord(operation.method, operation.path, known.isLoopback);
  return word === undefined || isNamedExactly(known.operations ?? {}, operation.method, operation.path)
    ? one
    : { ...one, spared: `"${word}" suggests effects` };
}

/** Addresses with fewer parameters come first, because they show values for the others. */
function groupByAddress(operations: readonly SurveyedOperation[]): SurveyedOperation[][] {
  const groups = groupBy(operations, ({ operation }) => normalizeTemplate(operation.path));
  const depth = (group: readonly SurveyedOperation[]) => group[0]?.operation.path.split('{').length ?? 0;
  return [...groups.values()].sort((a, b) => depth(a) - depth(b));
}

const listReadablePaths = (groups: readonly (readonly SurveyedOperation[])[]): string[] =>
  groups.flatMap((group) =>
    group
      .filter(({ operation, role, spared }) => operation.method === 'GET' && role === 'list' && spared === undefined)
      .map(({ operation }) => normalizeTemplate(operation.path)),
  );

function buildResource(
  operations: readonly SurveyedOperation[],
  context: ValueContext,
  known: DeclaredService,
): ResourceSubject {
  const read = findRead(operations) ?? operations[0];
  const template = read?.operation.path ?? '/';
  const parameters = operations.flatMap(({ operation }) => operation.parameters);
  const values = [
    ...choosePathValues(template, parameters, context),
    ...(read?.operation.method === 'GET' ? chooseQueryValues(read.operation.parameters, context) : []),
  ];
  return {
    kind: 'resource',
    name: template,
    operations,
    values,
    collection: buildResourceBase(template, values, context.collections, known),
  };
}

/** A collection that stands for an address: nothing is created in it, and its parents are created before a trial. */
function buildResourceBase(
  template: string,
  values: readonly ParameterValue[],
  collections: readonly Collection[],
  known: DeclaredService,
): Collection {
  const path = fillTemplate(template, values);
  const parents = values.flatMap(({ name, source }) => {
    const parent = source === 'created' ? findCreatableParent(template, name, collections) : undefined;
    return parent ? [{ place: `{${name}}`, collection: parent.name }] : [];
  });
  return applyServiceSettings({ ...createEmptyCollection(template, path, known), parents }, known);
}

/** A failure of one address means something only while others answer. */
function addControls(resources: readonly ResourceSubject[], seen: KnownOperations['seen']): ResourceSubject[] {
  const readable = resources.find((one) => Math.floor((findRead(one.operations)?.status ?? 0) / 100) === 2);
  const filled = seen.find(({ collection, entries }) => collection.list !== undefined && entries.length > 0);
  const control = readable?.collection.path ?? filled?.collection.path;
  return resources.map((one) =>
    control !== undefined && findRead(one.operations)?.status === 500 ? { ...one, control } : one,
  );
}

const findRead = (operations: readonly SurveyedOperation[]) =>
  operations.find(({ operation }) => operation.method === 'GET');

/**
 * Reads an address once, where GET can be called with known values; none of an action, which a careless service would perform. The query
 * that its list needs is sent where it is refused without, and from then on.
 */
async function fetchResource(resource: ResourceSubject, needed: string | undefined, client: Client) {
  const { name, operations, values, collection } = resource;
  const read = findRead(operations);
  const isOpen = values.every(({ source, value }) => source !== 'invented' && value !== undefined);
  if (!read || read.role === 'read record' || read.spared !== undefined || !isOpen) return undefined;
  const query = new URLSearchParams(
    values.flatMap(({ in: place, name, value }) =>
      place === 'query' ? [[name, value ?? ''] as [string, string]] : [],
    ),
  ).toString();
  const path = collection.path + (query === '' ? '' : `?${query}`);
  const { answer } = await client.send({ method: 'GET', path, role: 'survey' });
  if (needed !== undefined && query === '' && isQueryRefusal(answer)) {
    const again = await client.send({ method: 'GET', path: path + needed, role: 'survey' });
    if (again.answer?.status === 200) {
      addNeededQuery(client, needed, name);
      return { path, answer: again.answer };
    }
  }
  return answer && { path, answer };
}

/** The query that the profile says the list needs to which the items at an address belong; it begins with `?`. */
function findListQuery(
  group: readonly SurveyedOperation[],
  collections: readonly Collection[],
  { collectionQueries = {} }: DeclaredService,
): string | undefined {
  const read = findRead(group);
  const list = read?.role === 'read' ? collections.find(({ name }) => name === read.owner)?.path : undefined;
  const isList = ([path]: [string, string]) => list && normalizeTemplate(path) === normalizeTemplate(list);
  return Object.entries(collectionQueries).find(isList)?.[1];
}

/** Keeps what the first read of an address shows. */
function recordProbe(
  resource: ResourceSubject,
  probed: Awaited<ReturnType<typeof fetchResource>>,
  produced: ValueCollector,
  seenList: ObservedCollection | undefined,
) {
  if (probed === undefined) return resource;
  const { path, answer } = probed;
  if (answer.status === 200) {
    const page = readObservedPage(answer, path);
    const list = resource.collection.path;
    if (seenList) produced.recordEntries(list, seenList.entries, seenList.collection);
    else if (page) produced.recordEntries(list, listPageEntries(answer, page), undefined);
    else if (Array.isArray(answer.json)) produced.recordEntries(list, answer.json as Json[], undefined);
    produced.recordMembers(answer.json, `GET ${path}`);
  }
  return changeRead(resource, { status: answer.status });
}

function changeRead(resource: ResourceSubject, seen: Pick<SurveyedOperation, 'status' | 'isTagged'>): ResourceSubject {
  const read = findRead(resource.operations);
  return { ...resource, operations: resource.operations.map((one) => (one === read ? { ...one, ...seen } : one)) };
}
