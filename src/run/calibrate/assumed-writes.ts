import type { Exchange } from '../../model/exchange.js';
import { isObject } from '../../model/json.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
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

/** Records that an item shows what a POST of it sent: so POST changes items. */
export function proveUpdate(collection: Collection, { method, path }: Exchange): Collection {
  const fact = createFact('patch', true, 'observed', `${method} ${path}`);
  return { ...collection, facts: replaceFacts(collection.facts, [fact]) };
}

export const describeNoUpdate = ({ name }: Collection, { method, path, answer, n }: Exchange): string =>
  `${name}: ${method} ${path} is not checked as an update: it returned ${answer?.status ?? 'nothing'}, and the item does not show what was sent (exchange ${n})`;

/** Leaves out the content of a POST of items that was not seen to change one. That it is supported remains known. */
export function dropUnprovenUpdate(collection: Collection): Collection {
  const { patch } = collection;
  if (patch?.method !== 'POST' || patch.request === undefined) return collection;
  if (findFact(collection, 'patch')?.provenance === 'observed') return collection;
  const { request: _, ...bare } = patch;
  return { ...collection, patch: bare };
}
