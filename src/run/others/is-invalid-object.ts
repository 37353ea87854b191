import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { flattenSchema } from '../calibrate/bodies/flatten-schema.js';
import { unwrapSent } from '../content/envelope.js';
import type { ContentMethod } from './earned-writes.js';

/**
 * Whether an object breaks a constraint of its schema that can be seen at once: a type, a value, a length, a missing member. A
 * validator would have to be compiled for each schema, and decides no more about what checks break on purpose.
 */
export function isInvalidObject(
  collection: Collection,
  method: ContentMethod,
  sent: Json | undefined,
  document: Json | undefined,
): boolean {
  const { create, replace, patch } = collection;
  const operation = { POST: create, PUT: replace ?? create, PATCH: patch }[method];
  const schema = flattenSchema(operation?.request?.schema, document);
  if (schema === undefined || !isObject(sent)) return false;
  const inside = unwrapSent(sent, collection);
  if (!isObject(inside)) return true;
  const { required, properties } = schema;
  const isMissing = (name: Json) => typeof name === 'string' && !Object.hasOwn(inside, name);
  if (method !== 'PATCH' && Array.isArray(required) && required.some(isMissing)) return true;
  if (!isObject(properties)) return false;
  return Object.entries(inside).some(([name, value]) => {
    const own = Object.hasOwn(properties, name) ? flattenSchema(properties[name], document) : undefined;
    return own !== undefined && isBroken(own, value);
  });
}

function isBroken(schema: JsonObject, value: Json): boolean {
  const { type, enum: values } = schema;
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
  if (value === null) return types.length > 0 && !types.includes('null') && schema.nullable !== true;
  if (types.length > 0 && !types.some((one) => isOfType(one, value))) return true;
  if (Array.isArray(values) && !values.some((one) => one === value)) return typeof value !== 'object';
  const size = typeof value === 'number' ? value : typeof value === 'string' ? [...value].length : undefined;
  const length = Array.isArray(value) ? value.length : undefined;
  const isOutside = (measured: number | undefined, least: Json | undefined, most: Json | undefined) =>
    measured !== undefined &&
    ((typeof least === 'number' && measured < least) || (typeof most === 'number' && measured > most));
  const [least, most] =
    typeof value === 'number' ? [schema.minimum, schema.maximum] : [schema.minLength, schema.maxLength];
  return isOutside(size, least, most) || isOutside(length, schema.minItems, schema.maxItems);
}

function isOfType(type: Json, value: Json): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : type === typeof value;
}
