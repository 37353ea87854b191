import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { startDemo } from '../../../src/demo/start-demo.js';
import type { Behaviour, HostileContext } from './behaviour.js';
import { createForwarder } from './forward-request.js';
import { readRequests } from './read-requests.js';
import { writeAnswer } from './write-answer.js';

/** A hostile service that runs. */
export interface RunningHostile {
  readonly url: string;
  /** How often it was hostile so far. */
  countHostile(): number;
  /** Number of connections to another origin, which must not get any. */
  countStrayConnections(): number;
  close(): Promise<void>;
}

/** Starts a hostile service in front of a correct one, and another origin that only counts its requests. */
export async function startHostile({ react, greeting, demo: options }: Behaviour): Promise<RunningHostile> {
  const demo = await startDemo(options);
  const forward = createForwarder(demo.url);
  let foreign = 0;
  let shown = 0;
  const outer = await openServer((socket) => {
    foreign += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  const inner: OpenedServer = await openServer((socket) => {
    if (greeting !== undefined) socket.write(greeting);
    readRequests(socket, async (asked) => {
      const sound: HostileContext['askDemo'] = (changed) => forward({ ...asked, ...changed });
      const answer = await react({ request: asked, socket, origin: inner.url, otherOrigin: outer.url, askDemo: sound });
      shown += answer === undefined ? 0 : 1;
      await writeAnswer(socket, asked, answer ?? (await sound()));
    });
  });
  return {
    url: inner.url,
    countHostile: () => shown,
    countStrayConnections: () => foreign,
    async close() {
      forward.close();
      await Promise.all([inner.close(), outer.close(), demo.close()]);
    },
  };
}

interface OpenedServer {
  readonly url: string;
  close(): Promise<void>;
}

async function openServer(meet: (socket: Socket) => void): Promise<OpenedServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    // The server closes connections with invalid requests, which is expected.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
