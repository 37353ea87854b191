import type { Exchange } from '../../model/exchange.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';

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
