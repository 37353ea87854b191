import { isObject, type Json, type JsonObject } from '../../model/json.js';

/** Infers a narrow schema for these values: types, members, and the members that were never missing. */
export function inferSchema(values: readonly Json[]): JsonObject {
  const types = inferTypes(values);
  const objects = values.filter(isObject);
  const entries = values.filter((value): value is readonly Json[] => Array.isArray(value)).flat();
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? (types[0] as string) : types }),
    ...(types.includes('string') ? inferFormat(values) : {}),
    ...(objects.length > 0 ? inferMembers(objects) : {}),
    ...(entries.length > 0 ? { items: inferSchema(entries) } : {}),
  };
}

function inferTypes(values: readonly Json[]): string[] {
  const types = new Set(values.map(getJsonType));
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function getJsonType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function inferMembers(objects: readonly JsonObject[]): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const seen = (name: string) =>
    objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name] as Json);
  return {
    properties: Object.fromEntries(names.map((name) => [name, inferSchema(seen(name))])),
    required: names.filter((name) => seen(name).length === objects.length),
  };
}

const formatPatterns: readonly (readonly [string, RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['uri', /^https?:\/\/\S+$/],
];

function inferFormat(values: readonly Json[]): JsonObject {
  const texts = values.filter((value) => typeof value === 'string');
  const found = formatPatterns.find(([, pattern]) => texts.every((text) => pattern.test(text)));
  return found ? { format: found[0] } : {};
}
