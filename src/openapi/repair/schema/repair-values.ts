import type { Json, JsonObject } from '../../../model/json.js';
import { describeKind, type RepairContext } from '../repair-context.js';

/** Removes values of `enum` and `default` that the `type` does not allow. */
export function repairValues(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.enum === undefined && schema.default === undefined) return schema;
  return repairDefault(repairEnum(schema, where, pen), where, pen);
}

function repairEnum(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.enum === undefined) return schema;
  const { enum: values, ...rest } = schema;
  const list = Array.isArray(values) ? (values as readonly Json[]) : [values];
  if (list.length === 0 || (!Array.isArray(values) && typeof values === 'object')) {
    pen.note('enum', where, `enum ${describeKind(values)} names no values, and is left out`);
    return rest;
  }
  const read = list.flatMap((value) => convertToType(schema, value) ?? []);
  const kept = listDistinct(read.length === 0 ? list : read);
  if (read.length === 0) {
    pen.note('enum', where, `no value of enum is of type ${[schema.type].flat().join(' or ')}; the type is left out`);
    const { type: _, ...untyped } = schema;
    return { ...untyped, enum: kept };
  }
  if (Array.isArray(values) && kept.length === list.length && kept.every((value, index) => value === list[index]))
    return schema;
  pen.note(
    'enum',
    where,
    `enum [${list.map(describeKind).join(', ').slice(0, 80)}] is read as [${kept.map(describeKind).join(', ').slice(0, 80)}]`,
  );
  return { ...schema, enum: kept };
}

function repairDefault(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.default === undefined) return schema;
  const { default: value, ...rest } = schema;
  const read = convertToType(schema, value)?.[0];
  const isAllowed =
    read !== undefined && (!Array.isArray(schema.enum) || schema.enum.some((one: Json) => isSameJson(one, read)));
  if (isAllowed && read === value) return schema;
  if (isAllowed) {
    pen.note('default', where, `default ${describeKind(value)} is read as ${String(read)}`);
    return { ...schema, default: read };
  }
  // Document generators write `default: null` for "none", which is not noted.
  if (value !== null)
    pen.note('default', where, `default ${describeKind(value)} is not valid against the schema, and is left out`);
  return rest;
}

/** Converts a value to the type, in a list so that null is distinguishable; undefined when that is not possible. */
function convertToType({ type }: JsonObject, value: Json): [Json] | undefined {
  const types = type === undefined ? [] : ([type].flat() as string[]);
  if (types.length === 0 || types.some((one) => isOfType(one, value))) return [value];
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return [String(value)];
  if (typeof value !== 'string') return undefined;
  if (types.includes('boolean') && /^(true|false)$/i.test(value)) return [value.toLowerCase() === 'true'];
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  const isWanted =
    number !== undefined && ['number', 'integer'].some((one) => types.includes(one) && isOfType(one, number));
  return isWanted ? [number] : undefined;
}

function isOfType(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

const listDistinct = (values: readonly Json[]): Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const isSameJson = (one: Json, other: Json): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
