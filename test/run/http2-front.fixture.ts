import { request as requestPlain } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import { readPem } from '../../src/http/transport/tls-origin.fixture.js';

/** What a front does to requests over HTTP/2, beside passing them on. */
export interface FrontHabits {
  /** Refuses each request with such a number, without passing it on. */
  readonly refuseEach?: number;
  /** Ends the connection with each request with such a number, which it passes on. */
  readonly leaveEach?: number;
}

/** Counts of what a front did. */
export interface FrontCounts {
  http2: number;
  http1: number;
  refused: number;
  left: number;
}

const connectionFields = ['connection', 'keep-alive', 'transfer-encoding'];

/** Passes requests on to a service, over TLS with HTTP/2 or HTTP/1.1, until the test is over. */
export async function startHttp2Front(target: string, { refuseEach, leaveEach }: FrontHabits = {}) {
  const counts: FrontCounts = { http2: 0, http1: 0, refused: 0, left: 0 };
  /** Connections that end: they say that requests that arrive later are not processed. */
  const ended = new WeakSet<object>();
  const isTurn = (each: number | undefined) => each !== undefined && counts.http2 % each === 0;
  const options = { cert: readPem('server.pem'), key: readPem('server.key.pem'), allowHTTP1: true };
  const server = createSecureServer(options, (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    if (request.httpVersionMajor === 1) counts.http1 += 1;
    else {
      counts.http2 += 1;
      const session = response.stream.session ?? {};
      if (ended.has(session) || isTurn(refuseEach)) {
        counts.refused += 1;
        // Not inside the event: Node 20 writes frames while it reads frames then, and corrupts its heap.
        setImmediate(() => response.stream.close(7));
        return;
      }
      if (isTurn(leaveEach)) {
        counts.left += 1;
        ended.add(session);
        response.stream.session?.goaway(0);
      }
    }
    passOn(target, request, response);
  });
  server.on('session', (session) => session.on('error', () => {}));
  const url = (await listenOnFreePort(server)).replace('http:', 'https:');
  onTestFinished(() => void server.close());
  return { url, counts };
}

function passOn(target: string, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const own = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  const headers = Object.fromEntries([...own, ['host', request.authority ?? request.headers.host ?? '']]);
  const { method = 'GET', url } = request;
  const passed = requestPlain(target + url, { method, headers }, (answer) => {
    const isOld = request.httpVersionMajor === 1;
    const fields = Object.entries(answer.headers).filter(([name]) => isOld || !connectionFields.includes(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(fields) as Record<string, string>);
    answer.pipe(response as unknown as NodeJS.WritableStream);
  });
  passed.on('error', () => response.stream?.close?.());
  request.pipe(passed);
}
