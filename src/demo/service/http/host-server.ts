import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../../clock.js';

/** A listening server that can be stopped for a while. */
export interface HostedServer {
  readonly url: string;
  /** Closes all connections, calls `meanwhile` without a listener, and listens on the same port again. */
  pauseFor(ms: number, meanwhile: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Number of attempts to get the port again, and the wait between them in milliseconds. */
const maxAttempts = 100;
const betweenMs = 50;

export async function hostServer(server: Server, port: number, name: string): Promise<HostedServer> {
  await startListening(server, port, name);
  const { port: bound } = server.address() as AddressInfo;
  const leaving = new AbortController();
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${bound}`,
    async pauseFor(ms, meanwhile) {
      await stopListening(server);
      meanwhile();
      await pause(ms, leaving.signal);
      for (let left = maxAttempts; left > 0 && !leaving.signal.aborted; left -= 1) {
        const isBack = await startListening(server, bound, name).then(
          () => true,
          () => false,
        );
        if (isBack) break;
        await pause(betweenMs, leaving.signal);
      }
      if (leaving.signal.aborted) await stopListening(server);
    },
    close() {
      leaving.abort();
      return stopListening(server);
    },
  };
}

async function startListening(server: Server, port: number, name: string): Promise<void> {
  server.listen(port, name);
  await once(server, 'listening');
}

const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
