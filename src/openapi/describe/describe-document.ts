import type { Client } from '../../http/exchange.js';
import type { JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';
import { countBy } from '../../model/values/group-by.js';
import type { FoundDocument } from '../find/find-document.js';
import { getPathNoun, isTemplated, trimTrailingSlash } from '../recognize/words.js';
import { prepareDocument } from '../repair/prepare-document.js';
import { classifyPaths } from './classify-paths.js';
import { describeCollection } from './describe-collection.js';
import type { DescribedOperation } from './described-operation.js';
import { excludeOperations } from './excluded-operations.js';
import { addFixedQueries, findFixedQuery } from './fixed-query.js';
import { choosePlacement } from './place-under-base-url.js';
import { readOperations } from './read-operations.js';

export interface DocumentDescription {
  readonly document: JsonObject;
  /** Collections that can be requested without a parent. */
  readonly collections: readonly Collection[];
  /** Collections below a parent item, which must be created first. */
  readonly nested: readonly Collection[];
  /** All operations, at their paths under the base URL. */
  readonly operations: readonly DescribedOperation[];
  readonly notes: readonly string[];
  /** Parts of the document that are not used. */
  readonly omitted: readonly string[];
}

export async function describeDocument(
  found: FoundDocument,
  known: DeclaredService,
  client: Client,
): Promise<DocumentDescription> {
  const { document, notes, omitted } = prepareDocument(found.document);
  const operations = readOperations(document);
  const query = findFixedQuery(operations);
  client.addQuery(query);
  const { place, note } = await choosePlacement(document, operations, known, client);
  const placed = operations.map((described) => placeOperation(described, place(described.path)));
  addFixedQueries(placed, query, client);
  const { branches, notes: spared } = excludeOperations(placed, classifyPaths(document, placed), known);
  const names = chooseDistinctNames(branches.map(({ path }) => path));
  const all = branches.map((branch, index) => describeCollection(document, branch, names[index] ?? branch.path, known));
  return {
    document,
    collections: all.filter(({ path }) => !isTemplated(path)),
    nested: all.filter(({ path }) => isTemplated(path)),
    operations: placed,
    notes: [...found.notes, ...notes, ...noteFixedQuery(query), ...(note === undefined ? [] : [note]), ...spared],
    omitted: [...(found.omitted ?? []), ...omitted],
  };
}

const noteFixedQuery = (query: Readonly<Record<string, string>>): string[] =>
  Object.entries(query).map(([name, value]) => `${name}=${value} is sent with every request, as the document requires`);

const placeOperation = (described: DescribedOperation, path: string): DescribedOperation =>
  path === described.path ? described : { ...described, path, operation: { ...described.operation, path } };

/** Names collections by their last segment where that is unique, otherwise by the whole path. */
export function chooseDistinctNames(paths: readonly string[]): string[] {
  const counts = countBy(paths, getPathNoun);
  return paths.map((path) =>
    counts.get(getPathNoun(path)) === 1 ? getPathNoun(path) : trimTrailingSlash(path).slice(1),
  );
}
