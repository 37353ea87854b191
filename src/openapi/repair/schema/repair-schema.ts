import { appendToPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import { dataKeys } from '../named-keys.js';
import {
  describeKind,
  mapMembers,
  noteOmission,
  type Repair,
  type RepairContext,
  repairAllEntries,
  repairAllMembers,
  repairMembers,
} from '../repair-context.js';
import { repairBounds } from './repair-bounds.js';
import { repairSchemaMembers } from './repair-members.js';
import { repairNamePatterns, repairPattern } from './repair-patterns.js';
import { repairNullable, repairType } from './repair-types.js';
import { repairValues } from './repair-values.js';

/** Repairs a schema to JSON Schema 2020-12; an unreadable one allows any value. */
export const repairSchema: Repair = (node, where, pen) => {
  if (typeof node === 'boolean') return node;
  if (typeof node === 'string') return parseTypeName(node, where, pen);
  if (!isObject(node)) {
    noteOmission(node, where, pen);
    return {};
  }
  const own = dropNulls(node, where, pen);
  const steps = [
    repairSchemaReference,
    repairSchemaMembers,
    repairType,
    repairLists,
    repairNullable,
    repairBounds,
    repairPattern,
    repairNamePatterns,
    repairValues,
    repairAnnotations,
  ];
  return repairMembers(
    steps.reduce((schema, step) => step(schema, where, pen), own),
    where,
    pen,
    memberRepairs,
  );
};

const repairSchemas = repairAllEntries(repairSchema);

const memberRepairs: Readonly<Record<string, Repair>> = {
  properties: repairAllMembers(repairSchema),
  patternProperties: repairAllMembers(repairSchema),
  dependentSchemas: repairAllMembers(repairSchema),
  $defs: repairAllMembers(repairSchema),
  definitions: repairAllMembers(repairSchema),
  items: repairSchema,
  contains: repairSchema,
  not: repairSchema,
  if: repairSchema,
  then: repairSchema,
  else: repairSchema,
  propertyNames: repairSchema,
  unevaluatedItems: repairSchema,
  unevaluatedProperties: repairSchema,
  additionalProperties: (node, where, pen) => {
    if (node !== 'true' && node !== 'false') return repairSchema(node, where, pen);
    pen.note('flag', where, `"${node}" is read as ${node}`);
    return node === 'true';
  },
  allOf: repairSchemas,
  anyOf: repairSchemas,
  oneOf: repairSchemas,
  prefixItems: repairSchemas,
};

function parseTypeName(node: string, where: string, pen: RepairContext): JsonObject {
  const meant = /^\s*type\s*:\s*(\w+)\s*$/.exec(node)?.[1] ?? node;
  return repairType({ type: meant }, where, pen);
}

function dropNulls(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (!Object.values(schema).includes(null)) return schema;
  return mapMembers(schema, (value, name) =>
    value === null && !dataKeys.has(name) && !name.startsWith('x-')
      ? noteOmission(null, appendToPointer(where, name), pen)
      : value,
  );
}

/** Beside a `$ref`, OpenAPI 3.0 ignores keywords; annotations and nullable are applied, as authors mean them. */
function repairSchemaReference(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') {
    pen.note('$ref', where, `$ref ${describeKind($ref)} is not a text, and is left out`);
    return rest;
  }
  if (!pen.isOld) return schema;
  const ignored = Object.keys(rest).filter((name) => constraintKeywords.has(name));
  if (ignored.length === 0) return schema;
  pen.note('beside', where, `${ignored.join(', ')} beside a $ref has no meaning before OpenAPI 3.1, and is left out`);
  return mapMembers(schema, (value, name) => (ignored.includes(name) ? undefined : value));
}

const constraintKeywords = new Set(
  'type format enum pattern minimum maximum minLength maxLength minItems maxItems items properties required additionalProperties allOf anyOf oneOf not'.split(
    ' ',
  ),
);

function repairLists(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const empty = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].filter((name) => isEmptyList(schema[name]));
  for (const name of empty) pen.note('empty', where, `${name} is an empty list, and is left out`);
  const rest =
    empty.length === 0 ? schema : mapMembers(schema, (value, name) => (empty.includes(name) ? undefined : value));
  if (pen.isOld && rest.type === 'array' && rest.items === undefined)
    pen.note('items', where, 'the array has no items, so any entry is assumed to be valid');
  return Array.isArray(rest.items) ? convertTuple(rest, rest.items as readonly Json[], where, pen) : rest;
}

const isEmptyList = (list: Json | undefined): boolean => Array.isArray(list) && list.length === 0;

function convertTuple({ items: _, ...rest }: JsonObject, items: readonly Json[], where: string, pen: RepairContext) {
  const [only] = items;
  const read: JsonObject = items.length > 1 ? { prefixItems: items } : only === undefined ? {} : { items: only };
  const meaning = items.length > 1 ? 'the schemas of the first entries' : 'the schema of every entry';
  pen.note(
    'items',
    where,
    only === undefined ? 'items is an empty list, and is left out' : `items is a list, read as ${meaning}`,
  );
  return { ...rest, ...read };
}

function repairAnnotations(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const isWrong = (name: string, value: Json) =>
    (textKeywords.has(name) && typeof value !== 'string') || (flagKeywords.has(name) && typeof value !== 'boolean');
  return mapMembers(schema, (value, name) => {
    if (name === 'examples' && isObject(value)) return Object.values(value);
    if (name === 'discriminator') return repairDiscriminator(value, appendToPointer(where, name), pen);
    if (!isWrong(name, value)) return value;
    if (flagKeywords.has(name) && (value === 'true' || value === 'false')) return value === 'true';
    return noteOmission(value, appendToPointer(where, name), pen);
  });
}

const textKeywords = new Set('description title format $id $anchor contentEncoding contentMediaType'.split(' '));
const flagKeywords = new Set(['readOnly', 'writeOnly', 'uniqueItems', 'deprecated']);

function repairDiscriminator(node: Json, where: string, pen: RepairContext): Json | undefined {
  if (typeof node === 'string') {
    if (!pen.isOld) pen.note('discriminator', where, `a text is read as the propertyName "${node}"`);
    return { propertyName: node };
  }
  if (!isObject(node) || typeof node.propertyName !== 'string') return noteOmission(node, where, pen);
  const { mapping } = node;
  const isSound =
    mapping === undefined || (isObject(mapping) && Object.values(mapping).every((to) => typeof to === 'string'));
  if (isSound) return node;
  noteOmission(mapping, `${where}/mapping`, pen);
  return { propertyName: node.propertyName };
}
