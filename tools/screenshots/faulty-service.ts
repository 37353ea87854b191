import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Note {
  readonly id: string;
  readonly text: string;
  views: number;
}

interface Collection {
  readonly isFaulty: boolean;
  readonly notes: Map<string, Note>;
  last: number;
}

/** A service for pictures, and how to stop it. */
export interface FaultyService {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a service of `count` collections of notes. Every tenth, or the only one, has five faults: it returns 500 for missing
 * notes and for malformed JSON, 200 for a creation, and its GET counts.
 */
export async function startFaultyService(count: number): Promise<FaultyService> {
  const names = Array.from({ length: count }, (_, index) => (count === 1 ? 'notes' : `notes-${index + 1}`));
  const collections = new Map<string, Collection>(
    names.map((name, index) => [
      name,
      {
        isFaulty: count === 1 || (index + 1) % 10 === 0,
        notes: new Map([['1', createNote('1', 'Buy milk')]]),
        last: 1,
      },
    ]),
  );
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, collections);
    send(response, status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

async function answer(request: IncomingMessage, collections: ReadonlyMap<string, Collection>): Promise<Answer> {
  const content = await readContent(request);
  const [, name = '', id] = (request.url ?? '').split(/[/?]/);
  if (name === 'openapi.json') return { status: 200, body: describe([...collections.keys()]) };
  const collection = collections.get(name);
  if (collection === undefined) return { status: 404, body: { error: 'no such page' } };
  if (id !== undefined) return answerItem(request.method, collection, id);
  return request.method === 'POST'
    ? create(collection, content)
    : { status: 200, body: [...collection.notes.values()] };
}

function answerItem(method: string | undefined, { isFaulty, notes }: Collection, id: string): Answer {
  const note = notes.get(id);
  if (note === undefined)
    return isFaulty
      ? { status: 500, body: { error: 'undefined is not a note' } }
      : { status: 404, body: { error: 'no such note' } };
  if (method === 'DELETE') return { status: notes.delete(id) ? 204 : 404 };
  if (isFaulty) note.views += 1;
  return { status: 200, body: note };
}

function create(collection: Collection, content: string): Answer {
  const { isFaulty, notes } = collection;
  const text = readText(content);
  if (text === undefined) return { status: isFaulty ? 500 : 400, body: { error: 'unexpected token' } };
  collection.last += 1;
  const note = createNote(String(collection.last), text);
  notes.set(note.id, note);
  return { status: isFaulty ? 200 : 201, body: note };
}

const createNote = (id: string, text: string): Note => ({ id, text, views: 0 });

function readText(content: string): string | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : undefined;
  } catch {
    return undefined;
  }
}

async function readContent(request: IncomingMessage): Promise<string> {
  let content = '';
  for await (const chunk of request) content += chunk;
  return content;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** The document of the service. */
function describe(names: readonly string[]): object {
  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 40 } } };
  const content = { 'application/json': { schema } };
  const list = { 'application/json': { schema: { type: 'array', items: schema } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const respond = (status: number, shown?: object) => ({
    [status]: { description: '-', ...(shown && { content: shown }) },
  });
  const paths = names.flatMap((name) => [
    [
      `/${name}`,
      { get: { responses: respond(200, list) }, post: { requestBody: { content }, responses: respond(201, content) } },
    ],
    [`/${name}/{id}`, { parameters, get: { responses: respond(200, content) }, delete: { responses: respond(204) } }],
  ]);
  return { openapi: '3.1.0', info: { title: 'notes', version: '1.0.0' }, paths: Object.fromEntries(paths) };
}
