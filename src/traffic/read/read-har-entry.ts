import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, type Json, type JsonObject, parseJson } from '../../model/json.js';
import type { RecordedMessagePair } from '../../model/traffic-exchange.js';
import { createPair, type Message } from './create-pair.js';

/** An exchange, or why an entry is none of the service. */
export type ReadEntry = { readonly pair: RecordedMessagePair } | { readonly leftOut: string };

/** Where an entry is, and what recorded it. */
export interface EntryOrigin {
  readonly place: string;
  /** The program that wrote the archive. */
  readonly creator: string;
  /** The folder of the archive, for contents that it keeps in other files. */
  readonly folder: string;
}

/** Longest content in a file of its own, in octets. */
const maxAttachedOctets = 4 * 1024 * 1024;

/** Reads an entry of an HTTP Archive (HAR 1.2) with what recorders add to it. */
export function readHarEntry(entry: Json, origin: EntryOrigin): ReadEntry {
  const { request, response } = isObject(entry) ? entry : {};
  if (!isObject(entry) || !isObject(request) || !isObject(response) || !URL.canParse(String(request.url)))
    return { leftOut: 'entries without a request, a response or a URL' };
  const startedAt = Date.parse(String(entry.startedDateTime));
  if (Number.isNaN(startedAt)) return { leftOut: 'entries without a time' };
  const leftOut = findReason(entry, request, response);
  if (leftOut !== undefined) return { leftOut };
  const status = Number(response.status);
  const asked = readContent(
    request.postData,
    Number(request.bodySize ?? -1),
    /^(GET|HEAD|DELETE)$/i.test(String(request.method)),
    origin,
  );
  const isEmpty = request.method === 'HEAD' || status === 204 || status === 304;
  const { size } = isObject(response.content) ? response.content : {};
  const got = readContent(response.content, Number(size ?? -1), isEmpty, origin);
  return {
    pair: createPair(
      {
        method: String(request.method).toUpperCase(),
        url: String(request.url),
        startedAt,
        endedAt: startedAt + Math.max(0, Number(entry.time) || 0),
        request: { fields: readFields(request.headers), content: asked },
        response: {
          status,
          fields: readFields(response.headers),
          content: got,
          mediaType: readMimeType(response.content),
        },
      },
      // Browsers leave credentials out of what they export.
      { place: origin.place, isSanitized: /^(WebInspector|Firefox)/i.test(origin.creator) },
    ),
  };
}

/** Types of resources that belong to the pages of a web application (Chrome, Playwright). */
const filePattern =
  /^(document|stylesheet|script|image|font|media|manifest|texttrack|ping|cspviolationreport|prefetch)$/i;
const fileTypePattern =
  /^(text\/(html|css|javascript)|application\/(javascript|x-javascript|wasm|manifest)|image\/|font\/|audio\/|video\/)/i;

/** Why an entry is no response of the service to a request of a client; undefined where it is one. */
function findReason(entry: JsonObject, request: JsonObject, response: JsonObject): string | undefined {
  const { _resourceType: type } = entry;
  const status = Number(response.status);
  const hasOwn = (...names: readonly string[]) =>
    names.some((name) => isSet(entry[name]) || isSet(request[name]) || isSet(response[name]));
  if (!/^https?:/i.test(String(request.url))) return /^wss?:/i.test(String(request.url)) ? upgrades : 'other origins';
  if (status === 101 || type === 'websocket' || request.method === 'CONNECT' || hasOwn('_webSocketMessages'))
    return upgrades;
  if (
    hasOwn(
      '_fromCache',
      '_fromDiskCache',
      '_fromMemoryCache',
      '_fromPrefetchCache',
      '_fetchedViaServiceWorker',
      '_fromServiceWorker',
    )
  )
    return 'responses of a cache or a service worker';
  if (hasOwn('_wasFulfilled')) return 'responses of a test in place of the service';
  if (!(status >= 100) || hasOwn('_wasAborted')) return 'aborted requests, and requests without a response';
  const isPreflight =
    request.method === 'OPTIONS' && readFields(request.headers)['access-control-request-method'] !== undefined;
  if (type === 'preflight' || isPreflight) return 'preflights';
  if (status >= 300 && status < 400 && isSet(response.redirectURL)) return 'redirects that the client followed';
  const isFile = request.method === 'GET' && status < 400 && fileTypePattern.test(readMimeType(response.content));
  return (typeof type === 'string' && filePattern.test(type)) || isFile
    ? 'pages and files of a web application'
    : undefined;
}

const upgrades = 'upgrades to other protocols';

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== 0;

const readMimeType = (content: Json | undefined): string => (isObject(content) ? String(content.mimeType ?? '') : '');

function readFields(headers: Json | undefined): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const one of Array.isArray(headers) ? headers : []) {
    if (!isObject(one) || typeof one.name !== 'string' || one.name.startsWith(':')) continue;
    const name = one.name.toLowerCase();
    if (!Object.hasOwn(fields, name)) fields[name] = [];
    fields[name]?.push(String(one.value ?? ''));
  }
  return fields;
}

/** A content; undefined where it was not recorded, or only a part of it. `size` is -1 where it is unknown. */
function readContent(
  content: Json | undefined,
  size: number,
  isUsuallyEmpty: boolean,
  { folder }: EntryOrigin,
): Message['content'] {
  if (!isObject(content)) return size === 0 || (isUsuallyEmpty && size < 0) ? '' : undefined;
  if (/\b(cut|truncat|omit|discard|too (large|big|long))/i.test(String(content.comment ?? ''))) return undefined;
  const { text = readAttached(content, folder) } = content;
  if (typeof text !== 'string') return (size <= 0 && isUsuallyEmpty) || size === 0 ? '' : undefined;
  const plain = content.encoding === 'base64' ? decodeText(text, readMimeType(content)) : text;
  if (plain === undefined || Buffer.byteLength(plain) >= size) return plain;
  // Some recorders state the size before decoding.
  return parseJson(plain) === undefined ? undefined : plain;
}

/** Playwright can keep contents in files beside the archive. */
function readAttached({ _file: file }: JsonObject, folder: string): string | undefined {
  const path = typeof file === 'string' && basename(file) === file ? join(folder, file) : undefined;
  const isReadable = path !== undefined && existsSync(path) && statSync(path).size <= maxAttachedOctets;
  return isReadable ? readFileSync(path, 'utf8') : undefined;
}

/** Other types are no text. */
function decodeText(text: string, mediaType: string): string | undefined {
  if (!/^text\/|[/+](json|xml)\b|^$/i.test(mediaType)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.includes('\ufffd') ? undefined : decoded;
}
