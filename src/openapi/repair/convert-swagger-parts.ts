import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { mapMembers } from './repair-context.js';

/** Converts a parameter of Swagger 2.0: its type becomes a schema. */
export function convertParameter(node: Json): Json {
  if (!isObject(node) || typeof node.$ref === 'string') return node;
  const { collectionFormat, ...rest } = node;
  const about = mapMembers(rest, (value, name) =>
    parameterKeywords.has(name) || name.startsWith('x-') ? value : undefined,
  );
  const schema = convertSchema(rest);
  return {
    ...about,
    ...(Object.keys(schema).length === 0 ? {} : { schema }),
    ...(typeof collectionFormat === 'string' && getMember(collectionStyles, collectionFormat)),
  };
}

const parameterKeywords = new Set('name in description required allowEmptyValue deprecated example'.split(' '));
const collectionStyles: Readonly<Record<string, JsonObject>> = {
  multi: { style: 'form', explode: true },
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function convertSchema(node: JsonObject): JsonObject {
  if (isObject(node.schema)) return node.schema;
  const plain = mapMembers(node, (value, name) =>
    parameterKeywords.has(name) || name.startsWith('x-') || name === 'collectionFormat' || name === 'schema'
      ? undefined
      : value,
  );
  return isObject(plain.items) ? { ...plain, items: convertSchema(plain.items) } : plain;
}

/** Converts the `body` parameter or the form fields to request content. */
export function convertBody(parameters: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (!body) return convertForm(parameters, consumes);
  const media: JsonObject = body.schema === undefined ? {} : { schema: body.schema };
  return {
    ...keepDescription(body),
    content: buildMediaContent(consumes, media),
    required: body.required === true,
  };
}

function convertForm(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const forms = consumes.filter((type) => /form/.test(type));
  const required = fields.filter((field) => field.required === true).map(({ name }) => String(name));
  const properties = Object.fromEntries(
    fields.map((field) => [String(field.name), { ...convertSchema(field), ...keepDescription(field) }]),
  );
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return {
    content: buildMediaContent(forms.length === 0 ? [usual] : forms, { schema }),
    required: required.length > 0,
  };
}

/** Converts a response of Swagger 2.0: its schema moves below each media type. */
export function convertResponse(node: Json, produces: readonly string[]): Json {
  if (!isObject(node) || typeof node.$ref === 'string') return node;
  const { schema, examples, headers, ...rest } = node;
  const byType = isObject(examples) ? examples : {};
  const types = produces.length === 0 ? Object.keys(byType) : produces;
  const content = schema === undefined ? undefined : buildMediaContent(types, { schema });
  const illustrated =
    content &&
    mapMembers(content, (media, type) => {
      const example = getMember(byType, type);
      return example === undefined ? media : { ...(media as JsonObject), example };
    });
  return {
    ...rest,
    ...(isObject(headers) ? { headers: mapMembers(headers, convertParameter) } : {}),
    ...(illustrated === undefined ? {} : { content: illustrated }),
  };
}

/** Without media types, JSON is assumed. */
const buildMediaContent = (types: readonly string[], media: JsonObject): JsonObject =>
  Object.fromEntries((types.length === 0 ? ['application/json'] : types).map((type) => [type, media]));

export function convertSecurity(node: Json): Json {
  if (!isObject(node)) return node;
  if (node.type === 'basic') return { type: 'http', scheme: 'basic', ...keepDescription(node) };
  if (node.type !== 'oauth2') return node;
  const { flow, authorizationUrl, tokenUrl, scopes } = node;
  const name = typeof flow === 'string' ? (getMember(oauthFlows, flow) ?? flow) : 'implicit';
  const urls = mapMembers(
    { authorizationUrl: authorizationUrl ?? null, tokenUrl: tokenUrl ?? null },
    (url) => url ?? undefined,
  );
  return { type: 'oauth2', ...keepDescription(node), flows: { [name]: { ...urls, scopes: scopes ?? {} } } };
}

const keepDescription = ({ description }: JsonObject): JsonObject =>
  typeof description === 'string' ? { description } : {};
const oauthFlows: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};
