import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTape } from '../../../src/http/tape.js';
import { openProxy } from '../../../src/traffic/record/open-proxy.js';

/** One part of the benchmark in a process of its own: a service, a pass-through without anything, or the recording proxy. */
const [part = '', target = '', file = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
process.send?.(await start());

async function start(): Promise<string> {
  if (part === 'service') return listen(createService());
  if (part === 'pass-through') return listen(createPassThrough(new URL(target)));
  const proxy = await openProxy({ target: new URL(target), port: 0, tape: openTape(file), timeoutMs: 60_000 });
  return proxy.baseUrl;
}

/** Answers with JSON of as many members as the path says. */
function createService(): Server {
  return createServer((incoming, outgoing) => {
    const count = Number(incoming.url?.slice(1));
    const items = Array.from({ length: count }, (_, i) => ({ id: i, name: `item ${i}`, state: 'open', total: 12.5 }));
    incoming.resume().on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'cache-control': 'no-store' });
      outgoing.end(JSON.stringify(items));
    });
  });
}

/** What any proxy of the same library does. */
function createPassThrough({ hostname, port }: URL): Server {
  const agent = new Agent({ keepAlive: true });
  return createServer((incoming, outgoing) => {
    const { method, url: path, rawHeaders: headers } = incoming;
    const upstream = request({ hostname, port, method, path, agent, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.rawHeaders);
      response.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
