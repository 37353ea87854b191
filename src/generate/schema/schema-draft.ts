import { isObject, type Json, type JsonObject } from '../../model/json.js';

const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Converts keywords of OpenAPI 3.0 and older drafts to 2020-12, one level deep. */
export function upgradeSchema(raw: JsonObject): JsonObject {
  const steps = [upgradeTypes, upgradeNullable, upgradeBounds, upgradeItems, upgradeDependencies, upgradeFormat];
  return steps.reduce((schema, step) => step(schema), raw);
}

function upgradeTypes(raw: JsonObject): JsonObject {
  if (raw.type === undefined) return raw;
  const { type, ...rest } = raw;
  const known = [type].flat().filter((name) => typeNames.includes(name as string));
  return known.length > 0 ? { ...rest, type: known } : rest;
}

/** OpenAPI 3.0 ignores `nullable` beside a `$ref`, but authors intend it. */
function upgradeNullable(raw: JsonObject): JsonObject {
  const { nullable, ...rest } = raw;
  if (nullable !== true) return rest;
  const open: JsonObject =
    Array.isArray(rest.enum) && !rest.enum.includes(null) ? { ...rest, enum: [...rest.enum, null] } : rest;
  if (Array.isArray(open.type)) return { ...open, type: [...new Set([...open.type, 'null'])] };
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => open[keyword] !== undefined);
  return isComposed ? { anyOf: [open, { type: 'null' }] } : open;
}

function upgradeBounds(raw: JsonObject): JsonObject {
  const lower = upgradeExclusiveBound(raw, 'minimum', 'exclusiveMinimum');
  return upgradeExclusiveBound(lower, 'maximum', 'exclusiveMaximum');
}

function upgradeExclusiveBound(raw: JsonObject, bound: string, flag: string): JsonObject {
  if (typeof raw[flag] !== 'boolean') return raw;
  const { [flag]: isExclusive, [bound]: value, ...rest } = raw;
  if (value === undefined) return rest;
  return isExclusive ? { ...rest, [flag]: value } : { ...rest, [bound]: value };
}

function upgradeItems(raw: JsonObject): JsonObject {
  if (!Array.isArray(raw.items)) return raw;
  const { items, additionalItems, ...rest } = raw;
  return { ...rest, prefixItems: items as Json, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

function upgradeDependencies(raw: JsonObject): JsonObject {
  if (!isObject(raw.dependencies)) return raw;
  const { dependencies, ...rest } = raw;
  const entries = Object.entries(dependencies as JsonObject);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return {
    ...rest,
    ...(names.length > 0 ? { dependentRequired: Object.fromEntries(names) } : {}),
    ...(schemas.length > 0 ? { dependentSchemas: Object.fromEntries(schemas) } : {}),
  };
}

function upgradeFormat(raw: JsonObject): JsonObject {
  return raw.contentEncoding === 'base64' && raw.format === undefined ? { ...raw, format: 'byte' } : raw;
}
