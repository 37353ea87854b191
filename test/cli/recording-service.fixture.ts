import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A little service with a document that asks for a token, and what was asked of it. */
export interface RecordingService {
  readonly url: string;
  /** Methods of all requests so far, each once. */
  methods(): string[];
}

const reference = { $ref: '#/components/schemas/Thing' };
const createJsonContent = (schema: object) => ({ content: { 'application/json': { schema } } });
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Things: "all" of them', version: '1' },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'integer' }, title: { type: 'string' } },
        required: ['id', 'title'],
      },
    },
  },
  paths: {
    '/things': {
      get: { responses: { 200: { description: 'All.', ...createJsonContent({ type: 'array', items: reference }) } } },
      post: {
        requestBody: createJsonContent(reference),
        responses: { 201: { description: 'Made.', ...createJsonContent(reference) } },
      },
    },
    '/things/{id}': {
      parameters: [idParameter],
      get: { responses: { 200: { description: 'One.', ...createJsonContent(reference) } } },
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
  },
};

const responses: Readonly<Record<string, unknown>> = {
  '/openapi.json': document,
  '/things': [{ id: 1, title: 'First' }],
  '/things/1': { id: 1, title: 'First' },
};

/** Starts the little service on a free port of the loopback; it is closed when the test is over. */
export async function startRecordingService({ isDocumented = true } = {}): Promise<RecordingService> {
  const methods = new Set<string>();
  const server = createServer(({ method = '', url = '' }, response) => {
    methods.add(method);
    const path = url.split('?')[0] ?? '';
    const answer = isDocumented || path !== '/openapi.json' ? responses[path] : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { title: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, methods: () => [...methods].sort() };
}

/** Methods that change nothing. */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
