import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { eachMember, leftOut, type Mend, mapped, mendMembers, type Pen } from './repair-context.js';
import { mendSchema } from './schema/repair-schema.js';

/** A media type with its schema. */
const mendMedia: Mend = (node, where, pen) => {
  if (!isObject(node)) return node === null ? {} : (leftOut(node, where, pen) ?? {});
  return mendMembers(wrapped(node, where, pen), where, pen, {
    schema: mendSchema,
    examples: (value) => (isObject(value) ? value : undefined),
  });
};

/** A schema right below the media type, where `schema` was forgotten. */
function wrapped(node: JsonObject, where: string, pen: Pen): JsonObject {
  const isSchema =
    node.type !== undefined || node.properties !== undefined || /\/(schemas|definitions)\//.test(String(node.$ref));
  if (node.schema !== undefined || !isSchema) return node;
  pen.tell('media', where, 'a schema right below the media type is read as its schema');
  return { schema: node };
}

/** Content by media type. */
const mendContent: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  const content = eachMember(mendMedia)(node, where, pen);
  const unnamed = Object.keys(node).filter((type) => !type.includes('/') && !type.startsWith('x-') && type !== '$ref');
  if (unnamed.length === 0 || !isObject(content)) return content;
  pen.tell(
    'media',
    where,
    `${unnamed.map((type) => `"${type}"`).join(', ')} is no media type, and is read as application/json`,
  );
  const known = Object.entries(content).map(([type, media]) => [
    unnamed.includes(type) ? 'application/json' : type,
    media,
  ]);
  return Object.fromEntries(known);
};

/** A response with its content and header fields. */
export const mendResponse: Mend = (node, where, pen) => {
  if (node === null || typeof node === 'string') return { description: node ?? '' };
  if (!isObject(node)) return leftOut(node, where, pen) ?? {};
  return mendMembers(withContent(node, where, pen), where, pen, {
    content: mendContent,
    headers: eachMember(mendHeader),
    description: asText,
  });
};

/** The content of a request. */
export const mendBody: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  return mendMembers(withContent(node, where, pen), where, pen, {
    content: mendContent,
    description: asText,
    required: asFlag,
  });
};

/** Before OpenAPI 3, a schema stood where content by media type stands now. */
function withContent(node: JsonObject, where: string, pen: Pen): JsonObject {
  const { schema, ...rest } = node;
  if (schema === undefined || node.content !== undefined) return node;
  pen.tell('content', where, 'a schema without a media type is read as application/json');
  return { ...rest, content: { 'application/json': { schema } } };
}

/** A parameter, or nothing where it says neither what it is called nor where it stands. */
export const mendParameter: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  if (typeof node.$ref === 'string') return node;
  if (typeof node.name !== 'string' || !places.has(String(node.in))) {
    const what = `a parameter with the name ${JSON.stringify(node.name)} in ${JSON.stringify(node.in)}`;
    pen.tell(
      'parameter',
      where,
      node.in === 'querystring' ? 'a query string as a whole is not looked at' : `${what} is left out`,
    );
    return undefined;
  }
  return mendMembers(withSchema(node, where, pen), where, pen, {
    schema: mendSchema,
    content: mendContent,
    description: asText,
    required: asFlag,
  });
};

const places = new Set(['query', 'header', 'path', 'cookie']);

/** A header field of a response. */
const mendHeader: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  return mendMembers(withSchema(node, where, pen), where, pen, {
    schema: mendSchema,
    content: mendContent,
    description: asText,
  });
};

const ofSchema = 'type format items enum default minimum maximum minLength maxLength pattern minItems maxItems'.split(
  ' ',
);

function withSchema(node: JsonObject, where: string, pen: Pen): JsonObject {
  if (node.schema !== undefined || node.type === undefined) return node;
  pen.tell('loose', where, 'a type beside the name is read as in a schema');
  const schema = mapped(node, (value, name) => (ofSchema.includes(name) ? value : undefined));
  return { ...mapped(node, (value, name) => (ofSchema.includes(name) ? undefined : value)), schema };
}

/** Words for people; anything else is no words. */
export const asText: Mend = (node) => (typeof node === 'string' ? node : undefined);

const asFlag: Mend = (node) => (typeof node === 'boolean' ? node : String(node) === 'true');

/** Header fields, responses and the like, shared by name. */
export const sections: Readonly<Record<string, Mend>> = {
  schemas: eachMember(mendSchema),
  parameters: eachMember(mendParameter),
  responses: eachMember(mendResponse),
  requestBodies: eachMember(mendBody),
  headers: eachMember(mendHeader),
  mediaTypes: eachMember(mendMedia),
  examples: eachMember((node, where, pen) => (isObject(node) ? node : leftOut(node as Json, where, pen))),
};
