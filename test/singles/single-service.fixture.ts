import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import { listenOnFreePort } from '../support/scripted-service.fixture.js';

/** A request to the service. */
export interface SingleRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
  readonly ifMatch: string | undefined;
}

/** What the service does in place of its usual answer; undefined for the usual one. */
export type SingleHook = (
  request: SingleRequest,
  state: SingleState,
) => { readonly status: number; readonly body?: Json } | 'hang' | undefined;

/** The contents of the single resources. */
export interface SingleState {
  settings: JsonObject;
  notice: JsonObject | undefined;
}

/** A service with `/settings` (GET, PUT) and `/notice` (GET, POST, DELETE). */
export interface SingleService {
  readonly url: string;
  readonly state: SingleState;
  readonly requests: readonly SingleRequest[];
  /** Most requests that were under way at once while the settings differed from those at the start. */
  readonly mostAtOnce: () => number;
}

/** The settings and the notice at the start. */
export const firstSettings: JsonObject = { theme: 'dark', pageSize: 20, updates: false };
export const firstNotice: JsonObject = { text: 'Closed on Monday' };

const settings: JsonObject = {
  type: 'object',
  required: ['theme', 'pageSize'],
  additionalProperties: false,
  properties: {
    theme: { type: 'string', enum: ['dark', 'light'] },
    pageSize: { type: 'integer', minimum: 1, maximum: 500 },
    updates: { type: 'boolean' },
  },
};
const notice: JsonObject = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 80 } },
};

/** Changes to the document. */
export interface DocumentChange {
  /** More members of the settings as PUT takes them. */
  readonly sent?: JsonObject;
  /** More members of the settings as GET shows them. */
  readonly shown?: JsonObject;
  readonly settingsPath?: string;
}

const createDocument = ({ sent = {}, shown = {}, settingsPath = '/settings' }: DocumentChange): JsonObject => {
  const content = (schema: JsonObject) => ({ 'application/json': { schema } });
  const extend = (more: JsonObject) => ({
    ...settings,
    properties: { ...(settings.properties as JsonObject), ...more },
  });
  const answers = (schema: JsonObject) => ({ 200: { description: 'OK', content: content(schema) } });
  const refused = { 400: { description: 'Not JSON' }, 422: { description: 'Invalid' } };
  const missing = { 404: { description: 'Not there' } };
  const body = (schema: JsonObject) => ({ requestBody: { required: true, content: content(schema) } });
  return {
    openapi: '3.1.0',
    info: { title: 'Single resources', version: '1' },
    paths: {
      [settingsPath]: {
        get: { responses: answers(extend(shown)) },
        put: { ...body(extend(sent)), responses: { 204: { description: 'Replaced' }, ...refused } },
      },
      '/notice': {
        get: { responses: { ...answers(notice), ...missing } },
        post: { ...body(notice), responses: { 201: { description: 'Created' }, ...refused } },
        delete: { responses: { 204: { description: 'Removed' }, ...missing } },
      },
    },
  };
};

/** Starts the service until the test is over. */
export async function startSingleService(
  hook: SingleHook = () => undefined,
  change: DocumentChange = {},
): Promise<SingleService> {
  const state: SingleState = { settings: firstSettings, notice: firstNotice };
  const requests: SingleRequest[] = [];
  const { settingsPath = '/settings' } = change;
  const document = createDocument(change);
  let [underWay, most] = [0, 0];
  const server = createServer(async (message, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    if (JSON.stringify(state.settings) !== JSON.stringify(firstSettings)) most = Math.max(most, underWay);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = message;
    const request = { method, path, body: parse(Buffer.concat(chunks).toString()), ifMatch: headers['if-match'] };
    requests.push(request);
    const answer = hook(request, state) ?? answerRequest(request, state, { document, settingsPath });
    if (answer === 'hang') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body === undefined || method === 'HEAD' ? undefined : JSON.stringify(answer.body));
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url, state, requests, mostAtOnce: () => most };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The usual answer. */
export function answerRequest(
  { method, path, body }: SingleRequest,
  state: SingleState,
  { document, settingsPath }: { readonly document: Json; readonly settingsPath: string },
): { readonly status: number; readonly body?: Json } {
  const isReading = method === 'GET' || method === 'HEAD';
  if (path === '/openapi.json') return { status: 200, body: document };
  if (path === settingsPath) {
    if (isReading) return { status: 200, body: state.settings };
    if (method !== 'PUT') return { status: 405 };
    if (!areSettings(body)) return { status: body === undefined ? 400 : 422 };
    state.settings = body;
    return { status: 204 };
  }
  if (path !== '/notice') return { status: 404 };
  if (method === 'POST') {
    if (!isNotice(body)) return { status: body === undefined ? 400 : 422 };
    state.notice = body;
    return { status: 201 };
  }
  if (!isReading && method !== 'DELETE') return { status: 405 };
  if (state.notice === undefined) return { status: 404 };
  if (isReading) return { status: 200, body: state.notice };
  state.notice = undefined;
  return { status: 204 };
}

function areSettings(body: Json | undefined): body is JsonObject {
  if (!isObject(body)) return false;
  const { theme, pageSize, updates = false, ...others } = body;
  const isSize = Number.isInteger(pageSize) && Number(pageSize) >= 1 && Number(pageSize) <= 500;
  return (
    /^(dark|light)$/.test(String(theme)) && isSize && typeof updates === 'boolean' && Object.keys(others).length === 0
  );
}

const isNotice = (body: Json | undefined): body is JsonObject =>
  isObject(body) && typeof body.text === 'string' && [...body.text].length >= 1 && [...body.text].length <= 80;
