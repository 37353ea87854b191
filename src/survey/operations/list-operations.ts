import { getMember, type Json } from '../../model/json.js';
import type { Operation, OperationRole, SurveyedOperation } from '../../model/service/operation.js';
import { findFact, nameOperation, normalizeTemplate } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { collectionRoles } from '../../model/service/subject-collections.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { readPageSchema } from '../../openapi/recognize/page-members.js';
import { getPathNoun, isQueryPath } from '../../openapi/recognize/words.js';

/**
 * Lists every operation of a service once: those of the document, and those of collections that no document names.
 * Operations of a collection have their role from it; the others from their method, path and response.
 */
export function listOperations(
  document: Json | undefined,
  described: readonly DescribedOperation[],
  collections: readonly Collection[],
): SurveyedOperation[] {
  const owned = new Map(collections.flatMap(listCollectionOperations).map((one) => [buildKey(one.operation), one]));
  const all = new Map<string, SurveyedOperation>();
  for (const one of described) {
    const { operation, evidence } = one;
    const known = owned.get(buildKey(operation));
    const name = nameOperation(operation);
    const role = known?.role ?? guessRole(document, operation);
    all.set(buildKey(operation), { name, operation, role, evidence, ...(known?.owner && { owner: known.owner }) });
  }
  for (const [key, one] of owned) if (!all.has(key)) all.set(key, one);
  return [...all.values()];
}

const buildKey = ({ method, path }: Operation): string => `${method} ${normalizeTemplate(path)}`;

function getRolePath({ path, itemPath, creation }: Collection, role: OperationRole): string | undefined {
  if (role === 'create') return creation?.path ?? path;
  return role === 'list' ? path : itemPath;
}

/** The operations of a collection and its actions, with their paths as they are used. */
function listCollectionOperations(collection: Collection): SurveyedOperation[] {
  const { name } = collection;
  const build = (role: OperationRole, operation: Operation | undefined, at: string | undefined, owner: string) => {
    // HEAD is assumed wherever there is GET; only a document makes it an operation of its own.
    if (!operation || at === undefined || (role === 'head' && operation.provenance === 'assumed')) return [];
    const placed = { ...operation, path: at };
    const evidence = findFact(collection, role)?.evidence ?? nameOperation(placed);
    return [{ name: nameOperation(placed), operation: placed, role, evidence, owner }];
  };
  return [
    ...collectionRoles.flatMap((role) => build(role, collection[role], getRolePath(collection, role), name)),
    ...collection.actions.flatMap((action) => [
      ...build('act', action.post, action.path, `${name}/${action.name}`),
      ...build('read record', action.get, action.path, `${name}/${action.name}`),
      ...build('remove record', action.remove, action.path, `${name}/${action.name}`),
    ]),
  ];
}

function guessRole(document: Json | undefined, { method, path, response }: Operation): OperationRole {
  if (method === 'GET') {
    const reading = readPageSchema(document, response?.schema as Json | undefined, getPathNoun(path));
    if (typeof reading === 'object') return 'list';
    return path.endsWith('}') ? 'read' : 'view';
  }
  const roles = { HEAD: 'head', OPTIONS: 'options', PUT: 'replace', PATCH: 'patch', DELETE: 'remove' } as const;
  return getMember(roles, method) ?? (isQueryPath(path) ? 'compute' : 'act');
}
