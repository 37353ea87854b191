import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import { createFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { flattenResourceObject } from '../items/unwrap-item.js';

/** Names of members that refer to other resources, so that only existing ids are valid. */
export const isReference = (name: string): boolean => /(?:_ids?|-ids?|Ids?|IDs?|_uuid|Uuid)$/.test(name);

/**
 * Fills references to unknown collections in an inferred creation with the value of an existing entry, because an
 * invented id would be refused.
 */
export function fillReferences(collection: Collection, entries: readonly Json[]): Collection {
  const { create, overrides, parents } = collection;
  const schema = create?.request?.schema;
  if (create?.provenance !== 'assumed' || !isObject(schema) || !isObject(schema.properties)) return collection;
  const free = Object.keys(schema.properties)
    .filter(isReference)
    .map((name) => buildPointer([name]))
    .filter((place) => overrides[place] === undefined && !parents.some((parent) => parent.place.startsWith(place)));
  const found = free.flatMap((place) => {
    const value = entries
      .map((entry) => getAtPointer(flattenResourceObject(entry), place))
      .find((one) => one !== undefined && one !== null);
    return value === undefined ? [] : [[place, value] as const];
  });
  if (found.length === 0) return collection;
  return {
    ...collection,
    overrides: { ...Object.fromEntries(found), ...overrides },
    facts: replaceFacts(
      collection.facts,
      found.map(([place, value]) => createFact(`reference ${place}`, value, 'observed', `GET ${collection.path}`)),
    ),
  };
}
