import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { WebHandler } from './handler-type.js';

/** A server to audit: a URL, a Node server, a request handler, or an object with a URL and a close function. */
export type Served =
  | string
  | URL
  | Server
  | RequestListener
  | WebHandler
  | { readonly fetch: WebHandler }
  | { readonly url: string | URL; readonly close?: () => unknown };

export interface RunningServer {
  readonly url: string;
  /** Stops a server that was started or passed; does nothing for a URL. */
  close(): Promise<void>;
}

/** Starts a server on a free loopback port if it does not listen yet. Throws TypeError for other values. */
export async function startServer(served: Served): Promise<RunningServer> {
  if (typeof served === 'string' || served instanceof URL) return wrapAddress({ url: served });
  if (isServer(served)) return startListening(served);
  if (typeof served === 'function') return startListening(createServer(toListener(served)));
  if (isObject(served) && 'url' in served) return wrapAddress(served);
  if (isObject(served) && 'fetch' in served)
    return startListening(createServer(createWebListener((one) => served.fetch(one))));
  throw new TypeError('server must return a URL, a server, a request handler, { fetch }, or { url, close }');
}

/** A Node listener takes a request and a response, a web handler only a request. */
const toListener = (served: RequestListener | WebHandler): RequestListener =>
  served.length >= 2 ? (served as RequestListener) : createWebListener(served as WebHandler);

const isObject = (served: unknown): served is object => typeof served === 'object' && served !== null;

/** HTTP and HTTPS servers have no common class except that of sockets. */
const isServer = (served: unknown): served is Server => served instanceof SocketServer;

async function startListening(server: Server): Promise<RunningServer> {
  if (!server.listening) await listen(server);
  // If all tests of a file are skipped, hooks do not run, and the process must end anyway.
  server.unref();
  return { url: formatServerUrl(server), close: () => closeServer(server) };
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function formatServerUrl(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const isAny = address === '::' || address === '0.0.0.0';
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `${'setSecureContext' in server ? 'https' : 'http'}://${host}:${port}`;
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const wrapAddress = (served: { readonly url: string | URL; readonly close?: () => unknown }): RunningServer => ({
  url: String(served.url),
  async close() {
    await served.close?.();
  },
});

/** Converts a web handler to a Node listener. An exception of the handler is an internal error of the service. */
function createWebListener(handler: WebHandler): RequestListener {
  return (incoming, outgoing) => {
    answerRequest(handler, incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function answerRequest(handler: WebHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await handler(createRequest(incoming));
  outgoing.statusCode = response.status;
  if (response.statusText !== '') outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // Writes as fast as the response is read, and stops when the connection closes: some responses have no end.
  await pipeline(Readable.fromWeb(response.body as WebStream), outgoing);
}

function createRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const fields = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2)
    fields.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(resolveAddress(url, headers.host ?? '127.0.0.1'), {
    method,
    headers: fields,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}

/** A path can begin with two slashes without being a host; a request through a proxy has an absolute URL. */
const resolveAddress = (url: string, host: string): URL =>
  new URL(url.startsWith('/') ? `http://${host}${url}` : url, `http://${host}`);
