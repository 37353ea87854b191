import type { Json, JsonObject } from '../../../model/json.js';
import { describeKind, type RepairContext } from '../repair-context.js';

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Common type names and their JSON Schema equivalents. */
const typeAliases: Readonly<Record<string, JsonObject>> = {
  str: { type: 'string' },
  text: { type: 'string' },
  char: { type: 'string' },
  varchar: { type: 'string' },
  enum: { type: 'string' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  timestamp: { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  file: { type: 'string', format: 'binary' },
  binary: { type: 'string', format: 'binary' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  numeric: { type: 'number' },
  bool: { type: 'boolean' },
  list: { type: 'array' },
  map: { type: 'object' },
  dict: { type: 'object' },
  json: { type: 'object' },
  none: { type: 'null' },
};

/** Repairs the `type`, or removes it. */
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
  if (typeNames.has(word)) return { type: word };
  return Object.hasOwn(typeAliases, word) ? typeAliases[word] : undefined;
}
