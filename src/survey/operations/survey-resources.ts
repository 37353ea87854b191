import type { Client } from '../../http/exchange.js';
import type { Json } from '../../model/json.js';
import { permissions } from '../../model/permission.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { normalizeTemplate } from '../../model/service/operation.js';
import type { Collection, ResourceSubject } from '../../model/service/subject.js';
import type { ParameterValue, SurveyedOperation } from '../../model/service/surveyed-operation.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { findEffectWord } from '../../openapi/recognize/effect-words.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { applyServiceSettings } from '../declared/service-settings.js';
import { isPermittedByName, limitOperations } from '../limit-operations.js';
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
import { fetchResource, type ProbedResource, recordProbe } from './probe-resource.js';
import { createValueCollector, recordCollections } from './produced-values.js';

/** What the survey knows before it looks at single addresses. */
export interface KnownOperations {
  readonly document: Json | undefined;
  readonly described: readonly DescribedOperation[];
  readonly seen: readonly { readonly collection: Collection; readonly entries: readonly Json[] }[];
}

/** Maximum number of addresses that are read once in a survey, so that their values can be used. */
const maxProbes = 300;

/** What was read before the lists of the collections were known, by the name of the address. */
export type EarlyReads = ReadonlyMap<string, ProbedResource | undefined>;

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
    async ({ resource }) => [resource.name, await fetchResource(resource, client)] as const,
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
) {
  const { document } = given;
  const collections = seen.map(({ collection }) => collection);
  const { operations, notes, groups, isSeen } = listAddresses(given, collections, known);
  const produced = createValueCollector();
  recordCollections(produced, seen);
  const unreadLists = new Set(client ? [] : listReadablePaths(groups));
  const context: ValueContext = { produced, collections, mayCreate: mayCreate(known), unreadLists };
  const found: ResourceSubject[] = [];
  let probes = 0;
  for (const group of groups) {
    const single = findSingleResource(group, document, known);
    const resource = { ...buildResource(group, context, known), ...(single && { single }) };
    if (!client || isSeen(group) || probes >= maxProbes) {
      found.push(resource);
      continue;
    }
    const isRead = resource.values.length === 0 && early.has(resource.name);
    const probe = isRead ? early.get(resource.name) : await fetchResource(resource, client);
    const probed = recordProbe(resource, probe, produced);
    probes += probed === resource ? 0 : 1;
    found.push(probed);
  }
  return { resources: addControls(found, seen), notes: [...notes, ...listSparedNotes(operations)] };
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
  const findRead = ({ operations }: ResourceSubject) => operations.find(({ operation }) => operation.method === 'GET');
  const readable = resources.find((one) => Math.floor((findRead(one)?.status ?? 0) / 100) === 2);
  const filled = seen.find(({ collection, entries }) => collection.list !== undefined && entries.length > 0);
  const control = readable?.collection.path ?? filled?.collection.path;
  return resources.map((one) => (control !== undefined && findRead(one)?.status === 500 ? { ...one, control } : one));
}
