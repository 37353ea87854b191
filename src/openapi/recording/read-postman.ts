import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { parseJsonText, type RecordedRequest } from './recorded-request.js';

/** Reads the requests of a Postman collection (format 2), with the first saved response of each; undefined for other JSON. */
export function readPostman(value: JsonObject): RecordedRequest[] | undefined {
  const { info, item } = value;
  const isCollection = isObject(info) && (info._postman_id !== undefined || String(info.schema).includes('postman'));
  if (!isCollection || !Array.isArray(item)) return undefined;
  return (item as readonly Json[]).flatMap((one) => readItem(one, 0));
}

const maxDepth = 10;

function readItem(item: Json, depth: number): RecordedRequest[] {
  if (!isObject(item) || depth > maxDepth) return [];
  if (Array.isArray(item.item)) return (item.item as readonly Json[]).flatMap((one) => readItem(one, depth + 1));
  const { request, response } = item;
  const raw = isObject(request) ? readUrl(request.url) : undefined;
  if (!isObject(request) || raw === undefined) return [];
  const [address = '', search = ''] = raw.split(/\?(.*)/s);
  const origin = /^https?:\/\/[^/{]+/i.exec(address)?.[0];
  const answer = readSavedResponse(response);
  const json = isObject(request.body) && request.body.mode === 'raw' ? parseJsonText(request.body.raw) : undefined;
  return [
    {
      method: typeof request.method === 'string' ? request.method : 'GET',
      ...(origin !== undefined && { origin }),
      path: address.replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\})/i, '') || '/',
      query: [...new URLSearchParams(search)]
        .filter(([, text]) => !text.includes('{{'))
        .map(([name, text]) => ({ name, value: text })),
      ...(json !== undefined && { content: { mediaType: 'application/json', json } }),
      ...(answer !== undefined && { answer }),
    },
  ];
}

/** The URL as text; Postman also stores it in parts. */
function readUrl(url: Json | undefined): string | undefined {
  const raw = isObject(url) ? url.raw : url;
  return typeof raw === 'string' ? raw : undefined;
}

/** The content of the first saved response, if that is a success. */
function readSavedResponse(response: Json | undefined): Json | undefined {
  const [saved] = Array.isArray(response) ? (response as readonly Json[]) : [];
  return isObject(saved) && Number(saved.code ?? 200) < 300 ? parseJsonText(saved.body) : undefined;
}
