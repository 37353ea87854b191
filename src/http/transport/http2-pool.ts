import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Dispatcher } from 'undici';
import type { HeaderFields } from '../../model/exchange.js';
import type { RequestPool } from './create-pool.js';
import { openSecureSocket, type TlsRoute } from './secure-socket.js';

/** One connection, and what the server said about its end. */
interface Connection {
  readonly origin: URL;
  readonly session: ClientHttp2Session;
  /** The last stream that the server may have processed, once it ends the connection (RFC 9113 §6.8). */
  lastProcessed: number;
  streams: number;
}

interface Sending {
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
  readonly controller: StreamController;
  /** How often the server refused it. */
  refusals: number;
}

/** Error codes (RFC 9113 §7). */
const refusedStream = 7;
const canceled = 8;

const refusedText = 'REFUSED_STREAM: the server refused the request several times without processing it';

/** How often a request is sent again that the server did not process. */
const maxRefusals = 3;

/**
 * Sends requests over HTTP/2, all on one connection, if the server chooses it in the TLS handshake; otherwise through `fallback`. A
 * server that ends a connection says which requests it did not process, and may refuse single ones: only these are sent again, with
 * any method, because nothing happened (RFC 9113 §8.7). Every other broken stream is reported, as with HTTP/1.1.
 */
export function createHttp2Pool(tls: TlsRoute, fallback: RequestPool): RequestPool {
  let current: Promise<Connection | undefined> | undefined;
  const getConnection = (): Promise<Connection | undefined> => {
    const forget = () => {
      if (current === opened) current = undefined;
    };
    if (current !== undefined) return current;
    const opened = openConnection(tls, forget);
    current = opened;
    opened.catch(forget);
    return opened;
  };
  const send = async (sending: Sending): Promise<void> => {
    const { options, handler, controller } = sending;
    try {
      const connection = await getConnection();
      if (connection === undefined) fallback.dispatch(options, handler);
      else if (!controller.aborted) startStream(connection, sending, send);
    } catch (error) {
      handler.onResponseError?.(controller, error as Error);
    }
  };
  return {
    dispatch(options, handler) {
      const controller = new StreamController();
      handler.onRequestStart?.(controller, {});
      void send({ options, handler, controller, refusals: 0 });
      return true;
    },
    async close() {
      const connection = await current?.catch(() => undefined);
      if (connection !== undefined) afterReading(() => connection.session.close());
      await fallback.close();
    },
  };
}

/** Opens a connection; undefined where the server chooses HTTP/1.1. `onEnd` is called when no more streams may begin. */
async function openConnection(tls: TlsRoute, onEnd: () => void): Promise<Connection | undefined> {
  const socket = await openSecureSocket(tls, ['h2', 'http/1.1']);
  if (socket.alpnProtocol !== 'h2') {
    socket.destroy();
    return undefined;
  }
  const { connect } = await import('node:http2');
  const session = connect(tls.origin.origin, { createConnection: () => socket, settings: { enablePush: false } });
  return createConnection(tls.origin, session, onEnd);
}

function createConnection(origin: URL, session: ClientHttp2Session, onEnd: () => void): Connection {
  const connection: Connection = { origin, session, lastProcessed: Number.POSITIVE_INFINITY, streams: 0 };
  session.on('goaway', (_, lastStream) => {
    connection.lastProcessed = lastStream;
    onEnd();
  });
  session.on('close', onEnd);
  // Each stream reports it, too.
  session.on('error', onEnd);
  session.unref();
  return connection;
}

function startStream(connection: Connection, sending: Sending, resend: (sending: Sending) => Promise<void>): void {
  const { options, controller } = sending;
  const stream = openStream(connection, options);
  if (stream === undefined) {
    // The connection ended before the request was sent.
    retry(sending, resend);
    return;
  }
  countStream(connection, 1);
  controller.stream = stream;
  const response = receive(stream, sending);
  // The end of the connection is announced after that of its streams.
  stream.once('close', () =>
    setImmediate(() => {
      countStream(connection, -1);
      const isUnprocessed = (stream.id ?? 0) > connection.lastProcessed || stream.rstCode === refusedStream;
      if (!controller.aborted && isUnprocessed && !response.hasBegun()) retry(sending, resend);
      else response.finish();
    }),
  );
}

function openStream({ origin, session }: Connection, options: Dispatcher.DispatchOptions) {
  if (session.closed || session.destroyed) return undefined;
  const content = options.body as string | null;
  const stream = session.request(buildHttp2Fields(origin, options), { endStream: content === null });
  if (content !== null) stream.end(content);
  return stream;
}

function retry(sending: Sending, resend: (sending: Sending) => Promise<void>): void {
  sending.refusals += 1;
  if (sending.refusals <= maxRefusals) void resend(sending);
  else sending.handler.onResponseError?.(sending.controller, new Error(refusedText));
}

function receive(stream: ClientHttp2Stream, { handler, controller }: Sending) {
  let hasBegun = false;
  let isComplete = false;
  let problem: Error | undefined;
  stream.once('response', (fields) => {
    hasBegun = true;
    handler.onResponseStart?.(controller, Number(fields[':status']), readHttp2Fields(fields));
  });
  stream.on('data', (chunk: Buffer) => handler.onResponseData?.(controller, chunk));
  stream.once('end', () => {
    isComplete = true;
  });
  stream.once('error', (error) => {
    problem = error;
  });
  return {
    hasBegun: () => hasBegun,
    finish() {
      // A stream that ends with its connection ends without an error, and is canceled.
      if (hasBegun && isComplete && problem === undefined && stream.rstCode === 0)
        handler.onResponseEnd?.(controller, {});
      else handler.onResponseError?.(controller, describeBrokenStream(problem));
    },
  };
}

const describeBrokenStream = (problem: (Error & { code?: string }) | undefined): Error =>
  problem === undefined
    ? new Error('other side closed the stream')
    : Object.assign(new Error(`other side closed the stream: ${problem.message}`), { code: problem.code });

/**
 * Does `work` when Node has read the frames that have arrived. Inside an event it may write frames while it reads frames when a
 * stream or a connection is closed, which corrupts the heap of the process (Node 20 to 24).
 */
function afterReading(work: () => void): void {
  setImmediate(work);
}

/** An idle connection does not keep the process running. */
function countStream(connection: Connection, change: number): void {
  connection.streams += change;
  if (connection.session.destroyed) return;
  if (connection.streams > 0) connection.session.ref();
  else connection.session.unref();
}

class StreamController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  stream: ClientHttp2Stream | undefined;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    afterReading(() => this.stream?.close(canceled));
  }

  pause(): void {
    this.paused = true;
    this.stream?.pause();
  }

  resume(): void {
    this.paused = false;
    this.stream?.resume();
  }
}

/** Fields about one connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113 §8.2.2). `Host` becomes a pseudo-header field. */
const connectionFields = new Set(
  'connection host http2-settings keep-alive proxy-connection te transfer-encoding upgrade'.split(' '),
);

/** Methods whose requests name their length even when they have no content, as with HTTP/1.1. */
const methodsWithContent = /^(POST|PUT|PATCH)$/;

/** The fields of a request, with lower-case names. */
function buildHttp2Fields({ protocol, host }: URL, { path, method, headers, body }: Dispatcher.DispatchOptions) {
  const fields: OutgoingHttpHeaders = {
    ':method': method,
    ':scheme': protocol.slice(0, -1),
    ':authority': host,
    ':path': path,
  };
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) {
    const lower = name.toLowerCase();
    if (lower === 'host') fields[':authority'] = value;
    if (!connectionFields.has(lower)) fields[lower] = value;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : methodsWithContent.test(method) ? 0 : undefined;
  if (length !== undefined) fields['content-length'] = String(length);
  return fields;
}

function readHttp2Fields(fields: IncomingHttpHeaders): HeaderFields & Record<string, string | string[]> {
  const named = Object.entries(fields).filter(([name, value]) => !name.startsWith(':') && value !== undefined);
  return Object.fromEntries(named) as Record<string, string | string[]>;
}
