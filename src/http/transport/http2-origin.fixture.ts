import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { listenOnFreePort, openTestClient } from '../origin.fixture.js';
import { readPem, testAuthority } from './tls-origin.fixture.js';

/** A request as a test server received it. */
export interface ArrivedStream {
  readonly stream: ServerHttp2Stream;
  readonly session: ServerHttp2Session;
  readonly headers: IncomingHttpHeaders;
  readonly breakConnection: () => void;
  /** Its number on the server, from 1. */
  readonly count: number;
}

/** Serves HTTP/2 over TLS on a free port until the test is over; `greet` gets each request. Returns what arrived. */
export async function startHttp2Origin(greet: (arrived: ArrivedStream) => void) {
  const arrived: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const sockets: TLSSocket[] = [];
  const server = createSecureServer({ cert: readPem('server.pem'), key: readPem('server.key.pem') });
  server.on('secureConnection', (socket) => sockets.push(socket));
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    arrived.push(`${headers[':method']} ${headers[':path']}`);
    const { session } = stream;
    if (session === undefined) return;
    const breakConnection = () => void sockets.at(-1)?.destroy();
    const count = arrived.length;
    // Not inside the event: Node 20 writes frames while it reads frames if a stream is reset there, and corrupts its heap.
    setImmediate(() => greet({ stream, session: session as ServerHttp2Session, headers, breakConnection, count }));
  });
  const url = (await listenOnFreePort(server)).replace('http:', 'https:');
  onTestFinished(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((done) => server.close(done));
  });
  return { url, arrived, sessions };
}

/** A client that uses HTTP/2 where it is offered. */
export const openHttp2Client = (url: string, options = {}) =>
  openTestClient(url, { tls: { ca: [testAuthority] }, isHttp2: true, ...options });
