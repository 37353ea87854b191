import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';

/** A connection between the kit and a service that can be interrupted. */
export interface CuttableProxy {
  readonly url: string;
  /** Refuses connections from now on, and drops open requests. */
  cut(): void;
  /** Listens again. */
  restore(): Promise<void>;
  /** Drops the open connections, and resolves once the service has answered what reached it: its state changes no more. */
  settle(): Promise<void>;
  /** Takes everything from now on and answers nothing, or no more. */
  hold(isHeld: boolean): void;
}

/** Hands on to a service until the test is over; `arriving` happens before a request is handed on. */
export async function startCuttableProxy(
  target: string,
  arriving: (message: IncomingMessage, n: number) => void = () => undefined,
): Promise<CuttableProxy> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const waiting = new Set<Promise<void>>();
  let n = 0;
  let isCut = false;
  let isHeld = false;
  const server = createServer((message, response) => {
    n += 1;
    arriving(message, n);
    if (isCut || isHeld) return;
    const { method, headers, url } = message;
    const on = request(new URL(url ?? '/', target), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    const ended = new Promise<void>((done) => on.once('close', done));
    waiting.add(ended);
    void ended.then(() => waiting.delete(ended));
    message.pipe(on);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url,
    async settle() {
      drop();
      await Promise.all(waiting);
    },
    hold(is) {
      isHeld = is;
    },
    cut() {
      isCut = true;
      server.close();
      drop();
    },
    async restore() {
      isCut = false;
      await new Promise<void>((done) => server.listen(Number(new URL(url).port), '127.0.0.1', done));
    },
  };
}
