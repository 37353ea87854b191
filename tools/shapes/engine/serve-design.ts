import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Design } from '../design/design.js';
import { type DocumentFile, writeDocument } from '../document/write-document.js';
import { receive } from './answer.js';
import { type ChangeBehaviour, createWorld } from './create-world.js';
import type { Reply, ServiceClock, World } from './state/world.js';
import { readTruth, type Truth } from './truth.js';

export interface ServeOptions {
  /** What a fault changes. */
  readonly change?: ChangeBehaviour;
  /** Default: the time of this machine. */
  readonly clock?: ServiceClock;
  /** Default: a free port. */
  readonly port?: number;
}

export interface ServedDesign {
  /** The URL of the root, without a slash at the end. */
  readonly url: string;
  truth(): Truth;
  stop(): Promise<void>;
}

/** Serves a design on loopback. For the same design and the same requests, it answers the same. */
export async function serveDesign(design: Design, options: ServeOptions = {}): Promise<ServedDesign> {
  const world = createWorld(design, options.clock ?? { now: Date.now }, options.change);
  const files = writeDocument(world.facts);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(world, files, request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, truth: () => readTruth(world), stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function answer(
  world: World,
  files: ReadonlyMap<string, DocumentFile>,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const { method = 'GET', headers } = request;
  world.requests[method] = (world.requests[method] ?? 0) + 1;
  const file = method === 'GET' || method === 'HEAD' ? files.get(path) : undefined;
  const reply = file
    ? { status: 200, headers: { 'content-type': file.mediaType }, bytes: writeFile(file) }
    : receive(world, {
        method,
        path,
        query: new URLSearchParams(search),
        headers: headers as Record<string, string | undefined>,
        body,
        origin: `http://${headers.host ?? 'localhost'}`,
      });
  send(reply, method === 'HEAD', response);
}

const writeFile = ({ text, padding = 0 }: DocumentFile) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc(padding, ' ')]);

function send(reply: Reply, isHead: boolean, response: ServerResponse): void {
  const { content, mediaType } = writeContent(reply);
  const hasContent = reply.status !== 204 && reply.status !== 304;
  const headers: Record<string, string | number> = {
    ...(mediaType && hasContent && { 'content-type': mediaType }),
    ...reply.headers,
    ...(hasContent && { 'content-length': content.length }),
  };
  response.writeHead(reply.status, headers);
  response.end(isHead || !hasContent ? undefined : content);
}

function writeContent({ json, text, bytes, status }: Reply): { content: Buffer; mediaType: string | undefined } {
  if (bytes) return { content: bytes, mediaType: 'image/png' };
  if (text !== undefined)
    return {
      content: Buffer.from(text),
      mediaType: text.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    };
  if (json === undefined) return { content: Buffer.alloc(0), mediaType: undefined };
  const isProblem = status >= 400 && typeof json === 'object' && json !== null && 'title' in json && 'type' in json;
  return {
    content: Buffer.from(JSON.stringify(json)),
    mediaType: isProblem ? 'application/problem+json' : 'application/json',
  };
}
