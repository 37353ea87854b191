import type { AddressInfo } from 'node:net';
import { createAnswerServer } from '../../src/demo/service/http/server.js';
import { answerLibraryRequest, openLibrary } from './service.js';
import { countItems } from './stored-items.js';

export { libraryProfile } from './library-profile.js';

/** A running library. */
export interface RunningLibrary {
  readonly url: string;
  close(): Promise<void>;
  /** Number of items, by the plural of their kind. */
  count(): Record<string, number>;
  /** How many requests were answered. */
  requests(): number;
}

/**
 * Starts the library, a correct service with nested collections and references between items, by default on a free port of the
 * loopback.
 */
export async function startLibrary(
  options: { readonly port?: number; readonly host?: string } = {},
): Promise<RunningLibrary> {
  const { port = 0, host = '127.0.0.1' } = options;
  const library = openLibrary();
  let requests = 0;
  const server = createAnswerServer((request) => answerLibraryRequest(library, request));
  server.on('request', () => {
    requests += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    count: () => countItems(library.stock),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
