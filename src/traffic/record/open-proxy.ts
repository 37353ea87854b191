import {
  type Agent,
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestPlain,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Tape } from '../../http/tape.js';
import { createTlsRoute } from '../../http/transport/secure-socket.js';
import type { TlsOptions } from '../../model/access.js';
import { pause } from '../../model/clock.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { Forwarding, maxHeaderSize, type TrafficCounts } from './forward-exchange.js';
import { type ProxyError, renderRawProxyError } from './proxy-error.js';
import { selectEndToEnd } from './raw-fields.js';
import { createTrafficRecorder } from './traffic-recorder.js';

/** Milliseconds after which an idle connection to the target is closed: before a usual server closes it. */
const idleMs = 1_000;

/** Milliseconds after which an idle connection of a client is closed: long after a client does. */
const clientIdleMs = 75_000;

/** Milliseconds in which exchanges under way may end. */
const graceMs = 2_000;

export interface ProxyOptions {
  /** Base URL of the service. */
  readonly target: URL;
  /** Port of the loopback address; 0 for a free one. */
  readonly port: number;
  readonly tape: Tape;
  readonly tls?: TlsOptions;
  /** Milliseconds in which a response must begin. */
  readonly timeoutMs: number;
  /** Further names of header fields, parameters and members whose values are redacted. */
  readonly names?: readonly string[];
}

export interface RecordingProxy {
  readonly baseUrl: string;
  readonly counts: Readonly<TrafficCounts>;
  /** Ends all exchanges; when it resolves, they are on the tape. */
  close(): Promise<void>;
}

/** Starts a reverse proxy on the loopback address that records each exchange with one target. Throws UsageError. */
export async function openProxy({
  target,
  port,
  tape,
  tls = {},
  timeoutMs,
  names,
}: ProxyOptions): Promise<RecordingProxy> {
  const counts: TrafficCounts = { exchanges: 0, answered: 0, unanswered: 0, refused: 0, aborted: 0, broken: 0 };
  const recorder = createTrafficRecorder(tape, target.origin, names);
  const agent = createAgent(target, tls);
  const server = createServer({
    maxHeaderSize,
    requestTimeout: 0,
    keepAliveTimeout: clientIdleMs,
    requireHostHeader: false,
  });
  server.maxHeadersCount = 0;
  const origin = await listen(server, port, target);
  const open = new Set<Forwarding>();
  const options = {
    target,
    origin,
    agent,
    timeoutMs,
    counts,
    request: target.protocol === 'https:' ? requestSecure : requestPlain,
  };
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    counts.exchanges += 1;
    const { method = 'GET', url = '/', rawHeaders, headers } = incoming;
    const fields = selectEndToEnd(rawHeaders, headers.connection);
    const path = readPath(url, [origin, target.origin]);
    const recording = recorder.begin({ method, target: path ?? '/', fields });
    const forwarding = new Forwarding(options, recording, { incoming, outgoing, fields });
    open.add(forwarding);
    outgoing.on('close', () => open.delete(forwarding));
    const refusal = path === undefined ? otherOrigin : findRefusal(incoming);
    if (refusal !== undefined) forwarding.refuse(refusal);
    else forwarding.send(path ?? '/');
  };
  const refuseSocket = (socket: Duplex, error: ProxyError) => {
    counts.refused += 1;
    socket.end(renderRawProxyError(error), () => socket.destroy());
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, handle);
  server.on('connect', (_, socket) => refuseSocket(socket, noTunnel));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = [...open].some((one) => one.isAnswering(socket));
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else
      refuseSocket(socket, { status: 400, type: 'http_request_error', detail: `no valid request: ${error.message}` });
  });
  return {
    baseUrl: origin + target.pathname.replace(/\/$/, ''),
    counts,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      for (let waited = 0; open.size > 0 && waited < graceMs; waited += 20) await pause(20);
      server.closeAllConnections();
      await closed;
      // Pipelined requests whose turn never came.
      for (const one of open) one.abandon();
      agent.destroy();
    },
  };
}

/** Node answers nothing while a service upgrades: only what stays HTTP can be recorded. */
const noTunnel = {
  status: 501,
  type: 'http_request_denied',
  detail: 'CONNECT is not supported: this is a reverse proxy',
};
const noUpgrade = { status: 501, type: 'http_upgrade_failed', detail: 'upgrades such as WebSocket are not supported' };
const otherOrigin = {
  status: 421,
  type: 'http_request_denied',
  detail: 'only one target is forwarded, and this is another',
};

/** A server may ignore an upgrade (RFC 9110 §7.8): for HTTP/2, which some clients always offer, that is what the client expects. */
const findRefusal = ({ headers }: IncomingMessage): ProxyError | undefined =>
  headers.upgrade === undefined || /^h2c?$/i.test(headers.upgrade) ? undefined : noUpgrade;

/** Returns the path of a request target in origin-form, or in absolute-form of one of these origins (RFC 9112 §3.2). */
function readPath(target: string, origins: readonly string[]): string | undefined {
  if (!/^https?:\/\//i.test(target)) return target;
  if (!URL.canParse(target) || !origins.includes(new URL(target).origin)) return undefined;
  return target.replace(/^[^/]*\/\/[^/?#]*/, '').replace(/^(?!\/)/, '/');
}

function createAgent(target: URL, tls: TlsOptions): Agent {
  const options = { keepAlive: true, timeout: idleMs, maxFreeSockets: 256 };
  if (target.protocol === 'http:') return new HttpAgent(options);
  return new HttpsAgent({ ...options, ...createTlsRoute(target, tls, undefined, undefined).trust });
}

/** Starts to listen; returns the origin of the server. Throws UsageError. */
async function listen(server: ReturnType<typeof createServer>, port: number, target: URL): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  }).catch((error: Error) => {
    throw new UsageError(`--port ${port}: ${error.message}; choose another one`);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (target.origin.replace('//localhost:', '//127.0.0.1:') !== origin) return origin;
  server.close();
  throw new UsageError(`--target ${target.href}: that is the address of the proxy itself`);
}
