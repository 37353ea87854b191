import { isObject, type Json, type JsonObject, pointerBelow } from '../../../model/json.js';
import { eachEntry, eachMember, kindOf, leftOut, type Mend, mapped, mendMembers, type Pen } from '../repair-context.js';
import { mendBounds } from './repair-bounds.js';
import { mendMembersOf } from './repair-members.js';
import { mendNullable } from './repair-nullable.js';
import { mendNamePatterns, mendPattern } from './repair-patterns.js';
import { mendType } from './repair-types.js';
import { mendValues } from './repair-values.js';

/** A schema that says what it was meant to say, as JSON Schema 2020-12; anything goes where nothing can be made of it. */
export const mendSchema: Mend = (node, where, pen) => {
  if (typeof node === 'boolean') return node;
  if (typeof node === 'string') return named(node, where, pen);
  if (!isObject(node)) {
    leftOut(node, where, pen);
    return {};
  }
  const own = withoutNulls(node, where, pen);
  const steps = [
    mendReference,
    mendMembersOf,
    mendType,
    mendLists,
    mendNullable,
    mendBounds,
    mendPattern,
    mendNamePatterns,
    mendValues,
    mendNotes,
  ];
  return mendMembers(
    steps.reduce((schema, step) => step(schema, where, pen), own),
    where,
    pen,
    inner,
  );
};

const schemas = eachEntry(mendSchema);

const inner: Readonly<Record<string, Mend>> = {
  properties: eachMember(mendSchema),
  patternProperties: eachMember(mendSchema),
  dependentSchemas: eachMember(mendSchema),
  $defs: eachMember(mendSchema),
  definitions: eachMember(mendSchema),
  items: mendSchema,
  contains: mendSchema,
  not: mendSchema,
  if: mendSchema,
  then: mendSchema,
  else: mendSchema,
  propertyNames: mendSchema,
  unevaluatedItems: mendSchema,
  unevaluatedProperties: mendSchema,
  additionalProperties: (node, where, pen) => {
    if (node !== 'true' && node !== 'false') return mendSchema(node, where, pen);
    pen.tell('flag', where, `"${node}" is read as ${node}`);
    return node === 'true';
  },
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  prefixItems: schemas,
};

function named(node: string, where: string, pen: Pen): JsonObject {
  const meant = /^\s*type\s*:\s*(\w+)\s*$/.exec(node)?.[1] ?? node;
  return mendType({ type: meant }, where, pen);
}

const data = new Set(['default', 'example', 'const', 'enum', 'examples']);

function withoutNulls(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (!Object.values(schema).includes(null)) return schema;
  return mapped(schema, (value, name) =>
    value === null && !data.has(name) && !name.startsWith('x-') ? leftOut(null, pointerBelow(where, name), pen) : value,
  );
}

/** Beside a `$ref`, OpenAPI 3.0 lets nothing count; what only describes does no harm, and null is what everybody means. */
function mendReference(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') {
    pen.tell('$ref', where, `$ref ${kindOf($ref)} is no text, and is left out`);
    return rest;
  }
  if (!pen.isOld) return schema;
  const ignored = Object.keys(rest).filter((name) => constraints.has(name));
  if (ignored.length === 0) return schema;
  pen.tell('beside', where, `${ignored.join(', ')} beside a $ref means nothing before OpenAPI 3.1, and is left out`);
  return mapped(schema, (value, name) => (ignored.includes(name) ? undefined : value));
}

const constraints = new Set(
  'type format enum pattern minimum maximum minLength maxLength minItems maxItems items properties required additionalProperties allOf anyOf oneOf not'.split(
    ' ',
  ),
);

function mendLists(schema: JsonObject, where: string, pen: Pen): JsonObject {
  const empty = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].filter((name) => isEmpty(schema[name]));
  for (const name of empty) pen.tell('empty', where, `${name} is an empty list, and is left out`);
  const rest =
    empty.length === 0 ? schema : mapped(schema, (value, name) => (empty.includes(name) ? undefined : value));
  if (pen.isOld && rest.type === 'array' && rest.items === undefined)
    pen.tell('items', where, 'items is missing in an array, so any entry is taken for possible');
  return Array.isArray(rest.items) ? withTuple(rest, rest.items as readonly Json[], where, pen) : rest;
}

const isEmpty = (list: Json | undefined): boolean => Array.isArray(list) && list.length === 0;

function withTuple({ items: _, ...rest }: JsonObject, items: readonly Json[], where: string, pen: Pen): JsonObject {
  const [only] = items;
  const read: JsonObject = items.length > 1 ? { prefixItems: items } : only === undefined ? {} : { items: only };
  const meaning = items.length > 1 ? 'the schemas of the first entries' : 'the schema of every entry';
  pen.tell(
    'items',
    where,
    only === undefined ? 'items is an empty list, and is left out' : `items is a list, read as ${meaning}`,
  );
  return { ...rest, ...read };
}

/** Words of a schema that are looked at, each of its kind. */
function mendNotes(schema: JsonObject, where: string, pen: Pen): JsonObject {
  const isWrong = (name: string, value: Json) =>
    (texts.has(name) && typeof value !== 'string') || (flags.has(name) && typeof value !== 'boolean');
  return mapped(schema, (value, name) => {
    if (name === 'examples' && isObject(value)) return Object.values(value);
    if (name === 'discriminator') return mendDiscriminator(value, pointerBelow(where, name), pen);
    if (!isWrong(name, value)) return value;
    if (flags.has(name) && (value === 'true' || value === 'false')) return value === 'true';
    return leftOut(value, pointerBelow(where, name), pen);
  });
}

const texts = new Set(['description', 'title', 'format', '$id', '$anchor', 'contentEncoding', 'contentMediaType']);
const flags = new Set(['readOnly', 'writeOnly', 'uniqueItems', 'deprecated']);

function mendDiscriminator(node: Json, where: string, pen: Pen): Json | undefined {
  if (typeof node === 'string') {
    if (!pen.isOld) pen.tell('discriminator', where, `a text is read as the propertyName "${node}"`);
    return { propertyName: node };
  }
  if (!isObject(node) || typeof node.propertyName !== 'string') return leftOut(node, where, pen);
  const { mapping } = node;
  const isSound =
    mapping === undefined || (isObject(mapping) && Object.values(mapping).every((to) => typeof to === 'string'));
  if (isSound) return node;
  leftOut(mapping, `${where}/mapping`, pen);
  return { propertyName: node.propertyName };
}
