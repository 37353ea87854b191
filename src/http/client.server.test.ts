import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ClientRequest } from './exchange.js';
import { issueWriteRecord } from './method-guard.js';
import {
  listenOnFreePort,
  openTestClient,
  startCannedServer,
  startOrigin,
  startSocketServer,
} from './origin.fixture.js';

const record = issueWriteRecord(1);

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('does not send fields of one request with the next', async () => {
  const { url, arrived } = await startOrigin((_, response) => response.end());
  const client = openTestClient(url);
  const own: ClientRequest['headers'][] = [
    { accept: 'a/b' },
    { 'content-type': 'a/b' },
    { 'content-type': 'c/d' },
    { 'x-own': '1' },
    undefined,
  ];
  for (const headers of [...own, ...own]) await client.send({ method: 'GET', path: '/', ...(headers && { headers }) });
  const got = arrived.map(({ headers }) => [headers.accept?.slice(0, 5), headers['content-type'], headers['x-own']]);
  const each = [
    ['a/b', undefined, undefined],
    ['appli', 'a/b', undefined],
    ['appli', 'c/d', undefined],
    ['appli', undefined, '1'],
    ['appli', undefined, undefined],
  ];
  expect(got).toEqual([...each, ...each]);
});

test('content is parsed once on first use, and is part of copies of the response', async () => {
  const { url } = await startOrigin((request, response) => response.end(JSON.stringify({ target: request.url })));
  const client = openTestClient(url);
  const [one, other] = [
    await client.send({ method: 'GET', path: '/1' }),
    await client.send({ method: 'GET', path: '/2' }),
  ];
  expect([one.answer?.json, other.answer?.json]).toEqual([{ target: '/1' }, { target: '/2' }]);
  expect(one.answer?.json).toBe(one.answer?.json);
  expect({ ...other.answer, status: 201 }.json).toBe(other.answer?.json);
});

describe('the client sends each request once', () => {
  test('returns a redirect without following it', async () => {
    const { url, arrived } = await startOrigin((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    const { answer } = await openTestClient(url).send({ record, method: 'POST', path: '/here', content: '{}' });
    expect(answer?.status).toBe(307);
    expect(answer?.headers.location).toBe('/elsewhere');
    expect(arrived.map(({ target }) => target)).toEqual(['/here']);
  });

  test.each(['GET', 'PUT', 'DELETE', 'POST'])('sends %s once when the connection breaks', async (method) => {
    let attempts = 0;
    const url = await startSocketServer((socket) =>
      socket.once('data', () => {
        attempts += 1;
        socket.resetAndDestroy();
      }),
    );
    const client = openTestClient(url);
    const { answer, silence } = await client.send({
      record,
      method,
      path: '/',
      content: method === 'GET' ? undefined : '{}',
    });
    expect(answer).toBeUndefined();
    expect(silence).toMatch(/ECONNRESET|other side closed/);
    expect(attempts).toBe(1);
    expect(client.count()).toBe(1);
  });

  test('sends a request once when a reused connection breaks', async () => {
    const attempts: string[] = [];
    const url = await startSocketServer((socket) =>
      socket.on('data', (data) => {
        attempts.push(String(data).slice(0, 4));
        if (attempts.length === 1) socket.write(ok);
        else socket.resetAndDestroy();
      }),
    );
    const client = openTestClient(url, { connections: 1 });
    expect((await client.send({ method: 'GET', path: '/' })).answer?.text).toBe('ok');
    expect((await client.send({ record, method: 'PUT', path: '/', content: '{}' })).silence).toBeTruthy();
    expect(attempts).toEqual(['GET ', 'PUT ']);
  });

  test('returns no response and does not retry when the response is incomplete', async () => {
    const { url, heard } = await startCannedServer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":');
    const { answer, silence } = await openTestClient(url).send({ method: 'GET', path: '/' });
    expect(answer).toBeUndefined();
    expect(silence).toBeTruthy();
    expect(heard).toHaveLength(1);
  });

  test.each([429, 503])('returns %i with Retry-After without a retry', async (status) => {
    const { url, arrived } = await startOrigin((_, response) =>
      response.writeHead(status, { 'retry-after': '0' }).end(),
    );
    expect((await openTestClient(url).send({ method: 'GET', path: '/' })).answer?.status).toBe(status);
    expect(arrived).toHaveLength(1);
  });
});

describe('sent requests', () => {
  test('requests JSON without coding, with a product name', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    await openTestClient(url).send({ method: 'GET', path: '/' });
    expect(arrived[0]?.headers).toMatchObject({
      accept: expect.stringMatching(/^application\/json, /),
      'accept-encoding': 'identity',
      'accept-language': 'en',
      'user-agent': 'assay',
    });
  });

  test('prefers fields of the caller to those of the client, ignores case, and sends each once', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const client = openTestClient(url, {
      headers: { Authorization: { name: 'TOKEN', reveal: () => 'Bearer t' }, 'X-A': 'client' },
    });
    await client.send({
      record,
      method: 'POST',
      path: '/',
      headers: { 'x-a': 'request', ACCEPT: 'text/html' },
      content: '{}',
    });
    expect(arrived[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'x-a': 'request', accept: 'text/html' });
    const names = arrived[0]?.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()) ?? [];
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a%2Fb',
    '/%7euser',
    '/a%20b',
    '/a//b',
    '/x?q=%27&r=a+b',
    '/x?',
    '//host/x',
  ])('arrives unchanged: %s', async (path) => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const client = openTestClient(url);
    const sent = await client.send({ method: 'GET', path });
    await client.raw({ method: 'GET', path });
    expect(arrived.map(({ target }) => target)).toEqual([path, path]);
    expect(sent.path).toBe(path);
  });

  test.each(['/api/v1', '/api/v1/'])('goes below the path of the base URL %s', async (base) => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const client = openTestClient(url + base, {
      callers: { full: { headers: {}, query: { key: { name: 'KEY', reveal: () => 'a b&c' } } } },
    });
    await client.send({ method: 'GET', path: '/orders' });
    await client.send({ method: 'GET', path: 'orders?limit=1' });
    await client.send({ method: 'GET', path: `${url}/api/v1/orders?cursor=2` });
    expect(arrived.map(({ target }) => target)).toEqual([
      '/api/v1/orders?key=a%20b%26c',
      '/api/v1/orders?limit=1&key=a%20b%26c',
      '/api/v1/orders?cursor=2&key=a%20b%26c',
    ]);
  });

  test('never goes to another origin', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const other = await startOrigin((_, response) => response.end());
    const client = openTestClient(url);
    await expect(client.send({ method: 'GET', path: `${other.url}/orders` })).rejects.toThrow(
      `${other.url} is not the target's origin ${url}`,
    );
    await expect(client.raw({ method: 'GET', path: `${other.url}/orders` })).rejects.toThrow('origin');
    await expect(client.send({ method: 'GET', path: url.replace('http:', 'https:') })).rejects.toThrow('origin');
    expect([...arrived, ...other.arrived]).toEqual([]);
    expect(client.count()).toBe(0);
  });
});

describe('a document elsewhere', () => {
  test('is requested without credentials, and a redirect is not followed', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.writeHead(302, { location: '/other' }).end());
    const secret = { name: 'KEY', reveal: () => 'hush' };
    const full = { headers: { 'x-key': secret, cookie: 'a=b' }, query: { key: secret } };
    const client = openTestClient('http://127.0.0.1:1', { headers: full.headers, callers: { full, none: full } });
    const exchange = await client.fetchForeign(`${url}/openapi.json?v=1`, { accept: 'application/yaml' });
    expect(exchange.answer?.status).toBe(302);
    expect(arrived.map(({ target }) => target)).toEqual(['/openapi.json?v=1']);
    expect(arrived[0]?.headers).toMatchObject({ accept: 'application/yaml', 'user-agent': 'assay' });
    expect(Object.keys(arrived[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-key']));
    expect(arrived[0]?.headers.cookie).toBeUndefined();
    expect([client.count(), client.getRecord(exchange).request.url]).toEqual([1, `${url}/openapi.json?v=1`]);
  });
});

describe('received responses', () => {
  test('keeps repeated fields apart and in order', async () => {
    const { url } = await startCannedServer(
      'HTTP/1.1 200 OK\r\nLink: <a>\r\nSet-Cookie: a=1\r\nLINK: <b>\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n',
    );
    const client = openTestClient(url);
    for (const { answer } of [
      await client.send({ method: 'GET', path: '/' }),
      await client.raw({ method: 'GET', path: '/' }),
    ]) {
      expect(answer?.headers).toMatchObject({ link: ['<a>', '<b>'], 'set-cookie': ['a=1', 'b=2'] });
    }
  });

  test('has text when the content is not JSON, and no JSON when there is no content', async () => {
    const { url } = await startOrigin(({ url: path }, response) => response.end(path === '/html' ? '<p>{}</p>' : ''));
    const client = openTestClient(url);
    const html = await client.send({ method: 'GET', path: '/html' });
    expect([html.answer?.text, html.answer?.json]).toEqual(['<p>{}</p>', undefined]);
    const empty = await client.send({ method: 'GET', path: '/' });
    expect([empty.answer?.text, empty.answer?.json]).toEqual(['', undefined]);
  });

  test('is complete when a character is split between two chunks', async () => {
    const { url } = await startOrigin((_, response) => {
      const [first, second] = [Buffer.from('"\u{1F600}"').subarray(0, 3), Buffer.from('"\u{1F600}"').subarray(3)];
      response.write(first, () => response.end(second));
    });
    expect((await openTestClient(url).send({ method: 'GET', path: '/' })).answer?.json).toBe('\u{1F600}');
  });

  test('is missing with a reason when 204 has content', async () => {
    const { url } = await startCannedServer('HTTP/1.1 204 No Content\r\nContent-Length: 12\r\n\r\n{"done":true}');
    const client = openTestClient(url);
    const { answer, silence } = await client.send({ record, method: 'DELETE', path: '/' });
    expect(answer === undefined ? silence : answer.status).not.toBe(204);
    expect(silence).toMatch(/HPE_|SOCKET|content/i);
  });

  test('is a missing answer when content is longer than 16 MiB, and the rest is not read', async () => {
    const mebi = Buffer.alloc(1024 * 1024, 'x');
    let written = 0;
    const url = await startSocketServer((socket) => {
      const pour = () => {
        while (!socket.destroyed && written < 400 && socket.write(mebi)) written += 1;
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n');
        socket.on('drain', pour);
        pour();
      });
    });
    const { silence } = await openTestClient(url).send({ method: 'GET', path: '/' });
    expect(silence).toBe('content longer than 16777216 octets');
    expect(written).toBeLessThan(100);
  });
});

describe('the deadline', () => {
  test('ends a request without a response, with a reason', async () => {
    const url = await startSocketServer(() => {});
    const begun = performance.now();
    const { answer, silence } = await openTestClient(url, { timeoutMs: 120 }).send({ method: 'GET', path: '/' });
    expect(answer).toBeUndefined();
    expect(silence).toBe('no answer within 120 ms');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(119);
  });

  /** Keeps this process busy, like the parsing of a huge response to another request. */
  const beBusy = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };

  test.each(['send', 'raw'] as const)('does not count time in which the kit is busy: %s', async (way) => {
    let answered = 0;
    const url = await startSocketServer((socket) => {
      socket.on('data', () => {
        answered += 1;
        socket.write(ok);
        if (answered === 1) beBusy(600);
      });
    });
    const { answer, silence } = await openTestClient(url, { timeoutMs: 200 })[way]({ method: 'GET', path: '/' });
    expect([answer?.status, silence]).toEqual([200, undefined]);
  });

  test('is extended by a limited time only', async () => {
    const url = await startSocketServer(() => {});
    const busy = setInterval(() => beBusy(120), 1);
    const begun = performance.now();
    const { silence } = await openTestClient(url, { timeoutMs: 100 }).send({ method: 'GET', path: '/' });
    clearInterval(busy);
    expect(silence).toBe('no answer within 100 ms');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('is that of the request if it has one, else that of the client', async () => {
    const url = await startSocketServer(() => {});
    const exchange = await openTestClient(url, { timeoutMs: 600_000 }).send({
      method: 'GET',
      path: '/',
      timeoutMs: 30,
    });
    expect(exchange.silence).toBe('no answer within 30 ms');
  });

  test('also ends content that arrives slowly', async () => {
    const url = await startSocketServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
        const drip = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    const { answer, silence } = await openTestClient(url, { timeoutMs: 150 }).send({ method: 'GET', path: '/' });
    expect([answer, silence]).toEqual([undefined, 'no answer within 150 ms']);
  });

  test('leaves the client usable for the next request', async () => {
    let requests = 0;
    const url = await startSocketServer((socket) => socket.on('data', () => ++requests > 1 && socket.write(ok)));
    const client = openTestClient(url, { timeoutMs: 100, connections: 1 });
    expect((await client.send({ method: 'GET', path: '/' })).silence).toContain('100 ms');
    expect((await client.send({ method: 'GET', path: '/', timeoutMs: 10_000 })).answer?.text).toBe('ok');
  });
});

describe('the pace', () => {
  test('spaces requests when many are sent at the same time', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const client = openTestClient(url, { ratePerSecond: 50 });
    const begun = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => client.send({ method: 'GET', path: '/' })));
    expect(arrived).toHaveLength(6);
    // Timers may fire a millisecond early; five gaps of 20 ms cannot.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(95);
  });

  test('is unlimited by default', async () => {
    const held: (() => void)[] = [];
    const { url } = await startOrigin((_, response) => {
      held.push(() => response.end());
      if (held.length === 8) for (const release of held) release();
    });
    const client = openTestClient(url);
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => client.send({ method: 'GET', path: '/' })));
    expect(exchanges.map(({ answer }) => answer?.status)).toEqual(Array(8).fill(200));
  });
});

test('a port without a server is a missing answer with the name of the error', async () => {
  const server = createServer();
  const url = await listenOnFreePort(server);
  await new Promise((done) => server.close(done));
  const client = openTestClient(url);
  expect((await client.send({ method: 'GET', path: '/' })).silence).toContain('ECONNREFUSED');
  expect((await client.raw({ method: 'GET', path: '/' })).silence).toContain('ECONNREFUSED');
});
