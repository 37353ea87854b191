import type { Json, JsonObject } from '../../../model/json.js';
import type { RepairContext } from '../repair-context.js';

/** Converts `nullable` of OpenAPI 3.0 to a type. */
export function repairNullable(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.nullable === undefined && (schema['x-nullable'] === undefined || !pen.isOld)) return schema;
  const { nullable, 'x-nullable': vendors, ...rest } = schema;
  if (nullable !== undefined && !pen.isOld)
    pen.note('nullable', where, `nullable: ${JSON.stringify(nullable)} is read as in OpenAPI 3.0`);
  const isNullable = [nullable, vendors].some((flag) => flag === true || flag === 'true');
  return isNullable ? allowNull(rest) : rest;
}

const annotationKeywords = new Set(
  'title description deprecated readOnly writeOnly example default externalDocs xml'.split(' '),
);

function allowNull(schema: JsonObject): JsonObject {
  if (schema.type !== undefined) return addNullType(schema, schema.type);
  const union = (['anyOf', 'oneOf'] as const).find((name) => Array.isArray(schema[name]));
  if (union && schema.$ref === undefined && schema.allOf === undefined)
    return { ...schema, [union]: [...(schema[union] as Json[]), { type: 'null' }] };
  if (schema.$ref === undefined && schema.allOf === undefined) return schema;
  const entries = Object.entries(schema);
  const whole = Object.fromEntries(entries.filter(([name]) => !annotationKeywords.has(name)));
  const about = Object.fromEntries(entries.filter(([name]) => annotationKeywords.has(name)));
  return { ...about, anyOf: [whole, { type: 'null' }] };
}

function addNullType(schema: JsonObject, type: Json): JsonObject {
  const types = [...new Set([type, 'null'].flat())] as Json[];
  const { enum: values } = schema;
  const lacksNull = Array.isArray(values) && !values.includes(null);
  return { ...schema, type: types, ...(lacksNull ? { enum: [...(values as Json[]), null] } : {}) };
}
