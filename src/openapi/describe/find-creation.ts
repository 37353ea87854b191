import { isObject, type JsonObject } from '../../model/json.js';
import type { CreationForm } from '../../model/service/collection-parts.js';
import type { Schema } from '../../model/service/operation.js';
import {
  getPathNoun,
  isPlural,
  isQueryPath,
  renameIdParameter,
  singularize,
  splitWords,
  trimPathSuffixes,
} from '../recognize/words.js';
import type { DescribedOperation } from './described-operation.js';

/** The operation that creates items, and its form where it is not POST of one item to the collection. */
export interface DescribedCreation {
  readonly create: DescribedOperation;
  readonly creation?: CreationForm;
}

type OperationFinder = (path: string, method: string) => DescribedOperation | undefined;

/**
 * Finds how items of a collection are created: POST of one item or of a list to the collection; PUT or POST to an id
 * that the client chooses; POST to a path beside or below the collection (`/orders/new`, `/order`).
 */
export function findCreation(path: string, itemPath: string | undefined, find: OperationFinder) {
  const post = findPost(path, itemPath, find);
  if (post && post.unusable === undefined) return { create: post };
  const list = post && readListCreation(post);
  if (list) return list;
  // A known POST that cannot be used is no reason to guess another way.
  if (post) return { create: post };
  if (itemPath === undefined) return undefined;
  // A PUT that may only replace items says less than a POST beside the list.
  const named = findNamedCreation(itemPath, find);
  const isCertain = named !== undefined && named.create.operation.provenance !== 'assumed';
  return isCertain ? named : (findCreationBeside(path, itemPath, find) ?? named);
}

/** A search by POST creates nothing, unless items can be read or removed below it. */
function findPost(path: string, itemPath: string | undefined, find: OperationFinder): DescribedOperation | undefined {
  const keeps = itemPath !== undefined && ['GET', 'DELETE'].some((method) => find(itemPath, method));
  return isQueryPath(path) && !keeps ? undefined : find(path, 'POST');
}

/** A creation that takes a list of items is sent with one. */
function readListCreation({ listRequest, ...post }: DescribedOperation): DescribedCreation | undefined {
  if (listRequest === undefined) return undefined;
  const { operation, path } = post;
  return {
    create: { ...post, unusable: undefined, operation: { ...operation, request: listRequest } },
    creation: { path, isList: true },
  };
}

/** PUT, or POST with a documented 201, to an id that the client chooses, of what can be read and removed. */
function findNamedCreation(itemPath: string, find: OperationFinder): DescribedCreation | undefined {
  const [put, post] = [find(itemPath, 'PUT'), find(itemPath, 'POST')];
  const isUsable = (one: DescribedOperation | undefined): one is DescribedOperation =>
    one?.operation.request !== undefined && one.unusable === undefined;
  const isCreating = ({ operation: { statuses, method }, raw }: DescribedOperation) =>
    statuses.includes(201) || (method === 'POST' && isCalledCreation(raw));
  const named = [put, post].filter(isUsable).find(isCreating) ?? (isUsable(put) ? put : undefined);
  if (!named || !find(itemPath, 'GET') || !(isCreating(named) || find(itemPath, 'DELETE'))) return undefined;
  const idSchema = readIdSchema(named, find(itemPath, 'GET'));
  if (idSchema === 'fixed') return undefined;
  const { operation } = named;
  const request = operation.request && { ...operation.request, schemaFrom: 'described' as const };
  const path = renameIdParameter(operation.path);
  const assumed = isCreating(named)
    ? operation
    : { ...operation, provenance: 'assumed' as const, ...(request && { request }) };
  return {
    create: { ...named, operation: { ...assumed, path } },
    creation: { path, isNamed: true, ...(idSchema !== undefined && { idSchema }) },
  };
}

/** Whether PUT to an item is described as a creation alone, so that it may refuse to replace what exists. */
export const isOnlyCreation = ({ operation: { statuses }, raw }: DescribedOperation): boolean => {
  const successful = statuses.filter((status) => status >= 200 && status < 300);
  return successful.length === 1 && (successful[0] === 201 || isCalledCreation(raw));
};

/** Whether its own words say that an operation creates. */
const isCalledCreation = ({ summary, operationId }: JsonObject): boolean =>
  [summary, operationId].some((text) => typeof text === 'string' && splitWords(text)[0] === 'create');

/** The schema of the last path parameter; `fixed` where its values are listed, so that none can be chosen. */
function readIdSchema(...described: readonly (DescribedOperation | undefined)[]): Schema | 'fixed' | undefined {
  for (const one of described) {
    const name = /\{([^{}]+)\}[^{}]*$/.exec(one?.path ?? '')?.[1];
    const schema = one?.operation.parameters.find(
      (parameter) => parameter.in === 'path' && parameter.name === name,
    )?.schema;
    if (isObject(schema) && (schema.enum !== undefined || schema.const !== undefined)) return 'fixed';
    if (schema !== undefined) return schema;
  }
  return undefined;
}

/** Names of paths below a collection whose POST creates items in it. */
const creationNames = ['create', 'new', 'add', 'bulk', 'batch', '_bulk'];

/** POST to `/orders/new` or `/order`, which must take content. */
export function findCreationBeside(
  path: string,
  itemPath: string | undefined,
  find: OperationFinder,
): DescribedCreation | undefined {
  const noun = getPathNoun(path);
  const own = trimPathSuffixes(path);
  const beside = own.slice(0, own.length - noun.length);
  const isNounLast = own.endsWith(`/${noun}`);
  const singular = isNounLast && isPlural(noun) ? [`${beside}${singularize(noun)}`] : [];
  const verbs = isNounLast ? ['create', 'add', 'new'].flatMap((verb) => joinWords(verb, noun, beside)) : [];
  for (const place of [...creationNames.map((name) => `${own}/${name}`), ...singular, ...verbs]) {
    const post = find(place, 'POST');
    const { listRequest } = post ?? {};
    if (!post || (itemPath !== undefined && find(itemPath, 'POST') === post)) continue;
    if (listRequest) return readListCreation(post);
    if (post.operation.request && post.unusable === undefined) return { create: post, creation: { path: post.path } };
  }
  return undefined;
}

/** `/createOrder`, `/create-order`, `/create_order` and the same in the plural. */
function joinWords(verb: string, noun: string, beside: string): string[] {
  return [singularize(noun), noun].flatMap((name) => [
    `${beside}${verb}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    `${beside}${verb}-${name}`,
    `${beside}${verb}_${name}`,
  ]);
}
