import { buildPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createFact, type Fact, type Operation, type Schema } from '../../model/service/operation.js';
import type { Action, Collection, CollectionOperations, Envelope } from '../../model/service/subject.js';
import { collectionRoles } from '../../model/service/subject-collections.js';
import { findIdParameter, findIdPointer, findOnlyId, hasMemberAt, isLinkPointer } from '../recognize/id-member.js';
import { unwrapEntrySchema } from '../recognize/item-envelope.js';
import { detectMemberTraits } from '../recognize/member-traits.js';
import { idTypes, type PageReading, readItemList, readPageSchema } from '../recognize/page-members.js';
import { listMembers, listTypes, openReference } from '../recognize/schema-shape.js';
import { getPathNoun } from '../recognize/words.js';
import type { CollectionPaths } from './classify-paths.js';
import { describeIdempotency } from './describe-idempotency.js';
import { describePaging, unknownPagination } from './describe-paging.js';
import type { DescribedOperation } from './described-operation.js';
import { applyDeclaredPagination, createEmptyCollection } from './empty-collection.js';
import { isOnlyCreation } from './find-creation.js';
import { findLinkedId } from './linked-id.js';
import { describeRecord, listRecordFacts } from './record-fields.js';
import { unwrapOperations } from './unwrap-operations.js';

export function describeCollection(
  document: JsonObject,
  branch: CollectionPaths,
  name: string,
  known: DeclaredService,
): Collection {
  const base = createEmptyCollection(name, branch.path, known);
  const reading = readListing(document, branch);
  const { operations, envelope } = unwrapOperations(
    document,
    doubtReplacement(branch, listOperations(branch, reading)),
    getPathNoun(branch.path),
    typeof reading === 'object' ? reading.entry : undefined,
  );
  const item = findItemSchema(document, reading, operations);
  const isKeyed = typeof reading === 'object' && reading.isById === true;
  const id =
    stripEnvelopePointer(findLinkedId(document, branch), envelope) ??
    findIdPointer(document, item as Json | undefined, getPathNoun(branch.path), describeIdParameter(branch), isKeyed);
  const traits = describeBodyTraits(document, branch, operations, { id: id ?? '/id', reading });
  const keys = operations.create && describeIdempotency(document, operations.create, branch.create?.evidence ?? '');
  const paging = describeCollectionPaging(document, branch, reading, known);
  return {
    ...base,
    ...(branch.itemPath === undefined ? {} : { itemPath: branch.itemPath }),
    ...operations,
    // A creation that cannot be used has no form.
    ...(branch.creation && operations.create ? { creation: branch.creation } : {}),
    ...(envelope ? { envelope } : {}),
    id: {
      pointer: id ?? '/id',
      ...listOtherPlaces(document, branch, { id, item, reading, create: operations.create }),
    },
    ...(item === undefined ? {} : { item }),
    actions: branch.actions.map((action) => ({ ...buildAction(action), ...describeRecord(document, action) })),
    pagination: paging.pagination,
    ...(keys && !base.idempotency ? { idempotency: keys.carrier } : {}),
    ...traits.collection,
    overrides: { ...base.overrides, ...chooseSharedValues(document, branch.list, operations.create) },
    deletion: { mode: operations.remove ? detectDeletionMode(operations.remove) : 'hard' },
    facts: [
      ...base.facts,
      ...listOperationFacts(branch, operations),
      ...listRecordFacts(document, branch.actions),
      createIdFact(branch, id),
      ...(envelope ? [createFact('envelope', { ...envelope }, 'described', getEvidence(branch))] : []),
      ...paging.facts,
      ...(base.idempotency ? [] : (keys?.facts ?? [])),
      ...traits.facts,
    ],
  };
}

/** Where a list needs a value that items are created with, that of its parameter. */
function chooseSharedValues(document: JsonObject, list: DescribedOperation | undefined, create: Operation | undefined) {
  const members = listMembers(document, create?.request?.schema as Json | undefined);
  const shared = (list?.operation.parameters ?? []).flatMap(({ name, in: place, required, schema }) => {
    const value = isObject(schema) ? schema.default : undefined;
    return place === 'query' && required && value !== undefined && members.has(name)
      ? [[buildPointer([name]), value] as const]
      : [];
  });
  return Object.fromEntries(shared);
}

interface DescribedId {
  readonly id: string | undefined;
  readonly item: Schema | undefined;
  readonly reading: PageReading;
  readonly create: Operation | undefined;
}

/** Where entries of the list and the response to a creation have the id, if not where the item has it. */
function listOtherPlaces(document: JsonObject, branch: CollectionPaths, { id, item, reading, create }: DescribedId) {
  if (id === undefined || !hasMemberAt(document, item as Json, id)) return {};
  const noun = getPathNoun(branch.path);
  const others = [
    typeof reading === 'object' ? reading.entry : undefined,
    create?.response?.schema as Json | undefined,
  ];
  const places = others.flatMap((schema) =>
    schema === undefined || hasMemberAt(document, schema, id)
      ? []
      : (findIdPointer(document, schema, noun, describeIdParameter(branch)) ?? findOnlyId(document, schema) ?? []),
  );
  const types = listTypes(document, others[0]);
  const own = types.length > 0 && types.every((type) => idTypes.includes(type)) ? [''] : [];
  return places.length + own.length === 0 ? {} : { alsoAt: [...new Set([...own, ...places])] };
}

const describeIdParameter = ({ itemPath, read, replace, patch, remove }: CollectionPaths) =>
  findIdParameter(
    itemPath,
    [read, replace, patch, remove].map((one) => one?.operation),
  );

/** Converts a pointer into a response to a pointer into the item. */
export function stripEnvelopePointer(pointer: string | undefined, envelope: Envelope | undefined): string | undefined {
  const around =
    envelope?.style === 'json-api' ? '/data' : envelope?.response === undefined ? '' : `/${envelope.response}`;
  return pointer?.startsWith(`${around}/`) ? pointer.slice(around.length) : pointer;
}

function findItemSchema(document: JsonObject, reading: PageReading, { read, create }: CollectionOperations) {
  const listed = typeof reading === 'object' ? reading.entry : undefined;
  const entry = unwrapEntrySchema(document, listed) ?? (listed as Collection['item']);
  return read?.response?.schema ?? entry ?? create?.response?.schema;
}

function describeCollectionPaging(
  document: JsonObject,
  { list, path }: CollectionPaths,
  reading: PageReading,
  known: DeclaredService,
) {
  const page = typeof reading === 'object' ? reading : undefined;
  const described = list && describePaging(document, list.operation, page, list.evidence);
  return {
    pagination: applyDeclaredPagination(described?.pagination ?? unknownPagination, known.pagination, path),
    facts: described?.facts ?? [],
  };
}

/** A list may show the ids alone of items that are read at addresses of their own. */
function readListing(document: JsonObject, { list, path, read, create }: CollectionPaths): PageReading {
  if (!list) return 'unknown';
  const [schema, noun] = [list.operation.response?.schema as Json | undefined, getPathNoun(path)];
  const item = read?.operation.response?.schema as Json | undefined;
  // An object of objects in which nothing is created may be anything, and its operations are checked one by one.
  const reading = create ? readItemList(document, schema, noun, item) : readPageSchema(document, schema, noun);
  return reading === 'no-page' && read ? readPageSchema(document, schema, noun, idTypes) : reading;
}

function listOperations(branch: CollectionPaths, reading: PageReading): CollectionOperations {
  const { list, create, read, head, replace, patch, remove } = branch;
  const known = { list: reading === 'no-page' ? undefined : list, create, read, head, replace, patch, remove };
  const usable = Object.entries(known).filter(([, described]) => described && !described.unusable);
  const operations: CollectionOperations = Object.fromEntries(
    usable.map(([role, described]) => [role, described?.operation]),
  );
  return operations.read && !operations.head ? { ...operations, head: assumeHead(operations.read) } : operations;
}

/** A PUT that is described as a creation alone is only assumed to replace what exists. */
function doubtReplacement(
  { creation, replace }: CollectionPaths,
  operations: CollectionOperations,
): CollectionOperations {
  const isDoubtful = creation?.isNamed === true && replace !== undefined && isOnlyCreation(replace);
  const known = operations.replace;
  return isDoubtful && known ? { ...operations, replace: { ...known, provenance: 'assumed' } } : operations;
}

/** Resources with GET are expected to have HEAD (RFC 9110 §9.1). */
export const assumeHead = ({ path, parameters, secured }: Operation): Operation => ({
  method: 'HEAD',
  path,
  provenance: 'assumed',
  statuses: [],
  parameters,
  ...(secured === undefined ? {} : { secured }),
});

function describeBodyTraits(
  document: JsonObject,
  branch: CollectionPaths,
  { create, read }: CollectionOperations,
  { id, reading }: { readonly id: string; readonly reading: PageReading },
) {
  const schema = create?.request?.schema as Json | undefined;
  const answered = [read?.response?.schema, typeof reading === 'object' ? reading.entry : undefined];
  const isReused = answered.some((other) => isSameSchema(schema, openReference(document, other as Json | undefined)));
  const isConflicting = create?.statuses.includes(409) ?? false;
  const { marker, unique, serverAssigned } = detectMemberTraits(document, schema, {
    id,
    isReused,
    isConflicting,
    // An id that the client chooses is sent wherever the content has a place for it.
    isAddressed: branch.itemPath !== undefined && !branch.creation?.isNamed,
  });
  const evidence = branch.create?.evidence ?? '';
  const facts: Fact[] = [
    ...(marker === undefined ? [] : [createFact('marker', marker, 'assumed', evidence)]),
    ...(unique.length === 0 ? [] : [createFact('unique', unique, 'assumed', evidence)]),
    ...(serverAssigned.length === 0 ? [] : [createFact('serverAssigned', serverAssigned, 'assumed', evidence)]),
  ];
  const collection = {
    unique,
    ...(marker === undefined ? {} : { marker }),
    ...(serverAssigned.length === 0 ? {} : { serverAssigned }),
  };
  return { collection, facts };
}

/** A shared schema for reading and writing is the usual reason for required read-only members. */
const isSameSchema = (one: Json | undefined, other: Schema | undefined): boolean =>
  one !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));

function buildAction({ name, path, post, get, remove }: CollectionPaths['actions'][number]): Action {
  const example = post.operation.request?.example;
  return {
    name,
    path,
    post: post.operation,
    ...(get && !get.unusable ? { get: get.operation } : {}),
    ...(remove && !remove.unusable ? { remove: remove.operation } : {}),
    ...(example === undefined ? {} : { body: example }),
  };
}

/** A removal that only returns 202 is not complete when it is answered. */
const detectDeletionMode = ({ statuses }: Operation): 'hard' | 'async' =>
  statuses.includes(202) && !statuses.includes(200) && !statuses.includes(204) ? 'async' : 'hard';

function listOperationFacts(branch: CollectionPaths, operations: CollectionOperations): Fact[] {
  const described = collectionRoles.flatMap((role) => {
    const operation = operations[role];
    const described: DescribedOperation | undefined = branch[role];
    if (!operation) return [];
    const evidence = described?.evidence ?? branch.read?.evidence ?? '';
    return [createFact(role, `${operation.method} ${operation.path}`, operation.provenance, evidence)];
  });
  return [
    ...described,
    ...branch.actions.map(({ name, path, post }) =>
      createFact(`action ${name}`, `POST ${path}`, 'described', post.evidence),
    ),
  ];
}

const getEvidence = ({ read, list, create }: Pick<CollectionPaths, 'read' | 'list' | 'create'>): string =>
  (read ?? list ?? create)?.evidence ?? '';

const createIdFact = ({ read, list, create, itemPath }: CollectionPaths, id: string | undefined): Fact => {
  const evidence = getEvidence({ read, list, create });
  // Without an address of items, the URL of an entry may be that of anything.
  const isDescribed = id !== undefined && (itemPath !== undefined || !isLinkPointer(id));
  return createFact('id', id ?? '/id', isDescribed ? 'described' : 'assumed', evidence);
};
