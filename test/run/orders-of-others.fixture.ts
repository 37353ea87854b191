import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { audit } from '../../src/audit.js';
import { clock, pause } from '../../src/model/clock.js';
import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { type ScriptedService, serveListener } from '../support/scripted-service.fixture.js';
import { createTemporaryFolder } from '../support/temporary-folder.fixture.js';

/** An order; those of others have ids that begin with `x`. */
export interface Order {
  readonly id: string;
  name: string;
  note: string;
  size: number;
  state: string;
  isDefault: boolean;
  until?: string;
}

/** What a service stores. Lines are below orders; what has no order any more is an archive. */
export interface Store {
  readonly orders: Map<string, Order>;
  readonly lines: Map<string, Map<string, JsonObject>>;
  readonly log: JsonObject[];
  /** What the list had, and until when, as long as it lags. */
  readonly past: { readonly until: number; readonly orders: readonly Order[] }[];
}

/** A request as it arrived. */
export interface Visit {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly text: string;
  /** Undefined where the content is no JSON. */
  readonly body: Json | undefined;
  /** The status with which it is answered, for what happens after it. */
  readonly status?: number;
}

/** What a service does besides what it is asked for. */
export interface Behavior {
  /** Before a request is answered. A returned status is the answer. */
  readonly before?: (visit: Visit, store: Store) => number | undefined;
  /** After it was answered. */
  readonly after?: (visit: Visit & { readonly status: number }, store: Store) => void;
  /** Finds an order that no list shows. */
  readonly findArchived?: (id: string) => Order | undefined;
  /** Whether entries of the list show the name alone. */
  readonly isSummary?: boolean;
  /** Whether the service stops at a request, and is started again a moment later. */
  readonly stops?: (visit: Visit, store: Store) => boolean;
  /** How long the list shows orders that are gone, and not those that are new, in milliseconds. */
  readonly listLagMs?: number;
  /** Whether POST takes an id, as the document describes, and replaces what has it. */
  readonly takesId?: boolean;
  /** Whether the document describes a list as the content of POST. */
  readonly takesList?: boolean;
}

/** A running service with the orders of others. */
export interface OthersService extends ScriptedService {
  readonly store: Store;
  /** The orders and lines of others that are there, as they were. */
  countIntact(): number;
}

/** The number of orders and lines of others. */
export const countOfOthers = 12;

const isOthers = (id: string): boolean => id.startsWith('x');

/** Serves orders, four of them of other clients, each with two lines. */
export async function serveOrders(behavior: Behavior): Promise<OthersService> {
  const store: Store = { orders: new Map(), lines: new Map(), log: [], past: [] };
  for (const [i, name] of ['Ada', 'Grace', 'Edsger', 'Barbara'].entries()) {
    const id = `x${i}q7`;
    store.orders.set(id, { id, name, note: `note ${i}`, size: 50, state: 'open', isDefault: i === 0 });
    store.lines.set(
      id,
      new Map(['a', 'b'].map((line) => [`x${line}${i}`, { id: `x${line}${i}`, text: `line ${line}` }])),
    );
  }
  const serialize = ({ id, name, note, state }: Order) => [id, JSON.stringify([name, note, state])] as const;
  const first = new Map([...store.orders.values()].map(serialize));
  const served = await serveListener((request, response) => void answer(request, response, store, behavior));
  return {
    ...served,
    store,
    countIntact() {
      const orders = [...store.orders.values()].map(serialize).filter(([id, text]) => first.get(id) === text);
      return orders.length + [...store.lines.values()].flatMap((lines) => [...lines.keys()]).filter(isOthers).length;
    },
  };
}

let lastId = 0;

async function answer(request: IncomingMessage, response: ServerResponse, store: Store, behavior: Behavior) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  const text = Buffer.concat(chunks).toString();
  const visit: Visit = { method: request.method ?? '', path: pathname, query: searchParams, text, body: parse(text) };
  if (behavior.stops?.(visit, store)) return startAgain(request);
  const listed = [...store.orders.values()];
  const status = behavior.before?.(visit, store);
  const reply: Reply = status === undefined ? respond(visit, store, behavior) : { status, json: {} };
  behavior.after?.({ ...visit, status: reply.status }, store);
  const now = [...store.orders.values()];
  if (now.length !== listed.length) store.past.push({ until: clock.now(), orders: listed });
  const content = 'json' in reply && visit.method !== 'HEAD' ? JSON.stringify(reply.json) : undefined;
  response.writeHead(reply.status, {
    ...('json' in reply && { 'content-type': 'application/json' }),
    ...reply.headers,
  });
  response.end(content);
}

/** Closes the port, and opens it again a second later. */
function startAgain({ socket }: IncomingMessage): void {
  const { server } = socket as unknown as { readonly server: Server };
  const { port } = server.address() as AddressInfo;
  server.close(() => void pause(1_000).then(() => server.listen(port, '127.0.0.1')));
  server.closeAllConnections();
}

interface Reply {
  readonly status: number;
  readonly json?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

function respond(visit: Visit, store: Store, behavior: Behavior): Reply {
  const { findArchived } = behavior;
  const { method, path } = visit;
  if (path === '/openapi.json') return { status: 200, json: describeOrders(behavior) };
  const [root, id = '', below, lineId] = path.split('/').slice(1).map(decode);
  if (root === 'log' && id === '') return method === 'GET' ? { status: 200, json: store.log.slice(-5) } : refuse('GET');
  if (root !== 'orders') return { status: 404, json: { error: 'no such path' } };
  if (id === '') return answerList(visit, store, behavior);
  const order = store.orders.get(id) ?? findArchived?.(id);
  if (order === undefined) return { status: 404, json: { error: 'no such order' } };
  if (below === undefined) return answerOrder(visit, store, order);
  if (below === 'approval' && lineId === undefined) {
    if (method !== 'POST') return refuse('POST');
    if (order.state === 'approved') return { status: 409, json: { error: 'it is approved' } };
    order.state = 'approved';
    return { status: 201, json: { id: `a${order.id}` } };
  }
  return below === 'lines'
    ? answerLines(visit, store, order, lineId)
    : { status: 404, json: { error: 'no such path' } };
}

function answerList({ method, body }: Visit, { orders, lines, past }: Store, behavior: Behavior): Reply {
  const { isSummary, takesList = false, listLagMs = 0 } = behavior;
  const shown = past.find(({ until }) => until > clock.now() - listLagMs)?.orders ?? [...orders.values()];
  const show = ({ id, name, ...more }: Order): JsonObject => ({ id, name, ...(isSummary !== true && more) });
  if (method === 'GET' || method === 'HEAD')
    return { status: 200, json: shown.filter(({ state }) => state !== 'deleted').map(show) };
  if (method !== 'POST') return refuse('GET, HEAD, POST');
  if (body === undefined) return { status: 400, json: { error: 'no JSON' } };
  const content = takesList && Array.isArray(body) ? body[0] : body;
  if (!isValid(content, true)) return { status: 422, json: { error: 'not valid' } };
  const order = { ...createOrder(content), ...(behavior.takesId && { id: String(content.id) }) };
  orders.set(order.id, order);
  lines.set(order.id, new Map());
  return { status: 201, headers: { location: `/orders/${order.id}` }, json: order as unknown as Json };
}

/** Creates an order that is not stored yet. */
export function createOrder({ name = '', note = '', size = 0 }: JsonObject): Order {
  lastId += 1;
  return {
    ...{ id: `n${lastId}q`, name: String(name), note: String(note), size: Number(size) },
    ...{ state: 'open', isDefault: false },
  };
}

function answerOrder({ method, body }: Visit, { orders, lines }: Store, order: Order): Reply {
  if (method === 'GET' || method === 'HEAD') return { status: 200, json: order as unknown as Json };
  if (method === 'DELETE') {
    orders.delete(order.id);
    lines.delete(order.id);
    return { status: 204 };
  }
  if (method !== 'PUT' && method !== 'PATCH') return refuse('GET, HEAD, PUT, PATCH, DELETE');
  if (body === undefined) return { status: 400, json: { error: 'no JSON' } };
  if (!isValid(body, method === 'PUT')) return { status: 422, json: { error: 'not valid' } };
  const { name = order.name, note, size } = body;
  const [kept, other] = method === 'PUT' ? ['', 0] : [order.note, order.size];
  Object.assign(order, { name, note: note ?? kept, size: size ?? other });
  return { status: 200, json: order as unknown as Json };
}

function answerLines({ method, body }: Visit, { lines }: Store, order: Order, lineId: string | undefined): Reply {
  const own = lines.get(order.id) ?? new Map<string, JsonObject>();
  if (lineId === undefined) {
    if (method === 'GET' || method === 'HEAD') return { status: 200, json: [...own.values()] };
    if (method !== 'POST') return refuse('GET, HEAD, POST');
    if (body === undefined) return { status: 400, json: { error: 'no JSON' } };
    if (!isObject(body) || typeof body.text !== 'string' || body.text === '' || body.text.length > 60)
      return { status: 422, json: { error: 'not valid' } };
    lastId += 1;
    const line = { id: `n${lastId}l`, text: body.text };
    own.set(line.id, line);
    return { status: 201, headers: { location: `/orders/${order.id}/lines/${line.id}` }, json: line };
  }
  const line = own.get(lineId);
  if (line === undefined) return { status: 404, json: { error: 'no such line' } };
  if (method === 'GET' || method === 'HEAD') return { status: 200, json: line };
  if (method !== 'DELETE') return refuse('GET, HEAD, DELETE');
  own.delete(lineId);
  return { status: 204 };
}

const refuse = (allow: string): Reply => ({ status: 405, headers: { allow }, json: { error: 'not supported' } });

const isText = (value: Json | undefined, least: number): boolean =>
  value === undefined || (typeof value === 'string' && value.length >= least && value.length <= 60);

const isValid = (body: Json | undefined, isWhole: boolean): body is JsonObject =>
  isObject(body) &&
  (!isWhole || body.name !== undefined) &&
  isText(body.name, 1) &&
  isText(body.note, 0) &&
  (body.size === undefined || (Number.isInteger(body.size) && Number(body.size) >= 0 && Number(body.size) <= 1_000));

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '?';
  }
}

const content = (schema: Json) => ({ 'application/json': { schema } });
const answers = (...all: readonly (readonly [number, Json?])[]): Json =>
  Object.fromEntries(
    all.map(([status, schema]) => [
      status,
      { description: 'an answer', ...(schema !== undefined && { content: content(schema) }) },
    ]),
  );
const parameter = (name: string): Json => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** An honest document. */
function describeOrders({ takesList, takesId }: Behavior): Json {
  const text: Json = { type: 'string', maxLength: 60 };
  const written: JsonObject = {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    note: text,
    size: { type: 'integer', minimum: 0, maximum: 1_000 },
  };
  const id: JsonObject = takesId ? { id: { type: 'string', pattern: '^x[0-9]q7$' } } : {};
  const order: Json = { type: 'object', required: ['name', ...Object.keys(id)], properties: { ...id, ...written } };
  const shown: Json = {
    type: 'object',
    properties: { id: text, ...written, state: { type: 'string' }, isDefault: { type: 'boolean' } },
  };
  const line: Json = { type: 'object', properties: { id: text, text } };
  const newLine: Json = {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', minLength: 1, maxLength: 60 } },
  };
  const body = (schema: Json): Json => ({ required: true, content: content(schema) });
  return {
    openapi: '3.1.0',
    info: { title: 'orders', version: '1' },
    paths: {
      '/log': { get: { responses: answers([200, { type: 'array', items: { type: 'object' } }]) } },
      '/orders': {
        get: { responses: answers([200, { type: 'array', items: shown }]) },
        post: {
          requestBody: body(takesList ? { type: 'array', items: order } : order),
          responses: answers([201, shown], [204], [400], [422]),
        },
        // The plan leaves it out: it removes many items at once.
        delete: { responses: answers([204]) },
      },
      '/orders/{id}': {
        parameters: [parameter('id')],
        get: { responses: answers([200, shown], [404]) },
        // The plan leaves it out: it may be a partial update.
        post: { requestBody: body(order), responses: answers([200, shown], [405]) },
        put: { requestBody: body(order), responses: answers([200, shown], [400], [404], [422]) },
        patch: {
          requestBody: {
            required: true,
            content: { 'application/merge-patch+json': { schema: { type: 'object', properties: written } } },
          },
          responses: answers([200, shown], [400], [404], [422]),
        },
        delete: { responses: answers([204], [404]) },
      },
      '/orders/{id}/approval': {
        parameters: [parameter('id')],
        post: {
          requestBody: { content: content({ type: 'object' }) },
          responses: answers([201, { type: 'object' }], [409]),
        },
      },
      '/orders/{id}/lines': {
        parameters: [parameter('id')],
        get: { responses: answers([200, { type: 'array', items: line }]) },
        post: { requestBody: body(newLine), responses: answers([201, line], [400], [422]) },
      },
      '/orders/{id}/lines/{line}': {
        parameters: [parameter('id'), parameter('line')],
        get: { responses: answers([200, line], [404]) },
        delete: { responses: answers([204], [404]) },
      },
    },
  };
}

/** How a service is audited. */
export interface OthersAudit {
  readonly seed?: number;
  readonly only?: readonly string[];
  /** What the audit knows of the service. */
  readonly mode?: 'document' | 'collection' | 'url';
  readonly cases?: number;
  readonly permit?: 'reads' | 'writes' | 'deletes';
}

/** Audits a service, with the files of the run in a folder of its own. */
export async function auditOrders(
  { baseUrl }: ScriptedService,
  { seed = 1, only = [], mode = 'document', cases = 2, permit }: OthersAudit = {},
): Promise<Report & { readonly stateFolder: string }> {
  const stateFolder = createTemporaryFolder();
  const profile = await loadProfile({
    ...{ baseUrl, cwd: '/', env: {}, only: [...only], cases },
    ...(mode === 'document' && { openapi: `${baseUrl}/openapi.json` }),
    ...(mode === 'collection' && { collections: ['/orders'] }),
    ...(permit && { permit }),
  });
  return { ...(await audit(profile, { seed, stateFolder })), stateFolder };
}

/** Another client that uses its own orders while requests arrive, at most one for so many milliseconds. */
export function createOtherClient(everyMs = 30): NonNullable<Behavior['before']> {
  const own: string[] = [];
  let last = clock.now();
  let turn = 0;
  onTestFinished(() => void own.splice(0));
  return (_, { orders, lines }) => {
    const due = Math.min(8, Math.floor((clock.now() - last) / everyMs));
    if (due > 0) last = clock.now();
    for (let i = 0; i < due; i += 1) {
      turn += 1;
      const known = orders.get(own[turn % Math.max(1, own.length)] ?? '');
      if (known === undefined || turn % 3 === 0) {
        const order = createOrder({ name: `client ${turn}`, note: 'another client' });
        orders.set(order.id, order);
        lines.set(order.id, new Map());
        own.push(order.id);
      } else if (turn % 3 === 1) known.name = `changed ${turn}`;
      if (own.length > 12) orders.delete(own.shift() ?? '');
    }
    return undefined;
  };
}
