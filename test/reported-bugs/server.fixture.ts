import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../../src/model/json.js';

/** A request as a handler sees it. */
export interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly headers: IncomingHttpHeaders;
}

/** What a handler answers; a body that is a text is sent as it is. */
export interface Answer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handlers by method and path template: `GET /orders/{id}`. */
export type Routes = Readonly<Record<string, (request: Request) => Answer | Promise<Answer>>>;

/** How a service answers. */
export interface Behaviour {
  readonly routes: Routes;
  /** What a body that is no JSON gets instead of 400. */
  readonly malformed?: Answer;
  /** What GET of an unknown path gets instead of 404. */
  readonly unknownPath?: Answer;
  /** Whether HEAD is not answered as GET is. */
  readonly isWithoutHead?: boolean;
}

/** A service with the bug of a public report, and the same service without it. */
export interface ReportedBug {
  /** The thread, and the day on which it was written. */
  readonly report: string;
  readonly date: string;
  /** What is wrong, as the page of reported bugs says it. */
  readonly kind: string;
  /** The rules whose promise it breaks. */
  readonly rules: readonly string[];
  /** Why no audit finds it: with the document, or where only the collections are named. */
  readonly missed?: { readonly document?: string; readonly collection?: string };
  /** The collections that an audit without the document names. */
  readonly collections: readonly string[];
  /** An OpenAPI document as the developers would have written it. */
  readonly document: JsonObject;
  readonly build: (isSound: boolean) => Behaviour;
}

/** Ends a request with a status. */
export class Fail extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

class Malformed extends Fail {}

/** Starts a service on a free port of loopback. With `isDocumented` it publishes its document. */
export async function serveBug(bug: ReportedBug, isSound: boolean, isDocumented = false) {
  const behaviour = bug.build(isSound);
  const document: Routes = isDocumented ? { 'GET /openapi.json': () => ({ status: 200, body: bug.document }) } : {};
  const routes = Object.entries({ ...behaviour.routes, ...document }).map(([name, handle]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, handle, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
  });

  const answer = async (request: IncomingMessage, text: string): Promise<Answer> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://any');
    const there = routes.filter(({ pattern }) => pattern.test(pathname));
    if (there.length === 0) {
      if (request.method === 'GET' && behaviour.unknownPath) return behaviour.unknownPath;
      throw new Fail(404, 'No such resource');
    }
    const isHead = request.method === 'HEAD' && !behaviour.isWithoutHead;
    const route = there.find(({ method }) => method === (isHead ? 'GET' : request.method));
    if (route === undefined) {
      const methods = there.flatMap(({ method }) =>
        method === 'GET' && !behaviour.isWithoutHead ? ['GET', 'HEAD'] : [method],
      );
      throw new Fail(405, 'Method not allowed', { allow: methods.join(', ') });
    }
    const params = readParams(route.pattern, pathname);
    const body = /^P/.test(request.method ?? '') ? readBody(request, text) : {};
    return route.handle({ params, query, body, headers: request.headers });
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
      reply(request, response, await answer(request, Buffer.concat(chunks).toString()));
    } catch (error) {
      if (error instanceof Malformed && behaviour.malformed) return reply(request, response, behaviour.malformed);
      const { status, headers } = error instanceof Fail ? error : new Fail(500, '');
      const message = error instanceof Fail ? error.message : 'Internal error';
      reply(request, response, { status, headers, body: { error: message } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readParams(pattern: RegExp, path: string): Record<string, string> {
  try {
    const groups = Object.entries(pattern.exec(path)?.groups ?? {});
    return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new Fail(404, 'No such resource');
  }
}

function readBody({ headers }: IncomingMessage, text: string): JsonObject {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) throw new Fail(415, 'Send JSON');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Malformed(400, 'Malformed JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Fail(422, 'Send an object');
  return body as JsonObject;
}

function reply({ method }: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...(content !== undefined && { 'content-type': 'application/json' }),
    ...(status !== 204 && status !== 304 && { 'content-length': Buffer.byteLength(content ?? '') }),
    ...headers,
  });
  response.end(method === 'HEAD' || status === 204 || status === 304 ? undefined : content);
}
