import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import type { WebHandler } from './handler-type.js';
import { listenerFor } from './web-listener.js';

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
export interface Serving {
  readonly url: string;
  /** Stops what was started or handed over; nothing for a mere address. */
  close(): Promise<void>;
}

/** Makes a server answer, on a free port of the loopback where it does not listen yet. Throws a TypeError for what is none. */
export async function serving(served: Served): Promise<Serving> {
  if (typeof served === 'string' || served instanceof URL) return handedOver({ url: served });
  if (isServer(served)) return listening(served);
  if (typeof served === 'function') return listening(createServer(listenerOf(served)));
  if (isObject(served) && 'url' in served) return handedOver(served);
  if (isObject(served) && 'fetch' in served) return listening(createServer(listenerFor((one) => served.fetch(one))));
  throw new TypeError('server gave none of a URL, a server, a request handler, { fetch }, and { url, close }');
}

/** A listener of Node takes a request and a response, a handler of the web platform a request alone. */
const listenerOf = (served: RequestListener | WebHandler): RequestListener =>
  served.length >= 2 ? (served as RequestListener) : listenerFor(served as WebHandler);

const isObject = (served: unknown): served is object => typeof served === 'object' && served !== null;

/** Servers of HTTP and of HTTPS have no class in common but that of sockets. */
const isServer = (served: unknown): served is Server => served instanceof SocketServer;

async function listening(server: Server): Promise<Serving> {
  if (!server.listening) await listen(server);
  // A file whose tests are all left out runs no hooks, and must come to its end as well.
  server.unref();
  return { url: urlOf(server), close: () => closed(server) };
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const isAny = address === '::' || address === '0.0.0.0';
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `${'setSecureContext' in server ? 'https' : 'http'}://${host}:${port}`;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const handedOver = (served: { readonly url: string | URL; readonly close?: () => unknown }): Serving => ({
  url: String(served.url),
  async close() {
    await served.close?.();
  },
});
