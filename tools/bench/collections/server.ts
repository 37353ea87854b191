import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLargeDocument } from '../large-document.js';

/** A correct service with so many collections, in a process of its own. */
const document = createLargeDocument(Number(process.argv[2]), () => false);

interface Thing {
  readonly id: string;
  readonly [member: string]: unknown;
}

const stores = new Map<string, Map<string, Thing>>(
  Object.keys(document.paths as object).flatMap((path) => (path.includes('{') ? [] : [[path, new Map()]])),
);
const text = JSON.stringify(document);

/** A response: status, content as JSON or text, and further fields. */
interface Answer {
  readonly status: number;
  readonly content?: unknown;
  readonly fields?: Readonly<Record<string, string>>;
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  send(response, request.method === 'HEAD', answer(request, body));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit(0));

function send(response: ServerResponse, isHead: boolean, { status, content, fields = {} }: Answer): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { ...(content !== undefined && { 'content-type': type }), ...fields });
  response.end(isHead || content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content));
}

function answer({ method = '', url = '' }: IncomingMessage, body: string): Answer {
  const [, name = '', id, ...rest] = (url.split('?')[0] ?? '').split('/');
  const store = stores.get(`/${name}`);
  const kind = method === 'HEAD' ? 'GET' : method;
  if (name === 'openapi.json') return { status: 200, content: text };
  if (store === undefined || rest.length > 0) return refuse(404);
  return id === undefined ? answerForList(store, name, kind, body) : answerForItem(store, id, kind, body);
}

const refuse = (status: number, fields = {}): Answer => ({
  status,
  content: { type: 'about:blank', title: 'Refused', status },
  fields,
});

function answerForList(store: Map<string, Thing>, name: string, method: string, body: string): Answer {
  if (method === 'GET') return { status: 200, content: { items: [...store.values()] } };
  if (method !== 'POST') return refuse(405, { allow: 'GET, HEAD, POST' });
  const sent = parse(body);
  if (sent === undefined) return refuse(422);
  const thing = { ...sent, id: randomUUID(), createdAt: new Date().toISOString() };
  store.set(thing.id, thing);
  return { status: 201, content: thing, fields: { location: `/${name}/${thing.id}` } };
}

function answerForItem(store: Map<string, Thing>, id: string, method: string, body: string): Answer {
  if (!['GET', 'PUT', 'DELETE'].includes(method)) return refuse(405, { allow: 'GET, HEAD, PUT, DELETE' });
  const known = store.get(id);
  if (known === undefined) return refuse(404);
  if (method === 'GET') return { status: 200, content: known };
  if (method === 'DELETE') {
    store.delete(id);
    return { status: 204 };
  }
  const sent = parse(body);
  if (sent === undefined) return refuse(422);
  const thing = { ...sent, id, createdAt: known.createdAt };
  store.set(id, thing);
  return { status: 200, content: thing };
}

/** The members that the schema describes, if they are as it says. */
function parse(body: string): Record<string, unknown> | undefined {
  try {
    const { name, size, kind, tags } = JSON.parse(body) as Record<string, unknown>;
    const isNamed = typeof name === 'string' && name.length >= 1 && name.length <= 100;
    const isSized = size === undefined || (Number.isInteger(size) && Number(size) >= 0 && Number(size) <= 1000);
    const isKind = kind === undefined || ['small', 'large', 'other'].includes(kind as string);
    const isTagged = tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'));
    return isNamed && isSized && isKind && isTagged ? { name, size, kind, tags } : undefined;
  } catch {
    return undefined;
  }
}
