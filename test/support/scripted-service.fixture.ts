import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type OpenClient, openClient } from '../../src/http/client.js';
import { clock } from '../../src/model/clock.js';
import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import type { DeclaredService } from '../../src/model/service/declared-service.js';
import type { Survey } from '../../src/model/service/survey.js';
import { survey } from '../../src/survey/survey.js';

/** An answer of the ground: JSON with status 200, or all of it by hand. */
export type ScriptedReply =
  | Json
  | { readonly raw: string; readonly status?: number; readonly headers?: Record<string, string> };

/** A service on loopback with a client on it. */
export interface ScriptedService {
  readonly baseUrl: string;
  readonly client: OpenClient;
  /** Requests so far, as `GET /orders`. */
  readonly asked: readonly string[];
}

/** Serves a listener on a free port until the test is over. */
export async function serveListener(listener: RequestListener, base = ''): Promise<ScriptedService> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(clock.epochMs()).toUTCString());
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  const baseUrl = `${await listenOnFreePort(server)}${base}`;
  const client = openClient({ baseUrl });
  onTestFinished(async () => {
    await client.close();
    await new Promise((done) => server.close(done));
  });
  return { baseUrl, client, asked };
}

/** Waits until a server listens on a free port of the loopback; its origin. */
export const listenOnFreePort = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Serves fixed replies by `METHOD /path`; everything else is 404. `base` is the path of the base URL. */
export const serveReplies = (replies: Readonly<Record<string, ScriptedReply>>, base = ''): Promise<ScriptedService> =>
  serveListener((request, response) => {
    const reply = replies[`${request.method} ${request.url}`];
    const isByHand = typeof reply === 'object' && reply !== null && 'raw' in reply;
    const {
      raw,
      status = 200,
      headers = {},
    } = isByHand
      ? (reply as { raw: string; status?: number; headers?: Record<string, string> })
      : { raw: JSON.stringify(reply) };
    if (reply === undefined) return response.writeHead(404).end();
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(raw);
  }, base);

/** A client for a port without a server. */
export function createSilentService(): ScriptedService {
  const baseUrl = 'http://127.0.0.1:1';
  const client = openClient({ baseUrl });
  onTestFinished(() => client.close());
  return { baseUrl, client, asked: [] };
}

/** What is known of a service of which nothing is known. */
export const createDeclaredService = (baseUrl: string, more: Partial<DeclaredService> = {}): DeclaredService => ({
  baseUrl,
  permit: 'deletes',
  resources: [],
  volatile: [],
  consistency: {},
  identities: {},
  hasCredential: false,
  publicPaths: [],
  cache: {},
  ...more,
});

/** Surveys a service that serves this document, tells of the creations in it, and gives these replies beside it. */
export async function surveyDocument(
  document: JsonObject,
  replies: Readonly<Record<string, ScriptedReply>> = {},
  more: Partial<DeclaredService> = {},
): Promise<Survey> {
  const { baseUrl, client } = await serveReplies({
    'GET /openapi.json': document,
    ...buildOptionsReplies(document),
    ...replies,
  });
  return survey(createDeclaredService(baseUrl, more), client);
}

/** OPTIONS as a service answers it where something can be made. */
const buildOptionsReplies = ({ paths }: JsonObject): Record<string, ScriptedReply> =>
  Object.fromEntries(
    Object.entries(isObject(paths) ? paths : {})
      .filter(([, item]) => isObject(item) && (item.post !== undefined || item.$ref !== undefined))
      .map(([path]) => [`OPTIONS ${path}`, { raw: '', headers: { allow: 'GET, HEAD, POST' } }]),
  );

/** An OpenAPI document with these paths. */
export const createDocument = (paths: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, addPathParameters(path, item)])),
  ...more,
});

/** A path item that declares the parameters of its path. */
function addPathParameters(path: string, item: Json): Json {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  if (!isObject(item) || item.parameters !== undefined || names.length === 0) return item;
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: textSchema })), ...item };
}

/** Content of a JSON response or request. */
export const createJsonContent = (schema: Json, mediaType = 'application/json'): JsonObject => ({
  content: { [mediaType]: { schema } },
});

/** A GET with this JSON schema. */
export const createGet = (schema: Json, more: JsonObject = {}): JsonObject => ({
  ...more,
  responses: { 200: createJsonContent(schema) },
});

/** A POST with this JSON schema. */
export const createPost = (schema: Json, more: JsonObject = {}): JsonObject => ({
  requestBody: createJsonContent(schema),
  responses: { 201: {} },
  ...more,
});

/** An object schema with these members, all optional. */
export const createObjectSchema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

/** The schema of a text. */
export const textSchema: JsonObject = { type: 'string' };

/** The schema of an order. */
export const orderSchema = createObjectSchema({ id: textSchema, note: textSchema });

/** A list and an item path for orders. */
export const createOrderPaths = (more: JsonObject = {}, item: JsonObject = {}): JsonObject => ({
  '/orders': { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema), ...more },
  '/orders/{orderId}': { get: createGet(orderSchema), ...item },
});
