import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import { startDemoService } from './assay.fixture.js';
import { type Relay, startRelay } from './relay.fixture.js';

/** A demo on what is taken for another machine, which is reached through a proxy on this one. */
export interface RemoteDemo {
  readonly baseUrl: string;
  readonly proxy: string;
  readonly relay: Relay;
  /** The most orders that it held at once. */
  maxOrders(): number;
  /** Orders that it holds. */
  remainingOrders(): number;
}

/** Starts a demo, a relay that counts before it, and a proxy that leads to it whatever host is named. */
export async function startRemoteDemo(): Promise<RemoteDemo> {
  const demo = await startDemoService();
  let most = 0;
  const relay = await startRelay(demo.url, () => {
    most = Math.max(most, demo.orders());
  });
  const { hostname, port } = new URL(relay.url);
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    const { pathname, search } = new URL(url);
    const onward = forward({ hostname, port, method, path: `${pathname}${search}`, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.on('error', () => onward.destroy()).pipe(onward);
  });
  server.on('connect', (_, client) => {
    const onward = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const socket of [client, onward]) socket.on('error', () => socket.destroy());
    onward.pipe(client).pipe(onward);
  });
  const proxy = await listenOnFreePort(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: 'http://shop.example', proxy, relay, maxOrders: () => most, remainingOrders: demo.orders };
}

/** Methods that may change something. */
export const unsafe = /POST|PUT|PATCH|DELETE/;

const only = ['--only', 'creation/*', '--cases', '1', '--rate', '200'];

/** A short run against it, through its proxy. */
export const argsForRemoteDemo = ({ baseUrl, proxy }: RemoteDemo, ...more: readonly string[]) => [
  ...['run', baseUrl, '--proxy', proxy, '--seed', '1'],
  ...only,
  ...more,
];
