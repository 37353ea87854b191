import { decodePercent } from '../../model/escapes.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { singularize } from '../recognize/words.js';
import { readPostman } from './read-postman.js';
import { parseJsonText, type RecordedRequest } from './recorded-request.js';

/** The member by which a document says that it was built from recorded requests, and promises nothing. */
export const recordedKey = 'x-recorded';

/** Builds an OpenAPI document from recorded requests (HAR, Postman), without types and statuses; undefined for others. */
export function buildRecordedDocument(value: Json, baseUrl: string): JsonObject | undefined {
  const recorded = isObject(value) ? (readHar(value) ?? readPostman(value)) : undefined;
  if (recorded === undefined) return undefined;
  const { origin } = new URL(baseUrl);
  const isHere = recorded.some((one) => one.origin === origin);
  // A browser also records requests to other hosts.
  const own = recorded.filter((one) => (isHere ? one.origin === origin : true) && !isAsset(one));
  const paths: Record<string, Record<string, Json>> = {};
  for (const one of own) {
    const { template, parameters } = readTemplate(one.path);
    const item = paths[template] ?? { parameters };
    paths[template] = item;
    item[one.method.toLowerCase()] ??= buildOperation(one);
  }
  return { openapi: '3.1.0', info: { title: 'Recorded requests', version: '1' }, [recordedKey]: true, paths };
}

const isAsset = ({ path }: RecordedRequest): boolean =>
  /\.(css|js|mjs|map|png|jpe?g|gif|svg|ico|html?|woff2?)$/i.test(path);

/** Segments that look like ids become parameters, with the recorded value as their example. */
export function readTemplate(path: string): { readonly template: string; readonly parameters: Json } {
  const parameters: JsonObject[] = [];
  let noun = 'item';
  const segments = path.split('/').map((segment) => {
    const named = /^(?::|\{\{)([\w-]+)/.exec(segment)?.[1];
    if (named === undefined && !isId(segment)) {
      if (segment !== '') noun = segment;
      return segment;
    }
    const usual = `${singularize(noun).replace(/\W+/g, '')}Id`;
    const name = parameters.some((one) => one.name === usual) ? `${usual}${parameters.length + 1}` : usual;
    const parameter = { name, in: 'path', required: true, schema: {} };
    parameters.push(named === undefined ? { ...parameter, example: decodePercent(segment) } : parameter);
    return `{${name}}`;
  });
  return { template: segments.join('/'), parameters };
}

const isId = (segment: string): boolean =>
  /^\d+$/.test(segment) ||
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment) ||
  /^[0-9a-f]{16,}$/i.test(segment) ||
  (/^[\w-]{12,}$/.test(segment) && /\d/.test(segment) && /[A-Za-z]/.test(segment));

function buildOperation({ query, content, answer }: RecordedRequest): JsonObject {
  return {
    ...(query.length > 0 && {
      parameters: query.map(({ name, value }) => ({ name, in: 'query', schema: {}, example: value })),
    }),
    ...(content && { requestBody: { content: { [content.mediaType]: { example: content.json } } } }),
    responses: {
      200: {
        description: 'As recorded.',
        ...(answer !== undefined && { content: { 'application/json': { schema: describeShape(answer, 0) } } }),
      },
    },
  };
}

const maxDepth = 4;

/** Which parts are lists and objects, and the names of members. */
function describeShape(json: Json, depth: number): JsonObject {
  if (depth > maxDepth) return {};
  if (Array.isArray(json))
    return { type: 'array', items: json.length > 0 ? describeShape(json[0] as Json, depth + 1) : {} };
  if (!isObject(json)) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(json).map(([name, member]) => [name, describeShape(member as Json, depth + 1)]),
    ),
  };
}

/** Reads the requests of an HTTP Archive (HAR 1.2) that were answered with success; undefined for other JSON. */
export function readHar(value: JsonObject): RecordedRequest[] | undefined {
  const { log } = value;
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined;
  return (log.entries as readonly Json[]).filter(isObject).flatMap(readEntry);
}

function readEntry({ request, response }: JsonObject): RecordedRequest[] {
  if (!isObject(request) || !isObject(response)) return [];
  const { method, url } = request;
  const status = Number(response.status);
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url) || status < 200 || status > 299)
    return [];
  const { origin, pathname, searchParams } = new URL(url);
  const { postData } = request;
  const json = isObject(postData) ? parseJsonText(postData.text) : undefined;
  const answer = isObject(response.content) ? parseJsonText(response.content.text) : undefined;
  return [
    {
      method,
      origin,
      path: pathname,
      query: [...searchParams].map(([name, text]) => ({ name, value: text })),
      ...(json !== undefined && { content: { mediaType: readMediaType(postData), json } }),
      ...(answer !== undefined && { answer }),
    },
  ];
}

const readMediaType = (postData: Json | undefined): string =>
  isObject(postData) && typeof postData.mimeType === 'string'
    ? parseMediaType(postData.mimeType).essence
    : 'application/json';
