import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Certificate, ProxyAddress, TlsOptions } from '../../model/access.js';
import { revealText } from '../../model/secret.js';

/** Maximum time to open a tunnel, in milliseconds. */
const tunnelTimeoutMs = 10_000;

/** What all TLS connections of a route have in common. */
export interface TlsRoute {
  readonly origin: URL;
  readonly trust: { readonly secureContext?: SecureContext; readonly rejectUnauthorized?: boolean };
  readonly proxy: ProxyAddress | undefined;
  /** The latest session, which the next connection resumes (RFC 8446 §2.2), so that it needs no whole handshake. */
  session: Buffer | undefined;
}

/** Parsing many authorities takes time, so it is done once for a route. */
export function createTlsRoute(
  origin: URL,
  { ca, isInsecure, ...usual }: TlsOptions,
  certificate: Certificate | undefined,
  proxy: ProxyAddress | undefined,
): TlsRoute {
  const { cert, key, pfx, passphrase } = certificate ?? usual;
  const context = {
    ...(ca && { ca: [...rootCertificates, ...ca] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key: revealText(key) }),
    ...(pfx !== undefined && { pfx: Buffer.from(revealText(pfx), 'base64') }),
    ...(passphrase !== undefined && { passphrase: revealText(passphrase) }),
  };
  const trust = {
    ...(Object.keys(context).length > 0 && { secureContext: createSecureContext(context) }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
  return { origin, trust, proxy, session: undefined };
}

/** Opens a TLS connection that is ready for writing. The server chooses one of the protocols (RFC 7301). */
export async function openSecureSocket(route: TlsRoute, protocols: readonly string[] = ['http/1.1']) {
  const { origin, trust, proxy, session } = route;
  const host = getHost(origin);
  const through = proxy && (await openTunnel(`${host}:${origin.port || 443}`, proxy));
  const address = through ? { socket: through } : { host, port: Number(origin.port || 443) };
  const socket = connectTls({
    ...address,
    ...trust,
    servername: isIP(host) ? '' : host,
    ALPNProtocols: [...protocols],
    ...(session && { session }),
  });
  socket.on('session', (latest: Buffer) => {
    route.session = latest;
  });
  return awaitReady(socket, 'secureConnect');
}

/** Opens a plain connection that is ready for writing. */
export const openPlainSocket = (origin: URL): Promise<Socket> =>
  awaitReady(connectPlain({ host: getHost(origin), port: Number(origin.port || 80) }), 'connect');

/** Longest wait for a connection, in milliseconds: that of undici, which opens the plain ones. */
const connectTimeoutMs = 10_000;

/** Waits until a socket is ready for writing. */
const awaitReady = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.setTimeout(connectTimeoutMs, () =>
      socket.destroy(Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' })),
    );
    socket.once(event, () => {
      socket.off('error', reject);
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 60_000);
      resolve(socket);
    });
  });

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Opens a connection to `authority` through a proxy (RFC 9110 §9.3.6). Rejects when the proxy refuses. */
function openTunnel(authority: string, { url, authorization }: ProxyAddress): Promise<Socket> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  const secret = authorization === undefined ? undefined : revealText(authorization);
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'CONNECT',
      path: authority,
      agent: false,
      timeout: tunnelTimeoutMs,
      headers: { host: authority, ...(secret !== undefined && { 'proxy-authorization': secret }) },
    });
    asked.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new Error(`the proxy ${url} answered ${statusCode} to CONNECT ${authority}`));
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${tunnelTimeoutMs} ms`)));
    asked.once('error', (error) => reject(new Error(`the proxy ${url} failed: ${error.message}`)));
    asked.end();
  });
}
