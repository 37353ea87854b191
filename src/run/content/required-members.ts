import { listSchemaParts } from '../../generate/schema/read-schema.js';
import { isObject, type Json, parsePointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** A request body, and the collection in which it is created. */
interface PreparedCreation<C> {
  readonly body: Json;
  readonly collection: C;
}

/**
 * Reduces a request body and the values that each body gets to the members that the schema of the creation requires, itself or by
 * `$ref` and `allOf`, and the marker; nothing is left out where no schema says which these are. What a service knows for one caller
 * only, such as an optional reference, is not sent then. References are resolved in `document`.
 */
export function reduceToRequired<C extends Pick<Collection, 'create' | 'marker' | 'overrides'>>(
  { body, collection }: PreparedCreation<C>,
  document: Json | undefined,
): PreparedCreation<C> {
  const schema = collection.create?.request?.schema ?? {};
  const parts = listSchemaParts({ root: document ?? null, schema, direction: 'request' }, schema);
  const lists = parts.flatMap(({ required }) => (Array.isArray(required) ? [required] : []));
  if (lists.length === 0 || !isObject(body)) return { body, collection };
  const isKept = (member = '') => lists.some((list) => list.includes(member)) || `/${member}` === collection.marker;
  const overrides = Object.entries(collection.overrides).filter(([pointer]) => isKept(parsePointer(pointer)[0]));
  return {
    body: Object.fromEntries(Object.entries(body).filter(([member]) => isKept(member))),
    collection: { ...collection, overrides: Object.fromEntries(overrides) },
  };
}
