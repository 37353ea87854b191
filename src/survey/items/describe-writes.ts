import type { Method } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { createFact, type Fact, type Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { detectMemberTraits } from '../../openapi/recognize/member-traits.js';
import type { AllowedMethods } from '../observed/allowed-methods.js';
import { generalizeCreation } from './creation-schema.js';

/** The items of a collection: all listed entries, and the items that were read. */
export interface ObservedItems {
  readonly all: readonly Json[];
  readonly inDetail: readonly Json[];
}

/** Adds the writes that a collection seems to support, with bodies like its items. */
export function describeWrites(base: Collection, { all, inDetail }: ObservedItems, allowed: AllowedMethods) {
  const { itemPath, path, id, envelope } = base;
  const isResource = envelope?.style === 'json-api';
  const schema = generalizeCreation(all.filter(isObject), id.pointer, inDetail.filter(isObject));
  const { marker, unique } = detectMemberTraits(undefined, schema, {
    id: id.pointer,
    isReused: true,
    isAddressed: itemPath !== undefined,
    isConflicting: false,
  });
  const { required: _, ...partial } = schema;
  const writes: [string, Method, string | undefined, JsonObject | undefined, string?][] = [
    ['create', 'POST', path, schema, isResource ? jsonApiMediaType : allowed.postType],
    ['replace', 'PUT', isResource ? undefined : itemPath, schema],
    ['patch', 'PATCH', itemPath, partial, isResource ? jsonApiMediaType : allowed.patchType],
    ['remove', 'DELETE', itemPath, undefined],
  ];
  // Where the service says that the collection takes no POST, PUT may create an item under an id that the client chooses.
  const isNamed =
    !allowed.methods.has('POST') &&
    allowed.isListKnown &&
    allowed.methods.has('PUT') &&
    itemPath !== undefined &&
    !isResource;
  const known = writes.filter(([, method, at]) => at !== undefined && allowed.methods.has(method));
  const operations = known.map(([role, method, at = '', body, type = 'application/json']) => [
    role,
    { ...createOperation(method, at, 'assumed'), ...(body ? { request: { mediaType: type, schema: body } } : {}) },
  ]);
  const facts: Fact[] = known.map(([role, method, at]) =>
    createFact(role, `${method} ${at}`, 'assumed', allowed.methods.get(method) ?? ''),
  );
  const named = isNamed ? describeNamedCreation(itemPath, schema, allowed) : undefined;
  const isMade = allowed.methods.has('POST') || isNamed;
  const traits = [
    ...(marker === undefined ? [] : [createFact('marker', marker, 'assumed', `GET ${path}`)]),
    ...(unique.length === 0 ? [] : [createFact('unique', unique, 'assumed', `GET ${path}`)]),
  ];
  return {
    ...base,
    ...Object.fromEntries(operations),
    ...named?.collection,
    ...(isMade ? { unique, ...(marker === undefined ? {} : { marker }) } : {}),
    facts: [...base.facts, ...facts, ...(named?.facts ?? []), ...(isMade ? traits : [])],
  };
}

function describeNamedCreation(itemPath: string, schema: JsonObject, { methods }: AllowedMethods) {
  const create = { ...createOperation('PUT', itemPath, 'assumed'), request: { mediaType: 'application/json', schema } };
  return {
    collection: { create, creation: { path: itemPath, isNamed: true } },
    facts: [createFact('create', `PUT ${itemPath}`, 'assumed', methods.get('PUT') ?? '')],
  };
}

/** The media type of JSON:API, which updates resources only with PATCH. */
const jsonApiMediaType = 'application/vnd.api+json';

/** An operation of which only method and path are known. */
export const createOperation = (method: Method, path: string, provenance: Operation['provenance']): Operation => ({
  method,
  path,
  provenance,
  statuses: [],
  parameters: [],
});
