import { createServer, request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RunningServer, type Served, startServer } from './serve-handler.js';

async function served(what: Served): Promise<RunningServer> {
  const opened = await startServer(what);
  onTestFinished(() => opened.close());
  return opened;
}

const hello = () => new Response('hello');
const textAt = async ({ url }: RunningServer): Promise<string> => (await fetch(url)).text();

describe('a server may be', () => {
  test.each<[string, () => Served]>([
    ['one that does not listen yet', () => createServer((_, answer) => void answer.end('hello'))],
    ['a listener of Node', () => (_, answer) => void answer.end('hello')],
    ['a handler of the web platform', () => hello],
    ['an object with such a handler', () => ({ fetch: hello })],
  ])('%s: it answers on the loopback until it is closed', async (_, make) => {
    const opened = await served(make());
    expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await textAt(opened)).toBe('hello');
    await opened.close();
    await expect(fetch(opened.url)).rejects.toThrow();
  });

  test('one that listens, on any address', async () => {
    const server = createServer((_, answer) => void answer.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    expect(await textAt(await served(server))).toBe('hello');
  });

  test('only an address, which is not closed', async () => {
    const opened = await served(hello);
    const { url, close } = await startServer(new URL(opened.url));
    await close();
    expect(await textAt({ url, close })).toBe('hello');
  });

  test('an address with a function that closes it', async () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    const opened = await startServer({ url: 'http://127.0.0.1:1', close });
    await opened.close();
    expect([opened.url, isClosed]).toEqual(['http://127.0.0.1:1', true]);
  });

  test.each([[undefined], [null], [7], [{}]])('and not %s', async (what) => {
    await expect(startServer(what as never)).rejects.toThrow('server must return a URL, a server');
  });

  test('one whose port is in use: the error has the reason', async () => {
    const { url } = await served(hello);
    const server = createServer();
    const listen = server.listen.bind(server);
    server.listen = ((_: unknown, host: string, then: () => void) =>
      listen(Number(new URL(url).port), host, then)) as never;
    await expect(startServer(server)).rejects.toThrow('EADDRINUSE');
  });
});

describe('a handler of the web platform', () => {
  test('gets method, URL, fields and content unchanged', async () => {
    const { url } = await served(async (asked: Request) =>
      Response.json({
        method: asked.method,
        path: new URL(asked.url).pathname,
        field: asked.headers.get('x-one'),
        text: await asked.text(),
      }),
    );
    const answer = await fetch(`${url}/a%2Fb`, { method: 'POST', body: 'ä', headers: { 'x-one': '1' } });
    expect(await answer.json()).toEqual({ method: 'POST', path: '/a%2Fb', field: '1', text: 'ä' });
  });

  test('gets the sent path, also if it looks like a host', async () => {
    const { url } = await served((asked: Request) => new Response(new URL(asked.url).pathname));
    expect(await (await fetch(`${url}//orders`)).text()).toBe('//orders');
  });

  test('whose response has no end stops when the connection closes', async () => {
    const asked = new AbortController();
    const letGo = new Promise<string>((resolve) => {
      const endless = () =>
        new ReadableStream({ pull: (to) => to.enqueue(Buffer.alloc(9_999)), cancel: () => resolve('let go') });
      void served(() => new Response(endless())).then(async ({ url }) => {
        await fetch(url, { signal: asked.signal });
        asked.abort();
      });
    });
    expect(await letGo).toBe('let go');
  });

  test('answers with status, repeated fields and empty content', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const { url } = await served(() => new Response(null, { status: 204, headers }));
    const answer = await fetch(url);
    expect([answer.status, answer.headers.getSetCookie(), await answer.text()]).toEqual([204, ['a=1', 'b=2'], '']);
  });

  test('sends no content for HEAD', async () => {
    const { url } = await served(hello);
    const length = await new Promise<number>((resolve) => {
      request(url, { method: 'HEAD' }, (answer) => {
        let octets = 0;
        answer.on('data', (chunk) => {
          octets += chunk.length;
        });
        answer.on('end', () => resolve(octets));
      }).end();
    });
    expect(length).toBe(0);
  });

  test('that throws causes a response 500, and does not end the test run', async () => {
    const { url } = await served(() => {
      throw new Error('mine');
    });
    expect((await fetch(url)).status).toBe(500);
  });
});
