import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { WebHandler } from './handler-type.js';

/** Converts a web handler to a Node listener. An exception of the handler is an internal error of the service. */
export function createWebListener(handler: WebHandler): RequestListener {
  return (incoming, outgoing) => {
    answerRequest(handler, incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function answerRequest(handler: WebHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await handler(createRequest(incoming));
  outgoing.statusCode = response.status;
  if (response.statusText !== '') outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // Writes as fast as the response is read, and stops when the connection closes: some responses have no end.
  await pipeline(Readable.fromWeb(response.body as WebStream), outgoing);
}

function createRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const fields = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2)
    fields.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(resolveAddress(url, headers.host ?? '127.0.0.1'), {
    method,
    headers: fields,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}

/** A path can begin with two slashes without being a host; a request through a proxy has an absolute URL. */
const resolveAddress = (url: string, host: string): URL =>
  new URL(url.startsWith('/') ? `http://${host}${url}` : url, `http://${host}`);
