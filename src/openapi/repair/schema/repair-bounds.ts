import { type Json, type JsonObject, omitUndefined } from '../../../model/json.js';
import { describeKind, mapMembers, type RepairContext } from '../repair-context.js';

const countKeywords = 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(
  ' ',
);
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', ...countKeywords];
const boundPairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Repairs limits: numbers that leave at least one value. */
export function repairBounds(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (!numberKeywords.some((name) => schema[name] !== undefined)) return schema;
  return dropEmptyRanges(parseBounds(convertExclusive(schema, where, pen), where, pen), where, pen);
}

/** Until OpenAPI 3.0, a limit was made exclusive by a boolean beside it. */
function convertExclusive(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  return (['Minimum', 'Maximum'] as const).reduce((now: JsonObject, end) => {
    const name = `exclusive${end}`;
    const bound = end.toLowerCase();
    const { [name]: flag, [bound]: value, ...rest } = now;
    if (typeof flag !== 'boolean') return now;
    if (!pen.isOld) pen.note('exclusive', where, `${name}: ${flag} is read as in OpenAPI 3.0`);
    const kept: JsonObject = value === undefined ? {} : { [flag ? name : bound]: value };
    return { ...rest, ...kept };
  }, schema);
}

function parseBounds(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const wrong = numberKeywords.filter(
    (name) => schema[name] !== undefined && !isValidBound(name, schema[name] as Json),
  );
  if (wrong.length === 0) return schema;
  const repaired = wrong.map((name) => {
    const value = schema[name] as Json;
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined;
    const isRead = read !== undefined && isValidBound(name, read);
    pen.note(
      'bound',
      where,
      `${name}: ${describeKind(value)} is ${isRead ? 'read as a number' : 'no bound, and is left out'}`,
    );
    return [name, isRead ? read : undefined] as const;
  });
  return omitUndefined({ ...schema, ...Object.fromEntries(repaired) }) as JsonObject;
}

function isValidBound(name: string, value: Json): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (name === 'multipleOf') return value > 0;
  return !countKeywords.includes(name) || (value >= 0 && Number.isInteger(value));
}

function dropEmptyRanges(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const narrow = boundPairs.filter(([least, most]) => Number(schema[least]) > Number(schema[most]));
  for (const [least, most] of narrow)
    pen.note('room', where, `${least} ${schema[least]} is above ${most} ${schema[most]}; both are left out`);
  const left = new Set<string>(narrow.flat());
  return mapMembers(schema, (value, name) => (left.has(name) ? undefined : value));
}
