import type { Json, JsonObject } from '../../../model/json.js';
import { kindOf, type Pen } from '../repair-context.js';

const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', ...counts];
const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** The schema with bounds that are numbers and leave room for a value. */
export function mendBounds(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (!numbers.some((name) => schema[name] !== undefined)) return schema;
  return withRoom(asNumbers(exclusive(schema, where, pen), where, pen), where, pen);
}

/** Until OpenAPI 3.0, a bound was made exclusive by a boolean beside it. */
function exclusive(schema: JsonObject, where: string, pen: Pen): JsonObject {
  return (['Minimum', 'Maximum'] as const).reduce((now: JsonObject, end) => {
    const name = `exclusive${end}`;
    const bound = end.toLowerCase();
    const { [name]: flag, [bound]: value, ...rest } = now;
    if (typeof flag !== 'boolean') return now;
    if (!pen.isOld) pen.tell('exclusive', where, `${name}: ${flag} is read as in OpenAPI 3.0`);
    const kept: JsonObject = value === undefined ? {} : { [flag ? name : bound]: value };
    return { ...rest, ...kept };
  }, schema);
}

function asNumbers(schema: JsonObject, where: string, pen: Pen): JsonObject {
  const wrong = numbers.filter((name) => schema[name] !== undefined && !isBound(name, schema[name] as Json));
  if (wrong.length === 0) return schema;
  const mended = wrong.map((name) => {
    const value = schema[name] as Json;
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined;
    const isRead = read !== undefined && isBound(name, read);
    pen.tell(
      'bound',
      where,
      `${name}: ${kindOf(value)} is ${isRead ? 'read as a number' : 'no bound, and is left out'}`,
    );
    return [name, isRead ? read : undefined] as const;
  });
  return without({ ...schema, ...Object.fromEntries(mended) } as JsonObject, []);
}

function isBound(name: string, value: Json): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (name === 'multipleOf') return value > 0;
  return !counts.includes(name) || (value >= 0 && Number.isInteger(value));
}

function withRoom(schema: JsonObject, where: string, pen: Pen): JsonObject {
  const narrow = pairs.filter(([least, most]) => Number(schema[least]) > Number(schema[most]));
  for (const [least, most] of narrow)
    pen.tell('room', where, `${least} ${schema[least]} is above ${most} ${schema[most]}; both are left out`);
  return narrow.length === 0 ? schema : without(schema, narrow.flat());
}

const without = (schema: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([name, value]) => value !== undefined && !names.includes(name)));
