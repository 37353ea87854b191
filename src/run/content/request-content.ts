import { listSchemaParts } from '../../generate/schema/read-schema.js';
import type { ClientRequest, SafeMethod } from '../../http/exchange.js';
import type { WriteRecord } from '../../http/method-guard.js';
import { parseSentBody } from '../../ledger/markers.js';
import { UnsentError } from '../../limits/request-meter.js';
import { escapeRegExp } from '../../model/escapes.js';
import type { Exchange, Method } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { serializeFieldText } from '../../model/field/structured-field.js';
import {
  buildPointer,
  getMember,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  readJson,
  setAtPointer,
} from '../../model/json.js';
import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';

/** A request of a case; an unsafe one has the record of its ledger entry. */
export type CaseRequest = HttpRequest &
  (
    | { readonly method: SafeMethod; readonly record?: WriteRecord | undefined }
    | { readonly method: Method; readonly record: WriteRecord }
  );

/** Builds the request to send. A body in a form and a JSON Patch are encoded, and any other is JSON. */
export function buildRequest(order: CaseRequest, trial: string, caller?: string, isHasty?: boolean): ClientRequest {
  const { method, path, headers, json, text, role, as = caller, record } = order;
  const { isForm, isJsonPatch } = parseMediaType(headers?.['content-type']);
  const encoded = isJsonPatch && isObject(json) ? encodeJsonPatch(json) : json;
  const body = encoded === undefined ? undefined : isForm ? encodeForm(encoded) : JSON.stringify(encoded);
  const content = isForm && text !== undefined ? encodeText(text) : (text ?? body);
  const typed =
    json === undefined || headers?.['content-type'] ? headers : { 'content-type': 'application/json', ...headers };
  // Runs for each request of a run, so absent members are skipped without copying the others.
  const request: Record<string, unknown> =
    record === undefined ? { path, trial, method } : { path, trial, method, record };
  if (typed) request.headers = typed;
  if (content !== undefined) request.content = content;
  if (role) request.role = role;
  if (as) request.as = as;
  if (isHasty) request.isHasty = true;
  return request as unknown as ClientRequest;
}

type KeyedContent = Pick<HttpRequest, 'json' | 'headers'>;

export const buildContent = (json: Json, mediaType: string | undefined): KeyedContent => ({
  json,
  headers: { 'content-type': mediaType ?? 'application/json' },
});

/** Adds an idempotency key to a creation; always where the collection requires one. */
export function addIdempotencyKey(carrier: IdempotencyCarrier, order: KeyedContent, key: string): KeyedContent {
  if (carrier.in === 'header') return { ...order, headers: { ...order.headers, ...buildKeyHeader(carrier, key) } };
  return order.json === undefined ? order : { ...order, json: setAtPointer(order.json, `/${carrier.name}`, key) };
}

/** Builds the header field of a key, bare or as a structured-field string (RFC 9651 §3.3.3). */
export const buildKeyHeader = ({ name, format }: IdempotencyCarrier, key: string): Record<string, string> => ({
  [name.toLowerCase()]: format === 'sf-string' ? serializeFieldText(key) : key,
});

/** Whose items a client sends and receives, and whether it sends an item to create in a list where the service takes only lists. */
export interface ContentForm {
  readonly collection: Collection;
  readonly isInLists?: boolean;
}

type Target = Pick<Exchange, 'method' | 'path'>;

/** Puts the item that a request sends in its envelope, and in a list. */
export function wrapRequest(order: CaseRequest, form: ContentForm): CaseRequest {
  const { collection } = form;
  let { json } = order;
  if (json === undefined) return order;
  const { isJsonPatch } = parseMediaType(order.headers?.['content-type']);
  if (collection.envelope && order.method !== 'GET' && !isJsonPatch && isItemRequest(order, collection))
    json = wrapContent(collection.envelope, order, json);
  if (isListCreation(order, form) && !Array.isArray(json)) json = [json];
  return json === order.json ? order : { ...order, json };
}

/** Reads a success as the item in it: the parsed JSON is replaced; the text, and so the tape, stay unchanged. */
export function openAnswer(exchange: Exchange, form: ContentForm): void {
  const { answer } = exchange;
  if (!answer || answer.status < 200 || answer.status > 299) return;
  const { collection } = form;
  let value = answer.json;
  if (isListCreation(exchange, form)) value = findOnlyItem(value) ?? value;
  if (collection.envelope && isItemRequest(exchange, collection)) value = unwrapContent(collection.envelope, value);
  if (value !== answer.json) Object.defineProperty(answer, 'json', { value, enumerable: true, configurable: true });
}

const isListCreation = ({ method, path }: Target, { collection, isInLists }: ContentForm): boolean =>
  isInLists === true &&
  collection.creation?.isList === true &&
  method === collection.create?.method &&
  path === collection.creation.path;

function findOnlyItem(json: Json | undefined): Json | undefined {
  if (Array.isArray(json)) return json.length === 1 && isObject(json[0]) ? json[0] : undefined;
  const lists = isObject(json) ? Object.values(json).filter((one) => Array.isArray(one) && one.length === 1) : [];
  return lists.length === 1 ? findOnlyItem(lists[0]) : undefined;
}

/** Requests for the collection and its items; resources below an item have a form of their own. */
function isItemRequest({ method, path }: Target, collection: Collection): boolean {
  if (!/^(GET|POST|PUT|PATCH)$/.test(method)) return false;
  const plain = path.split('?')[0] ?? '';
  return [collection.path, collection.itemPath ?? `${collection.path}/{id}`].some((template) => {
    const parts = template.split(/\{[^}]+\}/).map(escapeRegExp);
    return new RegExp(`^${parts.join('[^/]+')}$`).test(plain);
  });
}

function wrapContent(envelope: Envelope, { method, path }: Target, json: Json): Json {
  if (envelope.style === 'member') return isPlain(envelope, method) ? json : { [envelope.request ?? '']: json };
  const id = decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
  return { data: { type: envelope.type, ...(method !== 'POST' && { id }), attributes: json } };
}

/** The item in a representation of it. */
export const unwrapShown = ({ envelope }: Pick<Collection, 'envelope'>, json: Json | undefined): Json | undefined =>
  envelope === undefined ? json : unwrapContent(envelope, json);

function unwrapContent(envelope: Envelope, json: Json | undefined): Json | undefined {
  if (!isObject(json)) return json;
  if (envelope.style === 'member') {
    const inside = envelope.response === undefined ? undefined : getMember(json, envelope.response);
    return isObject(inside) ? inside : json;
  }
  const { data } = json;
  if (Array.isArray(data)) return { ...json, data: data.map((entry) => (isObject(entry) ? flatten(entry) : entry)) };
  return isObject(data) ? flatten(data) : json;
}

/** Flattens a resource object of JSON:API: its attributes beside its id (JSON:API 1.1 §7.2). */
const flatten = ({ attributes, ...own }: JsonObject): JsonObject => ({
  ...own,
  ...(isObject(attributes) ? attributes : {}),
});

/** Whether requests with a method have an item without a member around it. */
const isPlain = (envelope: Envelope, method: string): boolean =>
  envelope.style === 'member' && (envelope.request === undefined || envelope.plain?.includes(method) === true);

/** An item as content in its envelope. */
export const wrapSent = (
  { envelope }: Pick<Collection, 'envelope'>,
  target: Pick<HttpRequest, 'method' | 'path'>,
  json: Json,
): Json => (envelope === undefined ? json : wrapContent(envelope, target, json));

/** The item in content that is sent in its envelope; undefined where it is not in one. */
export function unwrapSent(
  sent: Json | undefined,
  { envelope }: Pick<Collection, 'envelope'>,
  method: string,
): Json | undefined {
  if (envelope === undefined || isPlain(envelope, method)) return sent;
  if (!isObject(sent)) return undefined;
  if (envelope.style === 'member') return getMember(sent, envelope.request ?? '');
  return isObject(sent.data) ? sent.data.attributes : undefined;
}

/** The item in a text that is sent as it is, which need not be in an envelope. */
export function readSentText(text: string, form: Pick<Collection, 'envelope'>, method: string): Json | undefined {
  const sent = parseSentBody(text);
  return unwrapSent(sent, form, method) ?? sent;
}

/**
 * Encodes a body as a form with one field for each scalar. Nested members are named in brackets (`address[city]=…`),
 * entries of a list repeat the name of the list as by default in OpenAPI, and null is an empty field.
 */
export function encodeForm(body: Json): string {
  const fields = new URLSearchParams();
  if (isObject(body)) for (const [name, value] of Object.entries(body)) appendField(fields, name, value);
  return fields.toString();
}

/** The operations of a JSON Patch that set members (RFC 6902 §4.1: one that exists is replaced). */
const encodeJsonPatch = (members: JsonObject): Json =>
  Object.entries(members).map(([name, value]) => ({ op: 'add', path: buildPointer([name]), value }));

/** Encodes the JSON text of an object as a form. Throws `UnsentError` for other JSON text: a form has no such content. */
function encodeText(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text;
  const json = readJson(text);
  if (!isObject(json))
    throw new UnsentError('no-usable-case', 'the service takes form content, and the rule sends JSON text of its own');
  return encodeForm(json);
}

function appendField(fields: URLSearchParams, name: string, value: Json): void {
  if (Array.isArray(value)) for (const entry of value as readonly Json[]) appendField(fields, name, entry);
  else if (isObject(value))
    for (const [member, part] of Object.entries(value)) appendField(fields, `${name}[${member}]`, part);
  else fields.append(name, value === null ? '' : String(value));
}

/** A request body, and the collection in which it is created. */
interface BodyOf<C> {
  readonly body: Json;
  readonly collection: C;
}

/**
 * Reduces a request body and the values that each body gets to the members that the schema of the creation requires, itself or by
 * `$ref` and `allOf`, and the marker; nothing is left out where no schema says which these are. What a service knows for one caller
 * only, such as an optional reference, is not sent then. References are resolved in `document`.
 */
export function reduceToRequired<C extends Pick<Collection, 'create' | 'marker' | 'overrides'>>(
  { body, collection }: BodyOf<C>,
  document: Json | undefined,
): BodyOf<C> {
  const schema = collection.create?.request?.schema ?? {};
  const parts = listSchemaParts({ root: document ?? null, schema, direction: 'request' }, schema);
  const lists = parts.flatMap(({ required }) => (Array.isArray(required) ? [required] : []));
  if (lists.length === 0 || !isObject(body)) return { body, collection };
  const isKept = (member = '') => lists.some((list) => list.includes(member)) || `/${member}` === collection.marker;
  const overrides = Object.entries(collection.overrides).filter(([pointer]) => isKept(parsePointer(pointer)[0]));
  return {
    body: Object.fromEntries(Object.entries(body).filter(([member]) => isKept(member))),
    collection: { ...collection, overrides: Object.fromEntries(overrides) },
  };
}

type Switches = Pick<Collection, 'exclusive' | 'overrides'>;

/** Names of the switches that no item of the run may take from an item of others, unless the profile sets them. */
const listNames = ({ exclusive = [], overrides }: Switches): string[] =>
  exclusive.flatMap((pointer) => (overrides[pointer] === undefined ? parsePointer(pointer).slice(-1) : []));

/** An item that takes over a switch changes the item that had it, so content has it off, also inside of a wrapper. */
export function turnSwitchesOff(collection: Switches, body: Json): Json {
  if ((collection.exclusive ?? []).length === 0) return body;
  const taken = listTurnedOn(body, listNames(collection), []);
  return taken.reduce((prepared, pointer) => setAtPointer(prepared, pointer, false), body);
}

/** The first switch that content turns on: as JSON, a list or not, as a JSON Patch, or as a form. */
export function findTurnedOn(collection: Switches, content: string | undefined): string | undefined {
  const names = content === undefined ? [] : listNames(collection);
  if (names.length === 0 || content === undefined) return undefined;
  const json = readJson(content);
  if (isObject(json)) return listTurnedOn(json, names, [])[0];
  if (Array.isArray(json)) return names.find((name) => (json as readonly Json[]).some((entry) => turnsOn(entry, name)));
  const fields = [...new URLSearchParams(content)].filter(([, value]) => /^(true|1|on|yes)$/i.test(value));
  return names.find((name) => fields.some(([field]) => field === name || field.endsWith(`[${name}]`)));
}

function listTurnedOn(body: Json, names: readonly string[], at: readonly string[]): string[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const place = [...at, name];
    return value === true && names.includes(name) ? [buildPointer(place)] : listTurnedOn(value, names, place);
  });
}

/** Whether an entry of a list has the member on, or a step of a JSON Patch (RFC 6902) gives it the value `true`, alone or in an object. */
function turnsOn(entry: Json, name: string): boolean {
  if (listTurnedOn(entry, [name], []).length > 0) return true;
  if (!isObject(entry) || entry.value !== true || typeof entry.path !== 'string') return false;
  return parsePointer(entry.path).at(-1) === name;
}
