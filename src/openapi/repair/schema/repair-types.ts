import type { Json, JsonObject } from '../../../model/json.js';
import { describeKind, type RepairContext } from '../repair-context.js';

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Common type names, and their equivalents in JSON Schema. */
const typeAliases = new Map(
  (
    [
      ['str text char varchar enum', { type: 'string' }],
      ['date', { type: 'string', format: 'date' }],
      ['datetime date-time timestamp', { type: 'string', format: 'date-time' }],
      ['uuid', { type: 'string', format: 'uuid' }],
      ['email', { type: 'string', format: 'email' }],
      ['uri url', { type: 'string', format: 'uri' }],
      ['file binary', { type: 'string', format: 'binary' }],
      ['int', { type: 'integer' }],
      ['int32', { type: 'integer', format: 'int32' }],
      ['int64 long', { type: 'integer', format: 'int64' }],
      ['float', { type: 'number', format: 'float' }],
      ['double', { type: 'number', format: 'double' }],
      ['decimal numeric', { type: 'number' }],
      ['bool', { type: 'boolean' }],
      ['list', { type: 'array' }],
      ['map dict json', { type: 'object' }],
      ['none', { type: 'null' }],
    ] as readonly [string, JsonObject][]
  ).flatMap(([names, meaning]) => names.split(' ').map((name) => [name, meaning] as const)),
);

export function repairType(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const { type } = schema;
  if (type === undefined || (typeof type === 'string' && typeNames.has(type))) return schema;
  if (Array.isArray(type)) return repairTypeList(schema, type, where, pen);
  const meant = typeof type === 'string' ? findTypeMeaning(type) : undefined;
  const { type: _, ...rest } = schema;
  if (!meant) {
    pen.note('type', where, `type ${describeKind(type)} is unknown, so any type is assumed to be valid`);
    return rest;
  }
  if (type !== 'file' || !pen.isOld)
    pen.note('type', where, `type "${type}" is read as ${Object.values(meant).join(' of format ')}`);
  return { ...meant, ...rest, type: meant.type as Json };
}

function repairTypeList(schema: JsonObject, types: readonly Json[], where: string, pen: RepairContext): JsonObject {
  const meant = types.map((type) => (typeof type === 'string' ? (findTypeMeaning(type)?.type ?? type) : type));
  const known = [...new Set(meant)].filter((type) => typeof type === 'string' && typeNames.has(type));
  if (known.length === types.length && known.every((type, index) => type === types[index]) && known.length > 0)
    return schema;
  const { type: _, ...rest } = schema;
  pen.note('type', where, `type [${types.map(describeKind).join(', ')}] is read as ${known.join(' or ') || 'any'}`);
  return known.length === 0 ? rest : { ...rest, type: known.length === 1 ? (known[0] as Json) : known };
}

function findTypeMeaning(type: string): JsonObject | undefined {
  const word = type.trim().toLowerCase();
  return typeNames.has(word) ? { type: word } : typeAliases.get(word);
}

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
