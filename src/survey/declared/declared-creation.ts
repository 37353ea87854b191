import type { CreationForm } from '../../model/service/collection-parts.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { isTemplated, renameIdParameter } from '../../openapi/recognize/words.js';
import { buildWriteOperation } from './declared-bodies.js';

/** The creation of a collection with its declaration: another method or path replaces the known one. */
export function buildCreation(base: Collection, { create }: DeclaredResource, itemPath: string) {
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
  const last = base.path.split('/').length;
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
export function moveOperation(operation: Operation, method: Operation['method'], path: string): Operation {
  const { responses: _, ...rest } = operation;
  const isSame = operation.method === method && buildShape(operation.path) === buildShape(path);
  return isSame ? { ...operation, path } : { ...rest, method, path, statuses: [] };
}

const buildShape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');
