import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { DocumentError } from '../document-error.js';
import { parseText } from './parse-text.js';

/** Parses an OpenAPI document in JSON or YAML, or what `convert` builds of it. Throws {@link DocumentError}. */
export function parseOpenapi(
  text: string,
  source: string,
  convert: (value: Json) => JsonObject | undefined = () => undefined,
) {
  if (text.trim() === '') throw new DocumentError(source, 'is empty, not an OpenAPI document');
  if (isHtml(text)) {
    throw new DocumentError(
      source,
      'is an HTML page, not an OpenAPI document; find the link to the raw document on it, often /openapi.json or /v3/api-docs',
    );
  }
  const { value: given, notes } = parseText(text, source);
  const value = convert(given) ?? given;
  if (!isObject(value)) throw new DocumentError(source, `contains ${describeKind(value)}, not an OpenAPI document`);
  const trouble = findDocumentProblem(value);
  if (trouble !== undefined) throw new DocumentError(source, trouble);
  return { document: value, notes: [...notes, ...noteNewerVersion(value, source)] };
}

/** Whether a text is an HTML page. */
export const isHtml = (text: string): boolean =>
  /^\s*(<!--.*?-->\s*)*<(!doctype html|html|head|body)/is.test(text.slice(0, 2000));

function findDocumentProblem(value: JsonObject): string | undefined {
  const version = String(value.openapi ?? value.swagger ?? '');
  if (version === '') return `is not an OpenAPI document: it has no "openapi" key; ${guessDocumentKind(value)}`;
  if (!/^v?(2|3)(\.|$)/.test(version)) return `has the OpenAPI version ${version}; supported are 2.0, 3.0, 3.1 and 3.2`;
  if (!isObject(value.paths) || Object.keys(value.paths).length === 0) {
    return isObject(value.webhooks) ? 'describes only webhooks, and no paths' : 'describes no paths';
  }
  return undefined;
}

function noteNewerVersion({ openapi, swagger }: JsonObject, source: string): string[] {
  const version = String(openapi ?? swagger);
  return /^3\.([3-9]|\d\d)/.test(version)
    ? [`${source}: has the OpenAPI version ${version}, which is read as 3.2`]
    : [];
}

function guessDocumentKind(value: JsonObject): string {
  if (value.asyncapi !== undefined) return 'it is an AsyncAPI document';
  if (isObject(value.info) && (value.info._postman_id !== undefined || String(value.info.schema).includes('postman'))) {
    return 'it is a Postman collection; name it with --postman';
  }
  if (value.swaggerVersion !== undefined)
    return `it is Swagger ${String(value.swaggerVersion)}; 2.0 and later are supported`;
  if (isObject(value.data) && value.data.__schema !== undefined) return 'it is a GraphQL schema';
  const keys = Object.keys(value).slice(0, 6);
  return keys.length === 0 ? 'it is empty' : `found the keys ${keys.join(', ')}`;
}

const describeKind = (value: Json): string =>
  value === null
    ? 'nothing'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'plain text'
        : `a ${typeof value}`;
