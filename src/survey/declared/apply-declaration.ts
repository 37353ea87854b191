import { isObject, type Json, omitUndefined } from '../../model/json.js';
import type { CreationForm } from '../../model/service/collection-parts.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import {
  createFact,
  createOperation,
  type Fact,
  findFact,
  type Operation,
  replaceFacts,
} from '../../model/service/operation.js';
import type { Action, Collection, CollectionOperations } from '../../model/service/subject.js';
import { collectionRoles } from '../../model/service/subject-collections.js';
import type { Contradiction } from '../../model/service/survey.js';
import { assumeHead, stripEnvelopePointer } from '../../openapi/describe/describe-collection.js';
import { applyDeclaredPagination } from '../../openapi/describe/empty-collection.js';
import { isTemplated, renameIdParameter } from '../../openapi/recognize/words.js';
import { buildPatchBody, buildReplaceBody, buildWriteOperation } from './declared-bodies.js';
import { unwrapDeclaration } from './unwrap-declaration.js';

/** Applies the declarations of a resource to its collection; declarations take precedence. */
export function applyDeclaration(known: Collection, declared: DeclaredResource) {
  const { base, resource } = unwrapDeclaration(known, declared);
  const operations = buildOperations(base, resource);
  const facts = buildFacts(base, operations, resource);
  const { id, marker, create, volatile = [], accessStatistics, semanticInvalid } = resource;
  const { list, create: making, creation: form, read, head, replace, patch, remove, ...rest } = base;
  const collection: Collection = {
    ...rest,
    ...operations,
    ...pickForm(buildCreation(base, resource, buildItemPath(base, resource))),
    name: resource.name,
    itemPath: buildItemPath(base, resource),
    id: {
      pointer: stripEnvelopePointer(id?.pointer, base.envelope) ?? base.id.pointer,
      ...(base.id.alsoAt ? { alsoAt: base.id.alsoAt } : {}),
      ...(id?.mutableBy ? { mutableBy: id.mutableBy } : {}),
    },
    actions: buildActions(base, resource),
    pagination: applyDeclaredPagination(base.pagination, resource.pagination, base.path),
    deletion: buildDeletion(base, resource),
    ...(marker ? { marker: marker.field } : {}),
    unique: (create || undefined)?.unique ?? base.unique,
    overrides: { ...base.overrides, ...(create ? create.overrides : {}) },
    volatile: [...new Set([...base.volatile, ...volatile])],
    accessStatistics: accessStatistics ?? base.accessStatistics,
    ...(resource.addedBy === 'writes' && { isAddedByWrites: true }),
    ...(resource.arrays === true && { acceptsArrays: true }),
    semanticInvalid: semanticInvalid ?? base.semanticInvalid,
    ...buildLifeCycle(base, resource),
    facts: replaceFacts(base.facts, facts),
  };
  return { collection, contradictions: findContradictions(base, resource.name, facts) };
}

function buildDeletion(base: Collection, { delete: removal }: DeclaredResource): Collection['deletion'] {
  if (removal === undefined) return base.deletion;
  if (removal === false) return { mode: 'none' };
  const { mode = 'hard', tombstone, withChildren } = removal;
  return { mode, ...(tombstone !== undefined && { tombstone }), ...(withChildren && { withChildren }) };
}

const pickForm = ({ creation }: Pick<Collection, 'creation'>) => creation && { creation };

/** The item path with its parameter named `{id}`; right below the collection by default. */
function buildItemPath(base: Collection, { item, collection }: DeclaredResource): string {
  return renameIdParameter(item ?? base.itemPath ?? `${collection.replace(/\/$/, '')}/{id}`);
}

function buildOperations(base: Collection, resource: DeclaredResource): CollectionOperations {
  const itemPath = buildItemPath(base, resource);
  const isKnown = hasEvidence(base);
  const move = (operation: Operation | undefined) => operation && moveOperation(operation, operation.method, itemPath);
  const plain = (method: 'GET' | 'DELETE', path: string) => createOperation(method, path, 'declared');
  const read = move(base.read) ?? (isKnown && resource.item === undefined ? undefined : plain('GET', itemPath));
  const { create } = buildCreation(base, resource, itemPath);
  const writes = { create, replace: move(base.replace), patch: move(base.patch) };
  const operations = {
    list: base.list ?? (isKnown ? undefined : plain('GET', base.path)),
    create,
    read,
    head: move(base.head) ?? (read && assumeHead(read)),
    replace:
      resource.replace === false
        ? undefined
        : buildWriteOperation(writes.replace, 'PUT', itemPath, buildReplaceBody(resource, writes)),
    patch:
      resource.patch === false
        ? undefined
        : buildWriteOperation(writes.patch, 'PATCH', itemPath, buildPatchBody(resource, writes)),
    remove: canRemove(resource) ? (move(base.remove) ?? (resource.delete && plain('DELETE', itemPath))) : undefined,
  };
  return Object.fromEntries(Object.entries(operations).filter(([, operation]) => operation)) as CollectionOperations;
}

/** Whether a document or observed entries say which operations exist; then none are assumed. */
const hasEvidence = (base: Collection): boolean =>
  [base.list, base.create, base.read].some((one) => one?.provenance === 'described') ||
  Number(findFact(base, 'entries')?.value ?? 0) > 0;

const canRemove = ({ delete: removal }: DeclaredResource): boolean => removal !== false && removal?.mode !== 'none';

function buildFacts(base: Collection, operations: CollectionOperations, resource: DeclaredResource): Fact[] {
  const { where } = resource;
  const said = (about: string, value: Json | undefined) =>
    value === undefined ? [] : [createFact(about, value, 'declared', where)];
  const off = (['create', 'replace', 'patch'] as const).filter((role) => resource[role] === false);
  return [
    ...collectionRoles.flatMap((role) => {
      const operation = operations[role];
      const isNew =
        operation && operation.provenance !== 'described' && !(base[role] && operation.provenance === 'assumed');
      return isNew ? [createFact(role, `${operation.method} ${operation.path}`, operation.provenance, where)] : [];
    }),
    ...[...off, ...(canRemove(resource) ? [] : ['remove'])].map((role) => createFact(role, false, 'declared', where)),
    ...said('read', resource.item && base.read && `GET ${buildItemPath(base, resource)}`),
    ...said('id', stripEnvelopePointer(resource.id?.pointer, base.envelope)),
    ...said('marker', resource.marker?.field),
    ...said('unique', (resource.create || undefined)?.unique as Json | undefined),
    ...said('pagination', resource.pagination as Json | undefined),
    ...said('items', resource.pagination?.items),
  ];
}

/** A declaration may replace an assumption; only a document or an observation can be contradicted. */
function findContradictions(base: Collection, subject: string, facts: readonly Fact[]): Contradiction[] {
  return facts.flatMap((believed) => {
    const doubted = findFact(base, believed.about);
    const isFirm = doubted?.provenance === 'described' || doubted?.provenance === 'observed';
    if (!doubted || !isFirm || believed.about === 'marker' || believed.about === 'unique') return [];
    return isContradicting(believed.value, doubted.value)
      ? [{ subject, about: believed.about, believed, doubted }]
      : [];
  });
}

/** A declaration with more than is known, or the same in part, is no contradiction. */
function isContradicting(believed: Json, doubted: Json): boolean {
  if (!isObject(believed) || !isObject(doubted)) return JSON.stringify(believed) !== JSON.stringify(doubted);
  return Object.entries(believed).some(
    ([name, value]) => Object.hasOwn(doubted, name) && isContradicting(value, doubted[name] as Json),
  );
}

/** The actions of a resource: declared ones, then those only in the document. */
function buildActions(base: Collection, { actions }: DeclaredResource): readonly Action[] {
  if (!actions) return base.actions;
  const declared = actions.map((action): Action => {
    const path = renameIdParameter(action.path);
    const described = base.actions.find((other) => other.path === path);
    const operation = (method: 'POST' | 'GET' | 'DELETE') => createOperation(method, path, 'declared');
    const { name, body, key, from, fields, repeat, readable, removable } = action;
    const get = readable === false ? undefined : (described?.get ?? (readable ? operation('GET') : undefined));
    const remove =
      removable === false ? undefined : (described?.remove ?? (removable ? operation('DELETE') : undefined));
    const told = { body: body ?? described?.body, key, from, fields: fields as Action['fields'], repeat, get, remove };
    return { name, path, post: described?.post ?? operation('POST'), ...omitUndefined(told) };
  });
  return [...declared, ...base.actions.filter(({ path }) => !declared.some((action) => action.path === path))];
}

/** The creation of a collection with its declaration: another method or path replaces the known one. */
function buildCreation(base: Collection, { create }: DeclaredResource, itemPath: string) {
  if (create === false) return {};
  const { creation: known } = base;
  const { method, path, list } = create ?? {};
  const form =
    method === undefined && path === undefined && list === undefined ? known : readForm(base, create, itemPath);
  const wanted = method ?? (path === undefined ? base.create?.method : undefined) ?? 'POST';
  const at = form?.path ?? base.path;
  const operation = buildWriteOperation(base.create, wanted === 'PUT' ? 'PUT' : 'POST', at, create);
  const moved = operation && moveOperation(operation, wanted, at);
  return { ...(moved && { create: moved }), ...(moved && form && { creation: form }) };
}

/** The declared form; undefined for POST of one item to the collection. */
function readForm(base: Collection, create: DeclaredResource['create'], itemPath: string): CreationForm | undefined {
  const { method = 'POST', path, list = false } = create || {};
  const last = base.path.replace(/\/$/, '').split('/').length;
  const told = path ?? (method === 'PUT' ? itemPath : base.path);
  const isNamed = isTemplated(told.split('/').slice(last).join('/'));
  if (!isNamed && !list && told === base.path) return undefined;
  const { idSchema } = base.creation ?? {};
  return {
    path: isNamed ? renameIdParameter(told) : told,
    ...(isNamed && { isNamed, ...(idSchema !== undefined && { idSchema }) }),
    ...(list && { isList: true }),
  };
}

/** The operation with a declared method and path. What a document says of responses is about the path that it describes. */
function moveOperation(operation: Operation, method: Operation['method'], path: string): Operation {
  const { responses: _, ...rest } = operation;
  const isSame = operation.method === method && buildShape(operation.path) === buildShape(path);
  return isSame ? { ...operation, path } : { ...rest, method, path, statuses: [] };
}

const buildShape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');

/** The declared states, conflicts, visibility, filters and conditions of the items of a resource. */
const buildLifeCycle = (base: Collection, resource: DeclaredResource) => ({
  conflicts: resource.conflicts ?? base.conflicts,
  isPrivate: resource.private ?? base.isPrivate,
  ...buildStates(resource),
  ...omitUndefined({ filters: resource.filters, sorting: resource.sorting, ranges: resource.ranges }),
  ...(resource.idempotency && {
    idempotency: { in: 'header', format: 'raw', required: false, ...resource.idempotency } as const,
  }),
  ...(typeof resource.patch === 'object' && resource.patch.invalid ? { invalidPatches: resource.patch.invalid } : {}),
  ...(isIfMatchRequired(base, resource) && { isIfMatchRequired: true }),
});

/** `pending: [paid]` only says that the second state may follow the first. */
function buildStates({ states }: DeclaredResource): Pick<Collection, 'states'> {
  if (states?.pointer === undefined) return {};
  const { pointer, initial, terminal = [], transitions = {}, setBy, locked, lockedChildren } = states;
  const led = Object.entries(transitions).map(
    ([state, next]) => [state, toMap<string>(Array.isArray(next) ? {} : (next as Record<string, string>))] as const,
  );
  const next = Object.entries(transitions).filter(([, one]) => Array.isArray(one)) as [string, string[]][];
  return {
    states: {
      pointer,
      terminal,
      transitions: toMap(Object.fromEntries(led)),
      ...(next.length > 0 && { next: toMap(Object.fromEntries(next)) }),
      ...omitUndefined({ initial, setBy, locked: locked && toMap(locked), lockedChildren }),
    },
  };
}

/** A state or an action may have a name that every object inherits, such as `constructor`. */
const toMap = <T>(from: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), from);

/** Declared, or described: the document lists 428 for a write of the item. */
const isIfMatchRequired = (base: Collection, { ifMatch }: DeclaredResource): boolean =>
  ifMatch === undefined ? base.isIfMatchRequired === true : ifMatch === 'required';
