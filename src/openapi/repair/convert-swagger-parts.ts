import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { mapped } from './repair-context.js';

/** A parameter of Swagger 2.0 with its type in a schema. */
export function parameterOf(node: Json): Json {
  if (!isObject(node) || typeof node.$ref === 'string') return node;
  const { collectionFormat, ...rest } = node;
  const about = mapped(rest, (value, name) => (besideSchema.has(name) || name.startsWith('x-') ? value : undefined));
  const schema = schemaOf(rest);
  return {
    ...about,
    ...(Object.keys(schema).length === 0 ? {} : { schema }),
    ...(collectionFormat === 'multi' ? { style: 'form', explode: true } : {}),
    ...(typeof collectionFormat === 'string' && collectionFormat !== 'multi' ? styles[collectionFormat] : {}),
  };
}

const besideSchema = new Set(['name', 'in', 'description', 'required', 'allowEmptyValue', 'deprecated', 'example']);
const styles: Readonly<Record<string, JsonObject>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function schemaOf(node: JsonObject): JsonObject {
  if (isObject(node.schema)) return node.schema;
  const plain = mapped(node, (value, name) =>
    besideSchema.has(name) || name.startsWith('x-') || name === 'collectionFormat' || name === 'schema'
      ? undefined
      : value,
  );
  return isObject(plain.items) ? { ...plain, items: schemaOf(plain.items) } : plain;
}

/** The content of a request, from its `body` parameter or from its form fields. */
export function bodyOf(parameters: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (!body) return form(parameters, consumes);
  const media: JsonObject = body.schema === undefined ? {} : { schema: body.schema };
  return {
    ...(typeof body.description === 'string' ? { description: body.description } : {}),
    content: contentOf(consumes, media),
    required: body.required === true,
  };
}

function form(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const forms = consumes.filter((type) => /form/.test(type));
  const required = fields.filter((field) => field.required === true).map(({ name }) => String(name));
  const properties = Object.fromEntries(
    fields.map((field) => {
      const about: JsonObject = typeof field.description === 'string' ? { description: field.description } : {};
      return [String(field.name), { ...schemaOf(field), ...about }];
    }),
  );
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return { content: contentOf(forms.length === 0 ? [usual] : forms, { schema }), required: required.length > 0 };
}

/** A response of Swagger 2.0 with its schema below each media type. */
export function responseOf(node: Json, produces: readonly string[]): Json {
  if (!isObject(node) || typeof node.$ref === 'string') return node;
  const { schema, examples, headers, ...rest } = node;
  const told = isObject(examples) ? examples : {};
  const types = produces.length === 0 ? Object.keys(told) : produces;
  const content = schema === undefined ? undefined : contentOf(types, { schema });
  const illustrated =
    content &&
    mapped(content, (media, type) =>
      told[type] === undefined ? media : { ...(media as JsonObject), example: told[type] },
    );
  return {
    ...rest,
    ...(isObject(headers) ? { headers: mapped(headers, parameterOf) } : {}),
    ...(illustrated === undefined ? {} : { content: illustrated }),
  };
}

/** Who says nothing of media types means JSON. */
const contentOf = (types: readonly string[], media: JsonObject): JsonObject =>
  Object.fromEntries((types.length === 0 ? ['application/json'] : types).map((type) => [type, media]));

/** A security scheme of Swagger 2.0 as OpenAPI 3 has it. */
export function securityOf(node: Json): Json {
  if (!isObject(node)) return node;
  if (node.type === 'basic') return { type: 'http', scheme: 'basic', ...described(node) };
  if (node.type !== 'oauth2') return node;
  const { flow, authorizationUrl, tokenUrl, scopes } = node;
  const name = typeof flow === 'string' ? (flows[flow] ?? flow) : 'implicit';
  const urls = mapped(
    { authorizationUrl: authorizationUrl ?? null, tokenUrl: tokenUrl ?? null },
    (url) => url ?? undefined,
  );
  return { type: 'oauth2', ...described(node), flows: { [name]: { ...urls, scopes: scopes ?? {} } } };
}

const described = ({ description }: JsonObject): JsonObject => (typeof description === 'string' ? { description } : {});
const flows: Readonly<Record<string, string>> = { application: 'clientCredentials', accessCode: 'authorizationCode' };
