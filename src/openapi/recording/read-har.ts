import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { parseJsonText, type RecordedRequest } from './recorded-request.js';

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
