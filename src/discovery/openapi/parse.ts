import { LineCounter, parseDocument } from 'yaml';
import { isObject, type Json, type JsonObject } from '../../rule/index.js';
import { DiscoveryError } from '../fault.js';

/** Parses an OpenAPI document in JSON or YAML. Throws {@link DiscoveryError} that says what was found instead. */
export function parseOpenapi(text: string, source: string): JsonObject {
  if (text.trim() === '') throw new DiscoveryError(source, 'is empty, no OpenAPI document');
  if (isHtml(text)) {
    throw new DiscoveryError(
      source,
      'is an HTML page, no OpenAPI document; look on it for the link to the raw document, often /openapi.json or /v3/api-docs',
    );
  }
  const value = parsed(text, source);
  if (!isObject(value)) throw new DiscoveryError(source, `holds ${kindOf(value)}, no OpenAPI document`);
  const trouble = troubleWith(value);
  if (trouble !== undefined) throw new DiscoveryError(source, trouble);
  return value;
}

const isHtml = (text: string): boolean =>
  /^\s*(<!--.*?-->\s*)*<(!doctype html|html|head|body)/is.test(text.slice(0, 2000));

function parsed(text: string, source: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text, source);
  }
}

function parsedYaml(text: string, source: string): Json {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, merge: true });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new DiscoveryError(`${source}:${line}:${col}`, `cannot be parsed as JSON or YAML: ${error.message}`);
  }
  try {
    return document.toJS() as Json;
  } catch (trouble) {
    throw new DiscoveryError(source, `cannot be parsed as JSON or YAML: ${(trouble as Error).message}`);
  }
}

function troubleWith(value: JsonObject): string | undefined {
  const version = String(value.openapi ?? value.swagger ?? '');
  if (version === '') return `is no OpenAPI document: it has no "openapi" key; ${likeness(value)}`;
  if (!/^(2|3)(\.|$)/.test(version)) return `is of the OpenAPI version ${version}; 2.0, 3.0 and 3.1 can be read`;
  if (!isObject(value.paths) || Object.keys(value.paths).length === 0) {
    return 'describes no paths; a document that is split up must be bundled first';
  }
  return undefined;
}

function likeness(value: JsonObject): string {
  if (value.asyncapi !== undefined) return 'it is an AsyncAPI document';
  if (isObject(value.info) && (value.info._postman_id !== undefined || String(value.info.schema).includes('postman'))) {
    return 'it is a Postman collection; export it as OpenAPI';
  }
  if (isObject(value.data) && value.data.__schema !== undefined) return 'it is a GraphQL schema';
  const keys = Object.keys(value).slice(0, 6);
  return keys.length === 0 ? 'it is empty' : `found the keys ${keys.join(', ')}`;
}

const kindOf = (value: Json): string =>
  value === null
    ? 'nothing'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'plain text'
        : `a ${typeof value}`;
