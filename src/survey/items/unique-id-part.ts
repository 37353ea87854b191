import { escapeRegExp } from '../../model/escapes.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { createFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { listBodyMembers } from '../../openapi/recognize/body-members.js';
import { listTypes } from '../../openapi/recognize/schema-shape.js';

/**
 * Where the id of every entry contains a text that clients send, as `north.7` does the code `7`, an item with the same texts would be the same
 * item: the text that differs most gets a new value in each creation.
 */
export function addUniqueIdPart(
  collection: Collection,
  entries: readonly Json[],
  document: Json | undefined,
): Collection {
  const { create, unique, facts, path } = collection;
  const parts = listBodyMembers(document, create?.request?.schema as Json | undefined)
    .filter(
      ({ schema }) => listTypes(document, schema).includes('string') && (schema.enum ?? schema.const) === undefined,
    )
    .map(({ name, pointer }) => ({ pointer, values: entries.map((entry) => getAtPointer(entry, `/${name}`)) }))
    .filter(({ values }) => values.every((value, index) => isPart(value, readItemId(entries[index], collection))))
    .map(({ pointer, values }) => ({ pointer, count: new Set(values).size }))
    .filter(({ count }) => count > 1)
    .sort((one, other) => other.count - one.count);
  const [most] = parts;
  if (most === undefined || parts.some(({ pointer }) => unique.includes(pointer))) return collection;
  const added = [...unique, most.pointer];
  return {
    ...collection,
    unique: added,
    facts: replaceFacts(facts, [createFact('unique', added, 'assumed', `GET ${path}`)]),
  };
}

/** Whether a text is a part of an id, between what are no letters and digits. */
const isPart = (value: Json | undefined, id: string | number | undefined): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  typeof id === 'string' &&
  id !== value &&
  new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(value)}(?![\\p{L}\\p{N}])`, 'u').test(id);
