import { randomUUID } from 'node:crypto';
import { getAtPointer, isObject, type Json, type JsonObject, setAtPointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Identity } from '../identity/identity.js';
import { generateUniqueValue } from '../identity/unique-values.js';
import type { ItemAddress } from './item-address.js';

/**
 * Chooses the id of an item that the client names, and returns its address; undefined where the service chooses ids. The
 * same item keeps its id. No other item has it: it is random and long.
 */
export function chooseAddress(collection: Collection, identity: Identity): ItemAddress | undefined {
  const { creation, id } = collection;
  if (!creation?.isNamed) return undefined;
  identity.uniques[id.pointer] ??= generateId(collection, identity.word);
  const chosen = String(identity.uniques[id.pointer]);
  return { id: chosen, path: creation.path.replace(/\{[^}]+\}([^{}]*)$/, `${encodeURIComponent(chosen)}$1`) };
}

/** Puts the id of an item that the client names into a body that has a member for it. */
export function insertChosenId({ creation, id: { pointer } }: Collection, body: Json, { uniques }: Identity): Json {
  const [chosen, drawn] = [uniques[pointer], getAtPointer(body, pointer)];
  if (!creation?.isNamed || chosen === undefined || drawn === undefined || !isObject(body)) return body;
  return setAtPointer(body, pointer, typeof drawn === 'string' ? String(chosen) : chosen);
}

/** Generates an id by the schema of the path parameter, otherwise in the format of existing ids. */
function generateId({ creation, id, standing = [] }: Collection, word: string): Json {
  const schema: JsonObject = isObject(creation?.idSchema) ? creation.idSchema : {};
  const types = [schema.type ?? []].flat();
  if (types.includes('integer') || types.includes('number')) return generateUniqueValue(1, word, id.pointer, [schema]);
  const [first] = standing;
  const isUuid =
    schema.format === 'uuid' || (schema.format === undefined && first !== undefined && uuidPattern.test(first));
  if (isUuid) return randomUUID();
  const isNumber = standing.length > 0 && standing.every((one) => /^\d{1,9}$/.test(one));
  if (isNumber && schema.pattern === undefined) return String(generateUniqueValue(1, word, id.pointer, []));
  return generateUniqueValue(first ?? readExample(schema), word, id.pointer, [schema]);
}

/** A text in the form that the schema shows. */
const readExample = ({ example, examples, default: usual }: JsonObject): string => {
  const [told] = [example, ...(Array.isArray(examples) ? examples : []), usual].filter(
    (one) => typeof one === 'string',
  );
  return typeof told === 'string' ? told : 'aaaaaaaaaaaa';
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
