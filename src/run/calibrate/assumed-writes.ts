import { isObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** Bodies that were described like those of creations stay like them. */
export function shareLearnedSchema(before: Collection, known: Collection): Collection {
  const schema = known.create?.request?.schema;
  const old = JSON.stringify(before.create?.request?.schema);
  if (schema === undefined || known.create?.provenance !== 'assumed' || JSON.stringify(schema) === old) return known;
  let shared = known;
  for (const role of ['replace', 'patch'] as const) {
    const operation = known[role];
    if (operation?.provenance !== 'assumed' || JSON.stringify(operation.request?.schema) !== old) continue;
    const partial = isObject(schema) && role === 'patch' ? { ...schema, required: [] } : schema;
    const request = { mediaType: 'application/json', ...operation.request, schema: partial };
    shared = { ...shared, [role]: { ...operation, request } };
  }
  return shared;
}

/** Where nothing describes a service and it has no POST, PUT may create an item under an id that the client chooses. */
export function proposeNamedCreation({ create, creation, replace, itemPath }: Collection) {
  const isGuess = create?.provenance === 'assumed' && replace?.provenance === 'assumed' && creation === undefined;
  if (!isGuess || itemPath === undefined || replace.request === undefined) return undefined;
  return { create: { ...replace, path: itemPath }, creation: { path: itemPath, isNamed: true } };
}
