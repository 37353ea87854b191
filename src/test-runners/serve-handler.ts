import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import type { WebHandler } from './handler-type.js';
import { createWebListener } from './web-listener.js';

/** A server to audit: a URL, a Node server, a request handler, or an object with a URL and a close function. */
export type Served =
  | string
  | URL
  | Server
  | RequestListener
  | WebHandler
  | { readonly fetch: WebHandler }
  | { readonly url: string | URL; readonly close?: () => unknown };

/** A server that accepts requests. */
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
