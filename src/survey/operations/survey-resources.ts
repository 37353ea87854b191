import type { Client } from '../../http/exchange.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { permissions } from '../../model/permission.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import type { Collection, ResourceSubject } from '../../model/service/subject.js';
import {
  normalizeTemplate,
  type ParameterValue,
  type SurveyedOperation,
} from '../../model/service/surveyed-operation.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { findEffectWord } from '../../openapi/recognize/effect-words.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { applyServiceSettings } from '../declared/service-settings.js';
import { isPermittedByName, limitOperations } from '../limit-operations.js';
import { listPageEntries, readObservedPage } from '../observed/observed-page.js';
import { mapConcurrently } from '../parallel-requests.js';
import { findSingleResource } from './find-single-resource.js';
import { listOperations } from './list-operations.js';
import {
  choosePathValues,
  chooseQueryValues,
  fillTemplate,
  findCreatableParent,
  type ValueContext,
} from './parameter-values.js';
import { createValueCollector, recordCollections } from './produced-values.js';

/** What the survey knows before it looks at single addresses. */
export interface KnownOperations {
  readonly document: Json | undefined;
  readonly described: readonly DescribedOperation[];
  readonly seen: readonly { readonly collection: Collection; readonly entries: readonly Json[] }[];
}

/** Every address of a service, and notes about operations that are not called. */
export interface SurveyedResources {
  readonly resources: readonly ResourceSubject[];
  readonly notes: readonly string[];
}

/** Maximum number of addresses that are read once in a survey, so that their values can be used. */
const maxProbes = 300;

/**
 * Lists every address of a service with its operations, and finds values for their parameters. Each address that GET
 * can read and that no collection has shown yet is read once; its content gives values for others. Without a client,
 * nothing is requested.
 */
export async function surveyResources(
  { document, described, seen }: KnownOperations,
  known: DeclaredService,
  client: Client | undefined,
): Promise<SurveyedResources> {
  const collections = seen.map(({ collection }) => collection);
  const limited = limitOperations(listOperations(document, described, collections), known);
  const operations = limited.operations.map((one) => spare(one, known));
  const groups = groupByAddress(operations);
  // A list below a parent was not read yet.
  const readOwners = new Set(collections.filter(({ path }) => !isTemplated(path)).map(({ name }) => name));
  const produced = createValueCollector();
  recordCollections(produced, seen);
  const unreadLists = new Set(client ? [] : listReadablePaths(groups));
  const context: ValueContext = { produced, collections, mayCreate: mayCreate(known), unreadLists };
  const build = (group: readonly SurveyedOperation[]) => {
    const single = findSingleResource(group, document, known);
    return { ...buildResource(group, context, known), ...(single && { single }) };
  };
  const isSeen = (group: readonly SurveyedOperation[]) =>
    group.some(({ owner, role }) => readOwners.has(owner ?? '') && (role === 'list' || role === 'read'));
  const isFixed = (group: readonly SurveyedOperation[]) => build(group).values.length === 0;
  // What needs no values of others is read at once.
  const fixed = client ? groups.filter((group) => !isSeen(group) && isFixed(group)).slice(0, maxProbes) : [];
  const fetched = await mapConcurrently(fixed, async (group) => client && fetchResource(build(group), client));
  const found: ResourceSubject[] = [];
  let probes = 0;
  for (const group of groups) {
    const resource = build(group);
    if (!client || isSeen(group) || probes >= maxProbes) {
      found.push(resource);
      continue;
    }
    const index = fixed.indexOf(group);
    const probed = recordProbe(resource, index < 0 ? await fetchResource(resource, client) : fetched[index], produced);
    probes += probed === resource ? 0 : 1;
    found.push(probed);
  }
  return { resources: addControls(found, seen), notes: [...limited.notes, ...listSparedNotes(operations)] };
}

/** Operations that are never called, and why. */
const listSparedNotes = (operations: readonly SurveyedOperation[]): string[] =>
  operations.flatMap(({ name, spared }) => (spared === undefined ? [] : [`${name}: not called: ${spared}`]));

const mayCreate = ({ permit }: DeclaredService): boolean =>
  permissions.indexOf(permit) >= permissions.indexOf('writes');

/** Marks an operation whose words suggest effects, unless the run creates what it works on. */
function spare(one: SurveyedOperation, known: DeclaredService): SurveyedOperation {
  const { operation, owner, role } = one;
  if (owner !== undefined && role !== 'read record') return one;
  const word = findEffectWord(operation.method, operation.path, known.isLoopback);
  return word === undefined || isPermittedByName(known, operation.method, operation.path)
    ? one
    : { ...one, spared: `"${word}" suggests effects` };
}

/** Addresses with fewer parameters come first, because they show values for the others. */
function groupByAddress(operations: readonly SurveyedOperation[]): SurveyedOperation[][] {
  const groups = new Map<string, SurveyedOperation[]>();
  for (const one of operations) {
    const key = normalizeTemplate(one.operation.path);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
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
  const read = operations.find(({ operation }) => operation.method === 'GET') ?? operations[0];
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
    collection: buildGround(template, values, context.collections, known),
  };
}

/** A collection that stands for an address: nothing is created in it, and its parents are created before a trial. */
function buildGround(
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
  const findRead = ({ operations }: ResourceSubject) => operations.find(({ operation }) => operation.method === 'GET');
  const readable = resources.find((one) => Math.floor((findRead(one)?.status ?? 0) / 100) === 2);
  const filled = seen.find(({ collection, entries }) => collection.list !== undefined && entries.length > 0);
  const control = readable?.collection.path ?? filled?.collection.path;
  return resources.map((one) => (control !== undefined && findRead(one)?.status === 500 ? { ...one, control } : one));
}

/** The first read of an address. */
interface ProbedResource {
  readonly path: string;
  readonly answer: HttpResponse;
}

/** Reads an address once, where GET can be called with known values. */
async function fetchResource(
  { operations, values, collection }: ResourceSubject,
  client: Client,
): Promise<ProbedResource | undefined> {
  const read = operations.find(({ operation }) => operation.method === 'GET');
  const isOpen = values.every(({ source, value }) => source !== 'invented' && value !== undefined);
  if (!read || read.spared !== undefined || !isOpen) return undefined;
  const query = new URLSearchParams(
    values.flatMap(({ in: place, name, value }) =>
      place === 'query' ? [[name, value ?? ''] as [string, string]] : [],
    ),
  ).toString();
  const path = collection.path + (query === '' ? '' : `?${query}`);
  const { answer } = await client.send({ method: 'GET', path, role: 'survey' });
  return answer && { path, answer };
}

/** Keeps what the first read of an address shows. */
function recordProbe(
  resource: ResourceSubject,
  probed: ProbedResource | undefined,
  produced: ReturnType<typeof createValueCollector>,
): ResourceSubject {
  if (probed === undefined) return resource;
  const { path, answer } = probed;
  if (answer.status === 200) {
    const page = readObservedPage(answer, path);
    const list = resource.collection.path;
    if (page) produced.recordEntries(list, listPageEntries(answer, page), undefined);
    else if (Array.isArray(answer.json)) produced.recordEntries(list, answer.json as Json[], undefined);
    produced.recordMembers(answer.json, `GET ${path}`);
  }
  const seen = { status: answer.status, isTagged: getHeader(answer, 'etag') !== undefined };
  const isRead = ({ operation }: SurveyedOperation) => operation.method === 'GET';
  const read = resource.operations.find(isRead);
  return { ...resource, operations: resource.operations.map((one) => (one === read ? { ...one, ...seen } : one)) };
}
