import { type JsonObject, setAtPointer } from '../../src/model/json.js';
import { serveListener } from '../support/scripted-service.fixture.js';

/** Names of members that every object inherits, and that JSON and documents may use. */
export const inheritedNames = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'] as const;

/** An object with one own member, whatever its name. */
export const buildObject = (name: string, value: JsonObject[string]): JsonObject => ({ [name]: value });

const text = { type: 'string', minLength: 1, maxLength: 60 };
const members = (required: readonly string[]) => ({
  type: 'object',
  required: ['title', ...required],
  properties: {
    ...(required.includes('id') && { id: { type: 'string' } }),
    title: text,
    ...Object.fromEntries(inheritedNames.map((name) => [name, text])),
  },
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const success = (schema: object) => ({ description: 'Success.', ...json(schema) });
const item = members(['id']);

const document = {
  openapi: '3.1.0',
  info: { title: 'Results', version: '1' },
  paths: {
    '/results': {
      get: { responses: { 200: success({ type: 'array', items: item }) } },
      post: {
        requestBody: { required: true, ...json(members([])) },
        responses: { 201: success(item), 400: { description: 'Invalid.' } },
      },
    },
    '/results/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: success(item), 404: { description: 'Missing.' } } },
      put: {
        requestBody: { required: true, ...json(members([])) },
        responses: { 200: success(item), 400: { description: 'Invalid.' }, 404: { description: 'Missing.' } },
      },
      patch: {
        requestBody: {
          required: true,
          content: { 'application/merge-patch+json': { schema: { ...members([]), required: [] } } },
        },
        responses: { 200: success(item), 400: { description: 'Invalid.' }, 404: { description: 'Missing.' } },
      },
      delete: { responses: { 204: { description: 'Gone.' }, 404: { description: 'Missing.' } } },
    },
  },
};

const own = (value: JsonObject, name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);

/** What the service takes of a body; undefined where it is invalid. */
function accept(body: unknown): JsonObject | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const given = ['title', ...inheritedNames].flatMap((name) => {
    const value = own(body as JsonObject, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isValid = given.every(([, value]) => typeof value === 'string' && value.length > 0 && value.length <= 60);
  return isValid ? Object.fromEntries(given) : undefined;
}

export interface InheritedNamesOptions {
  /** A member that PUT and PATCH do not change. */
  readonly lost?: string;
  readonly isUndocumented?: boolean;
}

/** Serves items with optional members that have these names. */
export async function serveInheritedNames({ lost, isUndocumented = false }: InheritedNamesOptions = {}) {
  const items = new Map<string, JsonObject>(
    inheritedNames.map((name, i) => [`x${i}`, { id: `x${i}`, title: 'of another client', ...buildObject(name, 'a') }]),
  );
  let last = 0;
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, body?: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', constructor: 'a', ...headers })
        .end(body === undefined ? undefined : JSON.stringify(body));
    if (url === '/openapi.json' && !isUndocumented) return answer(200, document);
    const id = /^\/results\/([^/?]+)$/.exec(url)?.[1] ?? '';
    const known = items.get(id);
    if (!/^\/results(\/|\?|$)/.test(url) || (id !== '' && !known)) return answer(404, { title: 'missing' });
    if (method === 'GET' || method === 'HEAD') return answer(200, known ?? [...items.values()]);
    if (method === 'DELETE' && known) return answer(items.delete(id) ? 204 : 404);
    if (!['POST', 'PUT', 'PATCH'].includes(method ?? '') || (known === undefined) !== (method === 'POST'))
      return answer(
        405,
        { title: 'not allowed' },
        { allow: known ? 'GET, HEAD, PUT, PATCH, DELETE' : 'GET, HEAD, POST' },
      );
    let content = '';
    for await (const chunk of request) content += chunk;
    let body: unknown;
    try {
      body = JSON.parse(content);
    } catch {
      return answer(400, { title: 'no JSON' });
    }
    const isPatch = method === 'PATCH' && typeof body === 'object' && body !== null && !Array.isArray(body);
    const removed = isPatch ? Object.keys(body as object).filter((name) => own(body as JsonObject, name) === null) : [];
    const merged = isPatch ? { ...known, ...(body as object) } : body;
    const wanted = removed.reduce<unknown>(
      (value, name) => setAtPointer(value as JsonObject, `/${name}`, undefined),
      merged,
    );
    const accepted = accept(wanted);
    if (accepted === undefined || own(accepted, 'title') === undefined) return answer(400, { title: 'invalid' });
    if (method === 'POST') last += 1;
    const stored = { ...accepted, id: known ? id : `k${last}` };
    const before = lost !== undefined && known ? own(known, lost) : undefined;
    const kept = before === undefined ? stored : { ...stored, ...buildObject(lost ?? '', before) };
    items.set(stored.id, kept);
    return known ? answer(200, kept) : answer(201, kept, { location: `/results/${stored.id}` });
  });
  return { baseUrl, items };
}
