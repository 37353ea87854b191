import type { Client } from '../../http/exchange.js';
import type { JsonObject } from '../../model/json.js';
import type { Known } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';
import type { Found } from '../find/find-document.js';
import { isTemplated, nounOf, trimmed } from '../recognize/words.js';
import { settle } from '../repair/prepare-document.js';
import { rolesIn } from './classify-paths.js';
import { describeCollection } from './describe-collection.js';
import type { Described } from './described-operation.js';
import { sparing } from './excluded-operations.js';
import { fixedQuery } from './fixed-query.js';
import { placementOf } from './place-under-base-url.js';
import { operationsOf } from './read-operations.js';

/** What a document says. */
export interface Description {
  readonly document: JsonObject;
  /** Collections that can be asked as they are. */
  readonly collections: readonly Collection[];
  /** Collections below a parent item, which must be made first. */
  readonly nested: readonly Collection[];
  readonly notes: readonly string[];
}

/** Reads collections, items and actions out of a document. */
export async function describe(found: Found, known: Known, client: Client): Promise<Description> {
  const { document, notes } = settle(found.document);
  const operations = operationsOf(document);
  const query = fixedQuery(operations);
  client.carry(query);
  const { place, note } = await placementOf(document, operations, known.baseUrl, client);
  const placed = operations.map((described) => placedAt(described, place(described.path)));
  const { branches, notes: spared } = sparing(placed, rolesIn(document, placed), known);
  const names = distinctNames(branches.map(({ path }) => path));
  const all = branches.map((branch, index) => describeCollection(document, branch, names[index] ?? branch.path, known));
  return {
    document,
    collections: all.filter(({ path }) => !isTemplated(path)),
    nested: all.filter(({ path }) => isTemplated(path)),
    notes: [...found.notes, ...notes, ...carried(query), ...(note === undefined ? [] : [note]), ...spared],
  };
}

const carried = (query: Readonly<Record<string, string>>): string[] =>
  Object.entries(query).map(([name, value]) => `${name}=${value} goes with every request, as the document wants it`);

const placedAt = (described: Described, path: string): Described =>
  path === described.path ? described : { ...described, path, operation: { ...described.operation, path } };

/** Last segments where they are enough to tell collections apart, whole paths where they are not. */
export function distinctNames(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const noun of paths.map(nounOf)) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return paths.map((path) => (counts.get(nounOf(path)) === 1 ? nounOf(path) : trimmed(path).slice(1)));
}
