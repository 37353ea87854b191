import type { Socket } from 'node:net';
import type { Pool } from 'undici';
import type { Certificate, Proxies, ProxyAddress, TlsOptions } from '../../model/access.js';
import { revealText } from '../../model/secret.js';
import { createPool, type RequestPool } from './create-pool.js';
import { createHttp2Pool } from './http2-pool.js';
import { createTlsRoute, openPlainSocket, openSecureSocket } from './secure-socket.js';

export interface ConnectionOptions {
  readonly tls?: TlsOptions;
  readonly proxies?: Proxies;
  readonly connections?: number;
  /** Whether HTTP/2 is used where the server offers it in the TLS handshake. */
  readonly isHttp2?: boolean | undefined;
}

export interface Route {
  readonly pool: RequestPool;
  /** The authority, as in the Host field. */
  readonly host: string;
  /** Prefix of the target in the request line: the origin for a forwarding proxy (RFC 9112 §3.2.2), otherwise empty. */
  readonly ahead: string;
  /** Fields that a forwarding proxy requires. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Opens a new connection that is ready for writing. */
  open(): Promise<Socket>;
}

export type Routes = ReturnType<typeof createRoutes>;

/** Creates routes without opening connections. */
export function createRoutes(options: ConnectionOptions) {
  const known = new Map<Certificate | undefined, Map<string, Route>>();
  // Most requests use the same route as the one before.
  let latest:
    | { readonly origin: URL; readonly certificate: Certificate | undefined; readonly route: Route }
    | undefined;
  return {
    to(origin: URL, certificate?: Certificate) {
      if (latest?.origin === origin && latest.certificate === certificate) return latest.route;
      const routes = known.get(certificate) ?? new Map<string, Route>();
      const route = routes.get(origin.origin) ?? createRoute(origin, options, certificate);
      known.set(certificate, routes.set(origin.origin, route));
      latest = { origin, certificate, route };
      return route;
    },
    async close() {
      const routes = [...known.values()].flatMap((some) => [...some.values()]);
      await Promise.all(routes.map(({ pool }) => pool.close()));
    },
  };
}

function createRoute(origin: URL, options: ConnectionOptions, certificate: Certificate | undefined): Route {
  const proxy = chooseProxy(origin, options.proxies);
  const poolOptions = {
    connections: options.connections ?? 16,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 65536,
  };
  const direct = { host: origin.host, ahead: '', fields: undefined };
  if (origin.protocol === 'https:') {
    const tls = createTlsRoute(origin, options.tls ?? {}, certificate, proxy);
    const open = () => openSecureSocket(tls);
    const connect: Pool.Options['connect'] = (_, callback) =>
      void open().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    const pool = createPool(origin.origin, { ...poolOptions, connect });
    return { ...direct, pool: options.isHttp2 ? createHttp2Pool(tls, pool) : pool, open };
  }
  const first = proxy === undefined ? origin : new URL(proxy.url);
  const pool = createPool(first.origin, poolOptions);
  const open = (): Promise<Socket> =>
    first.protocol === 'https:'
      ? openSecureSocket(createTlsRoute(first, {}, undefined, undefined))
      : openPlainSocket(first);
  if (proxy === undefined) return { ...direct, pool, open };
  return {
    pool,
    open,
    host: origin.host,
    ahead: origin.origin,
    fields: { host: origin.host, ...buildProxyFields(proxy) },
  };
}

const buildProxyFields = ({ authorization }: ProxyAddress): Record<string, string> =>
  authorization === undefined ? {} : { 'proxy-authorization': revealText(authorization) };

export function chooseProxy(origin: URL, proxies: Proxies | undefined): ProxyAddress | undefined {
  if (proxies === undefined || proxies.except.some((entry) => isExcepted(entry, origin))) return undefined;
  return origin.protocol === 'https:' ? proxies.https : proxies.http;
}

function isExcepted(entry: string, origin: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const own = origin.port || (origin.protocol === 'https:' ? '443' : '80');
  if (name === '' || (port !== undefined && port !== own)) return false;
  return origin.hostname === name || origin.hostname.endsWith(`.${name}`);
}
