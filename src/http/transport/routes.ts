import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Pool } from 'undici';
import type { Certificate, Proxies, ProxyAddress, TlsOptions } from '../../model/access.js';
import { revealText } from '../../model/secret.js';
import { chooseProxy } from './choose-proxy.js';
import { createPool } from './create-pool.js';
import { openTunnel } from './proxy-tunnel.js';

/** Options of connections. */
export interface ConnectionOptions {
  readonly tls?: TlsOptions;
  readonly proxies?: Proxies;
  readonly connections?: number;
}

/** The route to one origin. */
export interface Route {
  readonly pool: Pool;
  /** The authority, as in the Host field. */
  readonly host: string;
  /** Prefix of the target in the request line: the origin for a forwarding proxy (RFC 9112 §3.2.2), otherwise empty. */
  readonly ahead: string;
  /** Fields that a forwarding proxy requires. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Opens a new connection that is ready for writing. */
  open(): Promise<Socket>;
}

/** Routes to origins, each created once. */
export interface Routes {
  to(origin: URL, certificate?: Certificate): Route;
  close(): Promise<void>;
}

/** Creates routes without opening connections. */
export function createRoutes(wiring: ConnectionOptions): Routes {
  const known = new Map<Certificate | undefined, Map<string, Route>>();
  // Most requests use the same route as the one before.
  let latest: { readonly origin: URL; readonly certificate: Certificate | undefined; readonly way: Route } | undefined;
  return {
    to(origin, certificate) {
      if (latest?.origin === origin && latest.certificate === certificate) return latest.way;
      const ways = known.get(certificate) ?? new Map<string, Route>();
      const way = ways.get(origin.origin) ?? createRoute(origin, wiring, certificate);
      known.set(certificate, ways.set(origin.origin, way));
      latest = { origin, certificate, way };
      return way;
    },
    async close() {
      const ways = [...known.values()].flatMap((some) => [...some.values()]);
      await Promise.all(ways.map(({ pool }) => pool.close()));
    },
  };
}

function createRoute(origin: URL, wiring: ConnectionOptions, certificate: Certificate | undefined): Route {
  const proxy = chooseProxy(origin, wiring.proxies);
  const options = {
    connections: wiring.connections ?? 16,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 65536,
  };
  const straight = { host: origin.host, ahead: '', fields: undefined };
  if (origin.protocol === 'https:') {
    const trust = buildTrust(wiring.tls ?? {}, certificate);
    const open = () => openSecureSocket(origin, trust, proxy);
    const connect: Pool.Options['connect'] =
      proxy === undefined
        ? trust
        : (_, callback) =>
            void open().then(
              (socket) => callback(null, socket),
              (error: Error) => callback(error, null),
            );
    return { ...straight, pool: createPool(origin.origin, { ...options, connect }), open };
  }
  const first = proxy === undefined ? origin : new URL(proxy.url);
  const pool = createPool(first.origin, options);
  const open = () => openSocket(first);
  if (proxy === undefined) return { ...straight, pool, open };
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

interface TlsTrust {
  readonly secureContext?: SecureContext;
  readonly rejectUnauthorized?: boolean;
}

/** Parsing many authorities takes time, so it is done once for a route, on first use. */
function buildTrust({ ca, isInsecure, ...usual }: TlsOptions, certificate: Certificate | undefined): TlsTrust {
  const { cert, key, pfx, passphrase } = certificate ?? usual;
  const context = {
    ...(ca && { ca: [...rootCertificates, ...ca] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key: revealText(key) }),
    ...(pfx !== undefined && { pfx: Buffer.from(revealText(pfx), 'base64') }),
    ...(passphrase !== undefined && { passphrase: revealText(passphrase) }),
  };
  return {
    ...(Object.keys(context).length > 0 && { secureContext: createSecureContext(context) }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
}

async function openSecureSocket(origin: URL, trust: TlsTrust, proxy: ProxyAddress | undefined): Promise<Socket> {
  const host = getHost(origin);
  const through = proxy && (await openTunnel(`${host}:${origin.port || 443}`, proxy));
  const address = through ? { socket: through } : { host, port: Number(origin.port || 443) };
  const socket = connectTls({ ...address, ...trust, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] });
  return awaitReady(socket, 'secureConnect');
}

const openSocket = (origin: URL): Promise<Socket> =>
  origin.protocol === 'https:'
    ? openSecureSocket(origin, {}, undefined)
    : awaitReady(connectPlain({ host: getHost(origin), port: Number(origin.port || 80) }), 'connect');

/** Waits until a socket is ready for writing. */
const awaitReady = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(event, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');
