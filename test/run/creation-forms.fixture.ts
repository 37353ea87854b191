import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import { type ScriptedService, serveListener } from '../support/scripted-service.fixture.js';

/** How the service creates desks. */
export interface BodyForm {
  readonly method: 'POST' | 'PUT';
  /** Below the collection; `{id}` is chosen by the client. */
  readonly below?: '/{id}' | '/new' | '/bulk';
  /** Whether the content is a list, and so is the response. */
  readonly isList?: boolean;
  /** Where a response names a created item. */
  readonly named?: 'body' | 'location' | 'link';
  readonly isDocumented?: boolean;
  /** Whether OPTIONS says which methods there are. */
  readonly hasAllow?: boolean;
  /** Desks that exist before. */
  readonly existing?: readonly JsonObject[];
  /** Below which path the desks are: that of parents that no client can create. */
  readonly isNested?: boolean;
  /** A bug: a PUT adds its seats to those of the desk. */
  readonly isAdding?: boolean;
  /** A bug: Location names an address at which nothing is. */
  readonly isLost?: boolean;
  /** Unknown members are named in one sentence. */
  readonly isStrict?: boolean;
}

/** A running service, and the desks in it. */
export interface FormService extends ScriptedService {
  readonly desks: ReadonlyMap<string, JsonObject>;
}

const service = {
  type: 'object',
  required: ['label', 'seats'],
  properties: {
    id: { type: 'string', readOnly: true },
    label: { type: 'string', minLength: 1, maxLength: 60 },
    seats: { type: 'integer', minimum: 0, maximum: 40 },
    note: { type: ['string', 'null'], maxLength: 100 },
  },
};

/** Serves desks that are created in one form; sites and floors above them only exist. */
export async function serveDesks(form: BodyForm): Promise<FormService> {
  const desks = new Map((form.existing ?? []).map((one) => [String(one.id), one]));
  const served = await serveListener((request, response) => {
    collect(request).then((text) => answer(form, desks, { request, response, text }));
  });
  return { ...served, desks };
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly text: string;
}

const collect = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const getRoot = ({ isNested }: BodyForm): string => (isNested ? '/sites/s1/floors/f1/desks' : '/desks');

function answer(form: BodyForm, desks: Map<string, JsonObject>, visit: Visit): unknown {
  const { response, request } = visit;
  const send = (status: number, body?: Json, headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers });
    response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body));
  };
  const path = decode((request.url ?? '').split('?')[0] ?? '');
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const root = getRoot(form);
  if (path === '/openapi.json' && form.isDocumented) return send(200, createDocument(form));
  if (path === '/' && !form.isDocumented) return send(200, { desks: root });
  const above: Readonly<Record<string, Json>> = form.isNested ? listAbove : {};
  const shown = above[path];
  if (shown !== undefined) return method === 'GET' ? send(200, shown) : send(405, undefined, { allow: 'GET, HEAD' });
  const id = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
  if (path !== root && (id === undefined || id.includes('/'))) return send(404, { message: 'not found' });
  const methods = listMethods(form, id);
  if (method === 'OPTIONS' && form.hasAllow) return send(204, undefined, { allow: methods.join(', ') });
  if (!methods.includes(method)) return send(405, undefined, { allow: methods.join(', ') });
  if (method === 'GET' && id === undefined) return send(200, [...desks.values()]);
  const known = desks.get(id ?? '');
  if (method === 'GET') return known ? send(200, known) : send(404, { message: 'not found' });
  if (method === 'DELETE') return desks.delete(id ?? '') ? send(204) : send(404, { message: 'not found' });
  return write(form, desks, visit, { id, known, send });
}

const listAbove: Readonly<Record<string, Json>> = {
  '/sites': [{ id: 's1', name: 'Main' }],
  '/sites/s1': { id: 's1', name: 'Main' },
  '/sites/s1/floors': [{ id: 'f1', name: 'First' }],
  '/sites/s1/floors/f1': { id: 'f1', name: 'First' },
};

/** The methods of the collection, of an item, and of a path whose POST creates items. */
function listMethods({ method, below }: BodyForm, id: string | undefined): string[] {
  if (id === undefined) return ['GET', 'HEAD', 'OPTIONS', ...(below === undefined ? [method] : [])];
  if (below !== undefined && below === `/${id}`) return ['POST', 'OPTIONS'];
  const own = below === '/{id}' ? [method] : [];
  return [...new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', ...own, ...(method === 'PUT' ? ['PUT'] : [])])];
}

interface WriteVisit {
  readonly id: string | undefined;
  readonly known: JsonObject | undefined;
  readonly send: (status: number, body?: Json, headers?: Record<string, string>) => void;
}

function write(
  form: BodyForm,
  desks: Map<string, JsonObject>,
  { request, text }: Visit,
  { id, known, send }: WriteVisit,
): unknown {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return send(415, { message: 'send JSON' });
  const content = parse(text);
  if (content === undefined) return send(400, { message: 'not JSON' });
  const body = form.isList && Array.isArray(content) ? (content as Json[])[0] : content;
  if (form.isList && !(Array.isArray(content) && content.length === 1)) return send(422, { message: 'one at a time' });
  const flaw = findFlaw(form, body);
  if (flaw !== undefined || !isObject(body)) return send(422, { message: flaw ?? 'not an object' });
  if (known && form.method === 'POST') return send(409, { message: 'the desk exists already' });
  const own = form.below === '/{id}' ? (id ?? '') : randomUUID();
  const added = form.isAdding && known ? Number(known.seats) : 0;
  const stored = { id: own, label: body.label ?? null, seats: Number(body.seats) + added, note: body.note ?? null };
  desks.set(own, stored);
  const path = `${getRoot(form)}/${own}`;
  const shown = showCreated(form, stored, path);
  const headers =
    form.named === undefined || form.named === 'location'
      ? { location: form.isLost ? `${path}-lost` : path }
      : undefined;
  return send(known ? 200 : 201, form.isList ? [shown] : shown, headers);
}

/** A response to a creation, with the address where the form says. */
function showCreated({ named = 'body' }: BodyForm, stored: JsonObject, path: string): JsonObject {
  const { id, ...rest } = stored;
  if (named === 'body') return stored;
  return named === 'link' ? { ...rest, links: { self: path } } : rest;
}

function findFlaw({ isStrict }: BodyForm, body: Json | undefined): string | undefined {
  if (!isObject(body)) return 'not an object';
  const { label, seats, note, ...others } = body;
  const unknown = Object.keys(others).filter((name) => name !== 'id' || isStrict);
  if (unknown.length > 0 && isStrict) return `Unexpected parameters: ${unknown.join(', ')}`;
  if (label === undefined) return 'label is required';
  if (seats === undefined) return 'seats is required';
  if (typeof label !== 'string' || [...label].length < 1 || [...label].length > 60)
    return 'label must be a string of 1 to 60 characters';
  if (!Number.isInteger(seats) || Number(seats) < 0 || Number(seats) > 40)
    return 'seats must be an integer between 0 and 40';
  const isNote = note === undefined || note === null || (typeof note === 'string' && [...note].length <= 100);
  return isNote ? undefined : 'note must be a string of at most 100 characters';
}

/** A path that cannot be decoded leads nowhere. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const content = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });

function createDocument(form: BodyForm): JsonObject {
  const root = form.isNested ? '/sites/{siteId}/floors/{floorId}/desks' : '/desks';
  const creation = {
    requestBody: content(form.isList ? { type: 'array', items: service } : service),
    responses: { 200: { description: 'Replaced.' }, 201: { description: 'Created.' } },
  };
  const item = {
    get: { responses: { 200: { description: 'A desk.', ...content(service) } } },
    delete: { responses: { 204: { description: 'Removed.' } } },
    ...(form.method === 'PUT' || form.below === '/{id}' ? { [form.method.toLowerCase()]: creation } : {}),
  };
  const list = {
    get: { responses: { 200: { description: 'The desks.', ...content({ type: 'array', items: service }) } } },
  };
  const isOnList = form.below === undefined;
  const entry = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const read = (schema: Json) => ({ get: { responses: { 200: { description: 'Found.', ...content(schema) } } } });
  const above = {
    '/sites': read({ type: 'array', items: entry }),
    '/sites/{siteId}': read(entry),
    '/sites/{siteId}/floors': read({ type: 'array', items: entry }),
    '/sites/{siteId}/floors/{floorId}': read(entry),
  };
  const paths: Readonly<Record<string, JsonObject>> = {
    ...(form.isNested ? above : {}),
    [root]: { ...list, ...(isOnList ? { post: creation } : {}) },
    [`${root}/{deskId}`]: item,
    ...(form.below === '/new' || form.below === '/bulk' ? { [`${root}${form.below}`]: { post: creation } } : {}),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Desks', version: '1' },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [path, addParameters(path, operations)]),
    ),
  };
}

const addParameters = (path: string, operations: JsonObject): JsonObject => ({
  parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...operations,
});
