import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import type { WebHandler } from './handler-type.js';
import { createWebListener } from './web-listener.js';

/** What a server may be given as: an address, a server of Node, a handler of requests, or something with an address that can be closed. */
export type Served =
  | string
  | URL
  | Server
  | RequestListener
  | WebHandler
  | { readonly fetch: WebHandler }
  | { readonly url: string | URL; readonly close?: () => unknown };

/** A server that answers. */
export interface RunningServer {
  readonly url: string;
  /** Stops what was started or handed over; nothing for a mere address. */
  close(): Promise<void>;
}

/** Makes a server answer, on a free port of the loopback where it does not listen yet. Throws a TypeError for what is none. */
export async function startServer(served: Served): Promise<RunningServer> {
  if (typeof served === 'string' || served instanceof URL) return wrapAddress({ url: served });
  if (isServer(served)) return startListening(served);
  if (typeof served === 'function') return startListening(createServer(toListener(served)));
  if (isObject(served) && 'url' in served) return wrapAddress(served);
  if (isObject(served) && 'fetch' in served)
    return startListening(createServer(createWebListener((one) => served.fetch(one))));
  throw new TypeError('server gave none of a URL, a server, a request handler, { fetch }, and { url, close }');
}

/** A listener of Node takes a request and a response, a handler of the web platform a request alone. */
const toListener = (served: RequestListener | WebHandler): RequestListener =>
  served.length >= 2 ? (served as RequestListener) : createWebListener(served as WebHandler);

const isObject = (served: unknown): served is object => typeof served === 'object' && served !== null;

/** Servers of HTTP and of HTTPS have no class in common but that of sockets. */
const isServer = (served: unknown): served is Server => served instanceof SocketServer;

async function startListening(server: Server): Promise<RunningServer> {
  if (!server.listening) await listen(server);
  // A file whose tests are all left out runs no hooks, and must come to its end as well.
  server.unref();
  return { url: formatServerUrl(server), close: () => closeServer(server) };
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

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
