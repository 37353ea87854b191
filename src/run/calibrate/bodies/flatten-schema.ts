import { isObject, type Json, type JsonObject } from '../../../model/json.js';
import { resolveReference } from '../../items/unique-values.js';

/**
 * Merges the leading `$ref` and `allOf` of a schema into one object. Returns undefined for schemas with alternatives,
 * because a single member cannot be changed in them.
 */
export function flattenSchema(schema: Json | undefined, document: Json | undefined, depth = 0): JsonObject | undefined {
  if (schema === undefined || schema === true) return {};
  if (!isObject(schema) || depth > 8 || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const { $ref, allOf, ...own } = schema;
  const parts: (Json | undefined)[] = [
    ...(typeof $ref === 'string' ? [resolveReference($ref, document)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  let whole: JsonObject = own;
  for (const part of parts) {
    const opened = flattenSchema(part, document, depth + 1);
    if (opened === undefined) return undefined;
    whole = mergeObjectSchemas(opened, whole);
  }
  return whole;
}

function mergeObjectSchemas(base: JsonObject, over: JsonObject): JsonObject {
  const properties = {
    ...(isObject(base.properties) ? base.properties : {}),
    ...(isObject(over.properties) ? over.properties : {}),
  };
  const required = [base.required, over.required].flatMap((list) => (Array.isArray(list) ? (list as string[]) : []));
  return {
    ...base,
    ...over,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
