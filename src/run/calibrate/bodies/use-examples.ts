import { flattenObject } from '../../../generate/schema/read-schema.js';
import { buildPointer, getMember, isObject, type Json } from '../../../model/json.js';
import { readExample } from '../../../model/service/operation.js';
import { isReference } from '../../../model/service/reference-name.js';
import type { Collection } from '../../../model/service/subject.js';
import type { CorrectedCollection } from './correct-body.js';

/**
 * Sends the examples of the document in creations that were refused: those of members with the name or the form of a reference, because
 * only what exists is valid there, or those of all members. Undefined where there is none.
 */
export function useExamples(
  collection: Collection,
  document: Json | undefined,
  which: 'references' | 'all',
): CorrectedCollection | undefined {
  const { create, overrides, unique, marker, serverAssigned = [], parents } = collection;
  const { schema, example: whole } = create?.request ?? {};
  const values = [...flattenObject(schema as Json | undefined, document).members].flatMap(([name, member]) => {
    const pointer = buildPointer([name]);
    const isTaken =
      [...unique, ...serverAssigned, marker].includes(pointer) ||
      Object.hasOwn(overrides, pointer) ||
      parents.some(({ place }) => place.startsWith(pointer));
    const isKey = isReference(name) || /^ur[il]|^uuid$/.test(String(member?.format));
    const value = readExample(member) ?? (isObject(whole) ? getMember(whole, name) : undefined);
    const isWanted = !isTaken && member?.readOnly !== true && (which === 'all' || isKey);
    return isWanted && value !== undefined ? [{ name, pointer, value }] : [];
  });
  if (values.length === 0) return undefined;
  const added = Object.fromEntries(values.map(({ pointer, value }) => [pointer, value]));
  return {
    collection: { ...collection, overrides: { ...overrides, ...added } },
    changes: values.map(({ name, value }) => `${name} is ${JSON.stringify(value)}`),
  };
}
