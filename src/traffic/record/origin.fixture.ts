import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../http/origin.fixture.js';

/** Serves until the test is over, adding no fields of its own; a listener begins before the content of its request. */
export async function startStreamingOrigin(listener: RequestListener, event = 'request'): Promise<string> {
  const server = createServer();
  server.on(event, (request, response) => {
    response.sendDate = false;
    listener(request, response);
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return url;
}
