import { isObject } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import type { Turn } from './turn-wrapper.js';

/** What the ids of a service usually are, beside short texts. */
const usualForms = [
  ['UUIDs', { type: 'string', format: 'uuid' }],
  ['numbers', { type: 'integer' }],
] as const;

/** Names items by other ids, where the client chooses them and neither the service nor a document shows what they are like. */
export function listIdTurns(collection: Collection): readonly Turn[] {
  const { name, creation, standing = [] } = collection;
  const idSchema = isObject(creation?.idSchema) ? creation.idSchema : {};
  const isKnown = standing.length > 0 || Object.keys(idSchema).some((key) => !/^(type|title|description)$/.test(key));
  if (!creation?.isNamed || isKnown || (idSchema.type ?? 'string') !== 'string') return [];
  // A number may be the id of an item of others: its address is read before.
  return usualForms.slice(0, collection.read ? 2 : 1).map(([form, schema]) => ({
    collection: { ...collection, creation: { ...creation, idSchema: schema } },
    note: `${name}: the service takes ${form} as ids that the client chooses, and refuses other texts`,
  }));
}
