import { createServer, request as requestOnward } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../origin.fixture.js';

/** A proxy, and its requests: `CONNECT host:port`, or the method and the URL, with the credentials of the client. */
export interface TestProxy {
  readonly url: string;
  readonly asked: { readonly line: string; readonly authorization: string | undefined }[];
}

/** Serves a proxy on a free port until the test is over, for clients with `authorization`, or for all. */
export async function startTestProxy(authorization?: string): Promise<TestProxy> {
  const asked: TestProxy['asked'][number][] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const isKnown = (sent: string | undefined) => authorization === undefined || sent === authorization;
  const server = createServer(({ method, url = '', headers }, response) => {
    const { 'proxy-authorization': sent, ...rest } = headers;
    asked.push({ line: `${method} ${url}`, authorization: sent });
    if (!isKnown(sent)) {
      response.writeHead(407).end();
      return;
    }
    requestOnward(url, { method, headers: rest }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    const sent = headers['proxy-authorization'];
    asked.push({ line: `CONNECT ${url}`, authorization: sent });
    keep(client);
    if (!isKnown(sent)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [, host = '', port] = /^(.*):(\d+)$/.exec(url) ?? [];
    const onward = keep(connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n')));
    onward.pipe(client).pipe(onward);
  });
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url, asked };
}
