import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { startDemo } from '../../../src/demo/start-demo.js';
import type { Behaviour, Visit } from './behaviour.js';
import { forwarderTo } from './forward-request.js';
import { readingRequests } from './read-requests.js';
import { write } from './write-answer.js';

/** A hostile service that runs. */
export interface Running {
  readonly url: string;
  /** How often it was hostile so far. */
  shown(): number;
  /** How many connections another origin got that nobody should have asked. */
  strays(): number;
  close(): Promise<void>;
}

/** Starts a hostile service in front of a sound one, and another origin that only counts who strays there. */
export async function startHostile({ turn, greeting, demo: options }: Behaviour): Promise<Running> {
  const demo = await startDemo(options);
  const forward = forwarderTo(demo.url);
  let strays = 0;
  let shown = 0;
  const outer = await opened((socket) => {
    strays += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  const inner: Opened = await opened((socket) => {
    if (greeting !== undefined) socket.write(greeting);
    readingRequests(socket, async (asked) => {
      const sound: Visit['sound'] = (changed) => forward({ ...asked, ...changed });
      const answer = await turn({ asked, socket, origin: inner.url, away: outer.url, sound });
      shown += answer === undefined ? 0 : 1;
      await write(socket, asked, answer ?? (await sound()));
    });
  });
  return {
    url: inner.url,
    shown: () => shown,
    strays: () => strays,
    async close() {
      forward.close();
      await Promise.all([inner.close(), outer.close(), demo.close()]);
    },
  };
}

interface Opened {
  readonly url: string;
  close(): Promise<void>;
}

async function opened(meet: (socket: Socket) => void): Promise<Opened> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    // Whoever talks nonsense is hung up on, and that is no news.
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
