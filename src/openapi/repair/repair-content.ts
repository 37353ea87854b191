import { isObject, type JsonObject } from '../../model/json.js';
import {
  keepObject,
  mapMembers,
  noteOmission,
  type Repair,
  type RepairContext,
  repairAllMembers,
  repairMembers,
} from './repair-context.js';
import { repairSchema } from './schema/repair-schema.js';

const repairMedia: Repair = (node, where, pen) => {
  if (!isObject(node)) return node === null ? {} : (noteOmission(node, where, pen) ?? {});
  return repairMembers(wrapSchema(node, where, pen), where, pen, {
    schema: repairSchema,
    examples: (value) => (isObject(value) ? value : undefined),
  });
};

function wrapSchema(node: JsonObject, where: string, pen: RepairContext): JsonObject {
  const isSchema =
    node.type !== undefined || node.properties !== undefined || /\/(schemas|definitions)\//.test(String(node.$ref));
  if (node.schema !== undefined || !isSchema) return node;
  pen.note('media', where, 'a schema right below the media type is read as its schema');
  return { schema: node };
}

const repairContent: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  const content = repairAllMembers(repairMedia)(node, where, pen);
  const unnamed = Object.keys(node).filter((type) => !type.includes('/') && !type.startsWith('x-') && type !== '$ref');
  if (unnamed.length === 0 || !isObject(content)) return content;
  pen.note(
    'media',
    where,
    `${unnamed.map((type) => `"${type}"`).join(', ')} is not a media type, and is read as application/json`,
  );
  const known = Object.entries(content).map(([type, media]) => [
    unnamed.includes(type) ? 'application/json' : type,
    media,
  ]);
  return Object.fromEntries(known);
};

export const repairResponse: Repair = (node, where, pen) => {
  if (node === null || typeof node === 'string') return { description: node ?? '' };
  if (!isObject(node)) return noteOmission(node, where, pen) ?? {};
  return repairMembers(addContent(node, where, pen), where, pen, {
    content: repairContent,
    headers: repairAllMembers(repairHeader),
    description: keepText,
  });
};

export const repairBody: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  return repairMembers(addContent(node, where, pen), where, pen, {
    content: repairContent,
    description: keepText,
    required: parseFlag,
  });
};

/** Before OpenAPI 3, a schema was in the place of content. */
function addContent(node: JsonObject, where: string, pen: RepairContext): JsonObject {
  const { schema, ...rest } = node;
  if (schema === undefined || node.content !== undefined) return node;
  pen.note('content', where, 'a schema without a media type is read as application/json');
  return { ...rest, content: { 'application/json': { schema } } };
}

/** Repairs a parameter; undefined when it has no name or no place. */
export const repairParameter: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  if (typeof node.$ref === 'string') return node;
  if (typeof node.name !== 'string' || !parameterPlaces.has(String(node.in))) {
    const what = `a parameter with the name ${JSON.stringify(node.name)} in ${JSON.stringify(node.in)}`;
    pen.note(
      'parameter',
      where,
      node.in === 'querystring' ? 'a parameter that is the whole query string is ignored' : `${what} is left out`,
    );
    return undefined;
  }
  return repairMembers(addSchema(node, where, pen), where, pen, {
    schema: repairSchema,
    content: repairContent,
    description: keepText,
    required: parseFlag,
  });
};

const parameterPlaces = new Set(['query', 'header', 'path', 'cookie']);

const repairHeader: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  return repairMembers(addSchema(node, where, pen), where, pen, {
    schema: repairSchema,
    content: repairContent,
    description: keepText,
  });
};

const schemaKeywords =
  'type format items enum default minimum maximum minLength maxLength pattern minItems maxItems'.split(' ');

function addSchema(node: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (node.schema !== undefined || node.type === undefined) return node;
  pen.note('loose', where, 'a type beside the name is read as in a schema');
  const schema = mapMembers(node, (value, name) => (schemaKeywords.includes(name) ? value : undefined));
  return { ...mapMembers(node, (value, name) => (schemaKeywords.includes(name) ? undefined : value)), schema };
}

export const keepText: Repair = (node) => (typeof node === 'string' ? node : undefined);

const parseFlag: Repair = (node) => (typeof node === 'boolean' ? node : String(node) === 'true');

/** Repairs for shared header fields, responses and similar components. */
export const sectionRepairs: Readonly<Record<string, Repair>> = {
  schemas: repairAllMembers(repairSchema),
  parameters: repairAllMembers(repairParameter),
  responses: repairAllMembers(repairResponse),
  requestBodies: repairAllMembers(repairBody),
  headers: repairAllMembers(repairHeader),
  mediaTypes: repairAllMembers(repairMedia),
  examples: repairAllMembers(keepObject),
};
