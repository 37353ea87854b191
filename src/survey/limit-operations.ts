import type { DeclaredService } from '../model/service/declared-service.js';
import { findScopeProblem, normalizeTemplate, type SurveyedOperation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { collectionRoles, itemRoles } from '../model/service/subject-collections.js';

const listRoles = ['list', 'create'] as const;

export function limitCollectionOperations(collections: readonly Collection[], known: DeclaredService): Collection[] {
  if (known.operations === undefined) return [...collections];
  return collections
    .filter(({ path }) => isDeclaredPath(path, known))
    .map((collection) => dropExcluded(collection, known))
    .filter((collection) => collectionRoles.some((role) => collection[role] !== undefined));
}

function dropExcluded(collection: Collection, { operations = {} }: DeclaredService): Collection {
  const { path, itemPath = `${path}/{id}` } = collection;
  const isOut = (method: string | undefined, at: string) =>
    method !== undefined && findScopeProblem(operations, method, at) !== undefined;
  const kept: Record<string, unknown> = { ...collection };
  const getPath = (role: (typeof listRoles)[number]) =>
    role === 'create' ? (collection.creation?.path ?? path) : path;
  for (const role of listRoles) if (isOut(collection[role]?.method, getPath(role))) delete kept[role];
  for (const role of itemRoles) if (isOut(collection[role]?.method, itemPath)) delete kept[role];
  const actions = collection.actions.filter((action) => !isOut(action.post?.method ?? 'POST', action.path));
  return { ...(kept as unknown as Collection), actions };
}

/** The operations that the user did not exclude, and a note for each of the others. */
export function limitOperations(operations: readonly SurveyedOperation[], known: DeclaredService) {
  const { operations: scope } = known;
  if (scope === undefined) return { operations, notes: [] };
  const findProblem = ({ operation: { method, path } }: SurveyedOperation) =>
    isDeclaredPath(path, known) ? findScopeProblem(scope, method, path) : 'not declared';
  return {
    operations: operations.filter((one) => findProblem(one) === undefined),
    notes: operations.flatMap((one) => {
      const why = findProblem(one);
      return why === undefined ? [] : [`${one.name}: not called: ${why}`];
    }),
  };
}

/** Whether a path is a declared collection or below it; any path where the profile does not limit the run to these. */
function isDeclaredPath(path: string, { operations, resources }: DeclaredService): boolean {
  if (operations?.only !== 'declared') return true;
  const own = normalizeTemplate(path);
  return resources.some(({ collection }) => {
    const declared = normalizeTemplate(collection);
    return own === declared || own.startsWith(`${declared}/`);
  });
}
