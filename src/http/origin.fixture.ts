import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { clock } from '../model/clock.js';
import { type ClientOptions, type OpenClient, openClient } from './client.js';

/** A request as it arrived at an origin: nothing decoded, nothing folded. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly content: string;
  readonly at: number;
}

/** Serves a listener on a free port until the test is over, and records its requests. */
export async function startOrigin(listener: RequestListener): Promise<{ url: string; arrived: ReceivedRequest[] }> {
  const arrived: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(clock.epochMs()).toUTCString());
    const chunks: Buffer[] = [];
    const at = clock.now();
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '', rawHeaders, headers } = request;
      arrived.push({ method, target, rawHeaders, headers, content: Buffer.concat(chunks).toString(), at });
      listener(request, response);
    });
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url, arrived };
}

/** Hands every connection on a free port to `greet` until the test is over. */
export async function startSocketServer(greet: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    greet(socket);
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return url;
}

/** Answers the first octets of every connection with this message, and counts how often. */
export async function startCannedServer(message: string, ends = true): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const url = await startSocketServer((socket) =>
    socket.once('data', (data) => {
      heard.push(String(data));
      if (ends) socket.end(message);
      else socket.write(message);
    }),
  );
  return { url, heard };
}

/** A client that is closed when the test is over. */
export function openTestClient(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): OpenClient {
  const client = openClient({ baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Waits until a server listens on a free port of the loopback; its origin. */
export async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
