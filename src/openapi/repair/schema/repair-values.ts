import type { Json, JsonObject } from '../../../model/json.js';
import { kindOf, type Pen } from '../repair-context.js';

/** The schema with an `enum` and a `default` that its `type` allows. */
export function mendValues(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (schema.enum === undefined && schema.default === undefined) return schema;
  return mendDefault(mendEnum(schema, where, pen), where, pen);
}

function mendEnum(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (schema.enum === undefined) return schema;
  const { enum: values, ...rest } = schema;
  const list = Array.isArray(values) ? (values as readonly Json[]) : [values];
  if (list.length === 0 || (!Array.isArray(values) && typeof values === 'object')) {
    pen.tell('enum', where, `enum ${kindOf(values)} names no values, and is left out`);
    return rest;
  }
  const read = list.flatMap((value) => asType(schema, value) ?? []);
  const kept = distinct(read.length === 0 ? list : read);
  if (read.length === 0) {
    pen.tell('enum', where, `no value of enum is of type ${[schema.type].flat().join(' or ')}; the type is left out`);
    const { type: _, ...untyped } = schema;
    return { ...untyped, enum: kept };
  }
  if (Array.isArray(values) && kept.length === list.length && kept.every((value, index) => value === list[index]))
    return schema;
  pen.tell(
    'enum',
    where,
    `enum [${list.map(kindOf).join(', ').slice(0, 80)}] is read as [${kept.map(kindOf).join(', ').slice(0, 80)}]`,
  );
  return { ...schema, enum: kept };
}

function mendDefault(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (schema.default === undefined) return schema;
  const { default: value, ...rest } = schema;
  const read = asType(schema, value)?.[0];
  const isAllowed =
    read !== undefined && (!Array.isArray(schema.enum) || schema.enum.some((one: Json) => isAlike(one, read)));
  if (isAllowed && read === value) return schema;
  if (isAllowed) {
    pen.tell('default', where, `default ${kindOf(value)} is read as ${String(read)}`);
    return { ...schema, default: read };
  }
  // Generators of documents write `default: null` for "none"; there is nothing to say about it.
  if (value !== null)
    pen.tell('default', where, `default ${kindOf(value)} is not what the schema allows, and is left out`);
  return rest;
}

/** The value as one of the type, in a list of its own so that null is no absence; undefined when it cannot be one. */
function asType({ type }: JsonObject, value: Json): [Json] | undefined {
  const types = type === undefined ? [] : ([type].flat() as string[]);
  if (types.length === 0 || types.some((one) => isOf(one, value))) return [value];
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return [String(value)];
  if (typeof value !== 'string') return undefined;
  if (types.includes('boolean') && /^(true|false)$/i.test(value)) return [value.toLowerCase() === 'true'];
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  const isWanted =
    number !== undefined && ['number', 'integer'].some((one) => types.includes(one) && isOf(one, number));
  return isWanted ? [number] : undefined;
}

function isOf(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

const distinct = (values: readonly Json[]): Json[] => {
  const seen = new Set<string>();
  return values.filter((value) => !seen.has(JSON.stringify(value)) && seen.add(JSON.stringify(value)));
};

const isAlike = (one: Json, other: Json): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
