import type { CollectionChoices, CollectionDesign, Design } from '../design/design.js';
import { hasItems } from '../design/effects.js';
import { findNoun } from '../design/nouns.js';
import type { ActionFacts, CollectionFacts, ServiceFacts } from './facts.js';
import { placeIds } from './identity.js';
import { hash, hashNumber, patternOfIds } from './ids.js';
import { listMembers } from './members.js';
import { nameMember, namePath } from './names.js';
import { describePaging } from './paging.js';

const prefixes = { none: '', api: '/api', version: '/api/v1', tenant: '/t/acme', dotted: '/rest.v2' } as const;

const usualPaths = {
  json: ['/openapi.json', '/swagger.json', '/v3/api-docs', '/v2/api-docs', '/api-docs'],
  yaml: ['/openapi.yaml', '/openapi.yml', '/swagger.yaml'],
} as const;

/** What a design says in terms of HTTP. */
export function describeService(design: Design): ServiceFacts {
  const { service, seed } = design;
  const prefix = prefixes[service.prefix];
  const slash = service.slash === 'without' ? '' : '/';
  const collections: CollectionFacts[] = [];
  for (const index of design.collections.keys())
    collections.push(describeCollection(design, index, collections, { prefix, slash }));
  const names = service.access === 'none' ? [] : service.callers === 'two' ? ['first', 'second'] : ['first'];
  const callers = names.map((name) => {
    const digits = hash(seed, name);
    return { name, password: digits.slice(0, 12), secret: digits.slice(12, 44) };
  });
  return {
    design,
    prefix,
    slash,
    collections,
    callers,
    documentPath: findDocumentPath(design),
    loginPath: `${prefix}/session${slash}`,
    logPath: `${prefix}/audit-log${slash}`,
  };
}

function findDocumentPath({ service, seed }: Design): string | undefined {
  const { document, documentFormat } = service;
  if (document === 'none') return undefined;
  if (document === 'unusual') return `/internal/contract-v3.${documentFormat}`;
  if (document === 'linked') return `/meta/${hash(seed, 'document').slice(0, 8)}.${documentFormat}`;
  const paths = usualPaths[documentFormat];
  return paths[hashNumber(paths.length, seed, 'document')];
}

interface Surroundings {
  readonly prefix: string;
  readonly slash: '' | '/';
}

function describeCollection(
  design: Design,
  index: number,
  before: readonly CollectionFacts[],
  { prefix, slash }: Surroundings,
): CollectionFacts {
  const collection = design.collections[index];
  if (!collection) throw new Error(`No collection ${index}.`);
  const { noun, choices } = collection;
  const { naming } = design.service;
  const parent = collection.parent === null ? undefined : before[collection.parent];
  const plural = namePath(findNoun(noun).plural, naming);
  const singular = namePath(noun, naming);
  const idParameter = nameParameter(collection, nameMember(`${noun}_id`, naming));
  const start = parent ? nameParent(parent.basePath, nameMember(`${parent.design.noun}_id`, naming)) : prefix;
  const paths = placePaths(choices, { start, prefix, singular, plural, idParameter });
  const id = placeIds(collection, design.service, idParameter);
  const ownId = id.item && !id.item.isUrl ? id.item.pointer.slice(1) : 'id';
  const clientIdMember = choices.idSource === 'body' ? ownId : undefined;
  const taken = new Set([id.item, id.list, id.created].map((one) => one?.pointer.slice(1) ?? ''));
  const requiredQuery = choices.requiredQuery === 'none' ? undefined : chooseQuery(design.seed);
  return {
    index,
    design: collection,
    singular,
    plural,
    parent,
    parentMember: parent ? nameMember(`${parent.design.noun}_parent`, naming) : undefined,
    listPath: `${paths.list}${slash}`,
    basePath: paths.base,
    itemPath: hasItems(choices) ? `${paths.item}${slash}` : undefined,
    idParameter,
    idPattern: patternOfIds(choices.idFormat),
    isIdNumber: choices.idFormat === 'integer',
    entriesPointer: pointToEntries(choices.listShape, plural),
    itemPointer:
      choices.envelope === 'none' ? '' : choices.envelope === 'data' ? '/data' : `/${nameMember(noun, naming)}`,
    id,
    clientIdMember,
    members: listMembers(design, index, taken),
    create: describeCreation(collection, `${paths.create}${slash}`),
    changes: listChanges(choices.change),
    paging: describePaging(design, collection, index),
    action: describeAction(design, index, paths.base, slash),
    archivePath: choices.removalKind === 'archive-first' ? `${paths.base}/archive${slash}` : undefined,
    requiredQuery,
  };
}

function nameParameter({ noun, choices }: CollectionDesign, nounId: string): string {
  if (choices.parameter === 'other') return `${noun.replaceAll('_', '')}Code`;
  return choices.parameter === 'id' ? 'id' : nounId;
}

/** The path of a parent, whose parameter has another name than that of its children. */
const nameParent = (path: string, parameter: string) => path.replace('{id}', `{${parameter}}`);

interface Names {
  /** What the list is below: the prefix, or the path of a parent. */
  readonly start: string;
  readonly prefix: string;
  readonly singular: string;
  readonly plural: string;
  readonly idParameter: string;
}

function placePaths(choices: CollectionChoices, { start, prefix, singular, plural, idParameter }: Names) {
  const list = `${start}/${plural}`;
  const above = choices.nesting === 'flat-items' ? prefix : start;
  const below = `${above}/${choices.itemPath === 'beside' ? singular : plural}/{${idParameter}}`;
  const elsewhere = `${prefix}/lookup/${singular}-by-key/{${idParameter}}`;
  const item =
    choices.itemPath === 'elsewhere' ? elsewhere : choices.itemPath === 'id-not-last' ? `${below}/details` : below;
  const isAtItem = choices.create === 'post-item' || choices.create === 'put-item';
  const create = isAtItem ? item : choices.create === 'post-elsewhere' ? `${list}/create` : list;
  return { list, item, create, base: choices.itemPath === 'elsewhere' ? elsewhere : below };
}

function pointToEntries(listShape: CollectionChoices['listShape'], plural: string): string {
  if (listShape === 'array' || listShape === 'by-id') return '';
  if (listShape === 'embedded') return `/_embedded/${plural}`;
  return listShape === 'noun' || listShape === 'several-arrays' ? `/${plural}` : `/${listShape}`;
}

function describeCreation({ choices }: CollectionDesign, path: string): CollectionFacts['create'] {
  const { create, createBody } = choices;
  if (create === 'none') return undefined;
  const mediaType = createBody === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { method: create === 'put-item' ? 'PUT' : 'POST', path, mediaType };
}

function listChanges(change: CollectionChoices['change']): CollectionFacts['changes'] {
  const put = { method: 'PUT', mediaType: 'application/json' } as const;
  const merge = { method: 'PATCH', mediaType: 'application/merge-patch+json' } as const;
  switch (change) {
    case 'none':
      return [];
    case 'put':
      return [put];
    case 'put-and-patch':
      return [put, merge];
    case 'merge-patch':
      return [merge];
    case 'json-patch':
      return [{ method: 'PATCH', mediaType: 'application/json-patch+json' }];
    case 'plain-patch':
      return [{ method: 'PATCH', mediaType: 'application/json' }];
    case 'post-item':
      return [{ method: 'POST', mediaType: 'application/json' }];
  }
}

const actions = [
  ['cancellation', 'cancel', 'cancelled'],
  ['approval', 'approve', 'approved'],
  ['activation', 'activate', 'activated'],
  ['completion', 'complete', 'completed'],
] as const;

function describeAction(design: Design, index: number, base: string, slash: string): ActionFacts | undefined {
  const { action } = design.collections[index]?.choices ?? {};
  if (action === undefined || action === 'none') return undefined;
  const [noun, verb, after] = actions[hashNumber(actions.length, design.seed, index, 'action')] ?? actions[0];
  return {
    path: action === 'colon' ? `${base}:${verb}` : `${base}/${action === 'record' ? noun : verb}${slash}`,
    states: ['open', after],
    stateMember: nameMember('state', design.service.naming),
    name: action === 'record' ? noun : verb,
    hasRecord: action === 'record',
  };
}

const queries = [
  { name: 'api-version', value: '2026-03-01' },
  { name: 'application_id', value: '0b1f7c3e-5a7a-4c39-9d4a-3b3f1f1f0a01' },
  { name: 'tenant', value: 'north' },
] as const;

const chooseQuery = (seed: number) => queries[hashNumber(queries.length, seed, 'query')] ?? queries[0];
