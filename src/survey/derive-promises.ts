import { buildPointer, getMember, isObject, type Json, type JsonObject } from '../model/json.js';
import type { Parent } from '../model/service/collection-parts.js';
import type { Operation, Parameter } from '../model/service/operation.js';
import { isReference } from '../model/service/reference-name.js';
import type { Collection } from '../model/service/subject.js';
import { listBodyMembers } from '../openapi/recognize/body-members.js';
import { followReference, listMembers, listTypes } from '../openapi/recognize/schema-shape.js';
import { singularize } from '../openapi/recognize/words.js';

/**
 * Adds what follows from other parts of a description: filters, required conditions, and what DELETE of a parent does to
 * the items below it. What the profile declares takes precedence.
 */
export function derivePromises(collections: readonly Collection[], document: Json | undefined): Collection[] {
  const above = new Map(collections.flatMap((one) => [[shape(one.path), one] as const, [one.name, one] as const]));
  const searches = findSearches(document);
  const open = collections.filter(({ create, read }) => create?.request !== undefined && read !== undefined);
  return collections.map((collection) => {
    const filters = collection.filters ?? findFilters(collection, document);
    const parents = collection.parents.map((parent) => {
      const declared = above.get(shape(parent.collection))?.deletion.withChildren;
      const withChildren = typeof declared === 'object' ? getMember(declared, collection.name) : declared;
      const locks = findLocks(collection, above.get(shape(parent.collection)));
      return parent.place.startsWith('{')
        ? { ...parent, ...(withChildren && { withChildren }), ...(locks && { locks }) }
        : parent;
    });
    return {
      ...collection,
      parents,
      ...inferStateWrites(collection, document),
      ...(Object.keys(filters).length > 0 && { filters }),
      ...findSorting(collection),
      ...findObjects(collection, document),
      ...findReferences(collection, document),
      ...listApart(collection, open),
      ...(collection.isPrivate && searches.length > 0 && { searches }),
      ...((collection.isIfMatchRequired ?? isConditionDescribed(collection)) && { isIfMatchRequired: true }),
    };
  });
}

const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

/** Number of other collections that one of them names: in a service with thousands, each would name thousands. */
const maxApart = 32;

/** The collections below an item go with it, so they are not apart. Of very many, each collection names those that follow it. */
function listApart({ name, itemPath }: Collection, open: readonly Collection[]): Pick<Collection, 'apart'> {
  const below = itemPath === undefined ? undefined : `${shape(itemPath)}/`;
  const own = open.length > maxApart ? open.findIndex((one) => one.name === name) + 1 : 0;
  const apart: string[] = [];
  for (let at = 0; at < open.length && apart.length < maxApart; at += 1) {
    const one = open[(own + at) % open.length];
    if (one !== undefined && one.name !== name && !(below && shape(one.path).startsWith(below))) apart.push(one.name);
  }
  return apart.length > 0 ? { apart } : {};
}

/** The states of the item above in which writes below it are refused. */
function findLocks({ name }: Collection, above: Collection | undefined): Parent['locks'] {
  const locks = Object.entries(above?.states?.lockedChildren ?? {}).flatMap(([state, children]) => {
    const methods = getMember(children, name) ?? [];
    return methods.length > 0 ? [[state, methods] as const] : [];
  });
  return locks.length > 0 ? Object.fromEntries(locks) : undefined;
}

/** Every write of an item is described with 428, or with a required If-Match (RFC 6585 section 3). */
function isConditionDescribed({ replace, patch, remove }: Collection): boolean {
  const writes = [replace, patch, remove].filter((one) => one !== undefined && one.provenance === 'described');
  return writes.length > 0 && writes.every((one) => one !== undefined && requiresCondition(one));
}

const requiresCondition = ({ statuses, parameters }: Operation): boolean =>
  statuses.includes(428) ||
  parameters.some((one) => one.in === 'header' && one.required && one.name.toLowerCase() === 'if-match');

/**
 * Described query parameters of the list with the name of a member whose values are listed, or true and false, or that refers to
 * an item; or of one entry of such a list. A parameter for another kind of text may select by a part of it.
 */
function findFilters(collection: Collection, document: Json | undefined): Record<string, string> {
  const { list, create, pagination, parents } = collection;
  if (list?.provenance !== 'described') return {};
  const members = listBodyMembers(document, create?.request?.schema as Json | undefined)
    .map((one) => ({ ...one, schema: followReference(document, one.schema) }))
    .filter(({ name, schema }) => isListed(schema) || schema.type === 'boolean' || isReference(name));
  const paging = Object.values(pagination.params);
  return Object.fromEntries(
    list.parameters
      .filter((one) => isPlainQuery(one) && !paging.includes(one.name))
      .flatMap(({ name, schema }) => {
        const many = parents.find(({ place }) => place.endsWith('/0') && singularize(place.slice(1, -2)) === name);
        if (many && followReference(document, schema as Json).type === 'string')
          return [[name, many.place.slice(0, -2)]];
        const member = members.find((one) => one.name === name);
        const isAlike = member && followReference(document, schema as Json).type === member.schema.type;
        return isAlike ? [[name, member.pointer]] : [];
      }),
  );
}

/** A described query parameter of the list whose name says that it sorts, with its listed values. */
function findSorting({ list, sorting }: Collection): Pick<Collection, 'sorting'> {
  if (sorting || list?.provenance !== 'described') return {};
  const found = list.parameters.find((one) => isPlainQuery(one) && /^(sort|order)([_-]?by)?$/i.test(one.name));
  const schema = found?.schema as Json | undefined;
  const listed = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  const values = listed.filter((one) => typeof one === 'string');
  return found && values.length > 0 ? { sorting: { name: found.name, values } } : {};
}

/** Members of the creation body that are objects with several members, by the schema or the example. */
function findObjects({ create }: Collection, document: Json | undefined): Pick<Collection, 'objects'> {
  const { schema, example } = create?.request ?? {};
  const described = listBodyMembers(document, schema as Json | undefined)
    .filter((one) => listMembers(document, one.schema).size > 1)
    .map(({ pointer }) => pointer);
  const shown = Object.entries(isObject(example) ? example : {}).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 1 ? [buildPointer([name])] : [],
  );
  const objects = [...new Set([...described, ...shown])];
  return objects.length > 0 ? { objects } : {};
}

const isListed = (schema: JsonObject): boolean => Array.isArray(schema.enum) && schema.type === 'string';

const isPlainQuery = ({ in: place }: Parameter): boolean => place === 'query';

/** Where the next states are listed without actions, the methods whose content has the state write it. */
function inferStateWrites(collection: Collection, document: Json | undefined): Pick<Collection, 'states'> {
  const { states, create, replace, patch } = collection;
  if (states?.next === undefined || states.setBy !== undefined) return {};
  const hasState = (operation: Operation | undefined) =>
    listBodyMembers(document, operation?.request?.schema as Json | undefined).some(
      ({ pointer, schema }) => pointer === states.pointer && followReference(document, schema).readOnly !== true,
    );
  const operations = { POST: create, PUT: replace, PATCH: patch } as const;
  const setBy = (['POST', 'PUT', 'PATCH'] as const).filter((method) => hasState(operations[method]));
  return setBy.length === 0 ? {} : { states: { ...states, setBy } };
}

/**
 * The members of the creation body that name other items, by their names or because a parent fills them. A member with listed
 * values, with the id of the item itself or with its idempotency key is left out.
 */
function findReferences(collection: Collection, document: Json | undefined): Pick<Collection, 'references'> {
  const { create, parents, id, idempotency } = collection;
  const described = listBodyMembers(document, create?.request?.schema as Json | undefined)
    .filter(({ name, schema }) => isReference(name) && schema.enum === undefined && schema.const === undefined)
    .filter(({ schema }) => schema.readOnly !== true && isScalar(listTypes(document, schema)))
    .map(({ pointer }) => pointer);
  const filled = parents.map(({ place }) => place).filter((place) => place.startsWith('/'));
  const key = idempotency?.in === 'body' ? `/${idempotency.name}` : undefined;
  const references = [...new Set([...filled, ...described])].filter(
    (pointer) => pointer !== id.pointer && pointer !== key,
  );
  return references.length > 0 ? { references } : {};
}

const isScalar = (types: readonly string[]): boolean =>
  types.some((type) => type === 'string' || type === 'integer') &&
  types.every((type) => /^(string|integer|null)$/.test(type));

/** The most searches of a document that are used. */
const mostSearches = 5;

const searchNames = /^(q|query|search|search[_-]?term|term|keywords?|text)$/i;

/** The described searches: GET without path parameters, and without another required parameter. */
export function findSearches(document: Json | undefined) {
  const { paths } = isObject(document) ? document : {};
  const found = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    if (path.includes('{') || !isObject(item) || !isObject(item.get)) return [];
    const parameters = [...listParameters(item.parameters, document), ...listParameters(item.get.parameters, document)];
    const name = parameters.find((one) => isSearch(one, document))?.name;
    const isRequiredElse = parameters.some((one) => one.required === true && one.name !== name);
    return typeof name === 'string' && !isRequiredElse ? [{ path, name }] : [];
  });
  return found.slice(0, mostSearches);
}

const listParameters = (parameters: Json | undefined, document: Json | undefined) =>
  (Array.isArray(parameters) ? parameters : []).filter(isObject).map((one) => followReference(document, one));

function isSearch(parameter: Readonly<Record<string, Json>>, document: Json | undefined): boolean {
  const { schema, type } = parameter;
  const told = isObject(schema) ? followReference(document, schema).type : type;
  return parameter.in === 'query' && searchNames.test(String(parameter.name)) && [told].flat().includes('string');
}
