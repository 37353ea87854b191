import { once } from 'node:events';
import { Agent, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../../test/cli/find-secrets.fixture.js';
import { startCannedServer, startOrigin, startSocketServer } from '../../http/origin.fixture.js';
import { startTlsOrigin, testAuthority } from '../../http/transport/tls-origin.fixture.js';
import { fetchRaw, openRequest, type Received, sendRaw, startProxy } from './proxy.fixture.js';

const readField = ({ raw }: Received, name: string): string | undefined =>
  raw[raw.findIndex((one, i) => i % 2 === 0 && one.toLowerCase() === name) + 1];

/** Without it, a response ends the connection of its client. */
const keepAlive = new Agent({ keepAlive: true });

const json = { 'Content-Type': 'application/json' };

describe('the tape', () => {
  test('has the fields, the content and the time of each exchange', async () => {
    const { url } = await startOrigin((_, response) => response.writeHead(201, json).end('{"id":1}'));
    const proxy = await startProxy(url);
    await fetchRaw(`${proxy.baseUrl}/a?b=c`, { method: 'POST', headers: json }, (sent) => sent.end('{"a":"b"}'));
    const [entry] = await proxy.end();
    expect(entry).toMatchObject({
      n: 1,
      request: { method: 'POST', url: `${url}/a?b=c`, content: '{"a":"b"}' },
      answer: { status: 201, content: '{"id":1}' },
    });
    expect(entry?.request.headers).toEqual({
      'content-type': 'application/json',
      host: new URL(url).host,
      'content-length': '9',
    });
    expect(entry?.at).toBeGreaterThan(0);
    expect(entry?.ms).toBeGreaterThan(0);
  });

  test.each([
    ['JSON that is compressed', gzipSync('{"a":1}'), { ...json, 'Content-Encoding': 'gzip' }, { content: '{"a":1}' }],
    ['text', Buffer.from('a'), { 'Content-Type': 'text/plain' }, { content: 'a' }],
    ['problem details', Buffer.from('{}'), { 'Content-Type': 'application/problem+json' }, { content: '{}' }],
    ['JSON without a type', Buffer.from(' {"a":1}'), {}, { content: ' {"a":1}' }],
    ['octets without a type', Buffer.from('<a>'), {}, { cutFrom: 3 }],
    ['an image', Buffer.from([1, 2]), { 'Content-Type': 'image/png' }, { cutFrom: 2 }],
    ['HTML', Buffer.from('<p>'), { 'Content-Type': 'text/html' }, { cutFrom: 3 }],
    ['XML', Buffer.from('<p/>'), { 'Content-Type': 'application/xml' }, { cutFrom: 4 }],
    ['text in another charset', Buffer.from([0xe9]), { 'Content-Type': 'text/plain' }, { cutFrom: 1 }],
    ['an unknown coding', Buffer.from('ab'), { ...json, 'Content-Encoding': 'zstd' }, { cutFrom: 2 }],
    ['nothing', Buffer.alloc(0), json, {}],
  ] as const)('has %s as it is, or its length', async (_, body, fields, expected) => {
    const { url } = await startOrigin((_, response) => response.writeHead(200, fields).end(body));
    const proxy = await startProxy(url);
    await fetchRaw(proxy.baseUrl, { method: 'PUT', headers: fields }, (sent) => sent.end(body));
    const [{ request, answer } = {}] = await proxy.end();
    for (const message of [request, answer]) {
      const { content, cutFrom } = message ?? {};
      expect(JSON.parse(JSON.stringify({ content, cutFrom }))).toEqual(expected);
    }
  });

  test('has the beginning of long content, and its length', async () => {
    const text = JSON.stringify('x'.repeat(3 * 1024 * 1024));
    const { url } = await startOrigin((_, response) => response.writeHead(200, json).end(text));
    const proxy = await startProxy(url);
    await fetchRaw(proxy.baseUrl, { method: 'PUT', headers: json }, (sent) => sent.end(text));
    const [{ request, answer } = {}] = await proxy.end();
    for (const message of [request, answer]) {
      expect(message?.cutFrom).toBe(text.length);
      expect(message?.content).toBe(text.slice(0, 1024 * 1024));
    }
  });

  test('has no half of a character where content is cut', async () => {
    const text = `"${'\u00e9'.repeat(1024 * 1024)}"`;
    const { url } = await startOrigin((_, response) => response.writeHead(200, json).end(text));
    const proxy = await startProxy(url);
    await fetchRaw(proxy.baseUrl);
    const [{ answer } = {}] = await proxy.end();
    expect(answer?.cutFrom).toBe(Buffer.byteLength(text));
    expect(answer?.content?.length).toBeGreaterThan(500_000);
    expect(text.startsWith(answer?.content ?? 'nothing')).toBe(true);
  });

  test('has requests that overlap, by the time of their beginning', async () => {
    let release: () => void = () => {};
    const { url } = await startOrigin((request, response) => {
      if (request.url === '/slow') release = () => void response.end();
      else response.end();
    });
    const proxy = await startProxy(url);
    const slow = fetchRaw(`${proxy.baseUrl}/slow`);
    // The second request is sent once the first has arrived.
    while (proxy.counts.exchanges === 0) await new Promise(setImmediate);
    await fetchRaw(`${proxy.baseUrl}/fast`);
    release();
    await slow;
    const [first, second] = await proxy.end();
    expect([first?.request.url, second?.request.url]).toEqual([`${url}/slow`, `${url}/fast`]);
    expect(first?.at).toBeLessThanOrEqual(second?.at ?? 0);
  });
});

describe('errors of the proxy', () => {
  test('a target that refuses connections', async () => {
    const { url } = await startOrigin(() => {});
    const closed = url.replace(/\d+$/, '1');
    const proxy = await startProxy(closed);
    const received = await fetchRaw(proxy.baseUrl, { method: 'POST' }, (sent) => sent.end('a'));
    expect([received.status, readField(received, 'proxy-status')]).toEqual([502, 'assay; error=connection_refused']);
    expect(readField(received, 'content-type')).toBe('application/problem+json');
    expect(JSON.parse(`${received.body}`)).toMatchObject({
      status: 502,
      title: 'Bad Gateway',
      detail: expect.stringContaining('(from the proxy of assay record)'),
    });
    const [entry] = await proxy.end();
    expect(entry?.answer).toBeUndefined();
    expect(entry?.silence).toMatch(/^assay record: no answer from .*ECONNREFUSED/);
    expect(proxy.counts).toEqual({ exchanges: 1, answered: 0, unanswered: 1, refused: 0, aborted: 0, broken: 0 });
  });

  test.each([
    ['closes the connection', '', 502, 'connection_terminated'],
    ['sends what is not HTTP', 'SSH-2.0-a\r\n', 502, 'http_protocol_error'],
    ['sends no status code', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', 502, 'http_protocol_error'],
  ])('a target that %s', async (_, message, status, type) => {
    const { url } = await startCannedServer(message);
    const proxy = await startProxy(url);
    const received = await fetchRaw(proxy.baseUrl, { method: 'POST' }, (sent) => sent.end('a'));
    expect([received.status, readField(received, 'proxy-status')]).toEqual([status, `assay; error=${type}`]);
    expect(proxy.counts.unanswered).toBe(1);
  });

  test('a target that never answers', async () => {
    const url = await startSocketServer((socket) => void socket.resume());
    const proxy = await startProxy(url, { timeoutMs: 20 });
    const received = await fetchRaw(proxy.baseUrl);
    expect([received.status, readField(received, 'proxy-status')]).toEqual([504, 'assay; error=http_response_timeout']);
  });

  test('a client that takes its time for an upload is no timeout', async () => {
    const { url } = await startOrigin((request, response) => {
      if (request.method === 'POST') response.end('a');
    });
    const proxy = await startProxy(url, { timeoutMs: 500 });
    const { status } = await fetchRaw(proxy.baseUrl, { method: 'POST' }, async (sent) => {
      sent.write('b');
      // Each of these takes as long as the time in which a response must begin.
      for (let i = 0; i < 2; i += 1) expect((await fetchRaw(proxy.baseUrl)).status).toBe(504);
      sent.end();
    });
    expect(status).toBe(200);
  });

  test('a target with an unknown certificate; with its authority it is trusted', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end('a'));
    const distrusting = await fetchRaw((await startProxy(url)).baseUrl);
    expect(readField(distrusting, 'proxy-status')).toBe('assay; error=tls_certificate_error');
    for (const tls of [{ ca: [testAuthority] }, { isInsecure: true }]) {
      const proxy = await startProxy(url, { tls });
      expect(`${(await fetchRaw(proxy.baseUrl)).body}`).toBe('a');
      expect((await proxy.end())[0]?.request.url).toBe(`${url}/`);
    }
  });

  test('a 502 of the service is none', async () => {
    const { url } = await startOrigin((_, response) => response.writeHead(502).end());
    const proxy = await startProxy(url);
    const received = await fetchRaw(proxy.baseUrl);
    expect([received.status, received.raw.includes('Proxy-Status')]).toEqual([502, false]);
    expect((await proxy.end())[0]?.answer?.status).toBe(502);
    expect(proxy.counts).toMatchObject({ answered: 1, unanswered: 0 });
  });

  test('an idle connection that the service closed is replaced without an error', async () => {
    let count = 0;
    const url = await startSocketServer((socket) => {
      socket.on('data', () => {
        count += 1;
        // The second request on a connection meets its end.
        if (count === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na');
      });
    });
    const proxy = await startProxy(url);
    await fetchRaw(proxy.baseUrl);
    expect([(await fetchRaw(proxy.baseUrl)).status, count]).toEqual([200, 3]);
    expect(await proxy.end()).toHaveLength(2);
  });

  test('a write is never sent again', async () => {
    let count = 0;
    const url = await startSocketServer((socket) => {
      socket.on('data', () => {
        count += 1;
        if (count === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na');
      });
    });
    const proxy = await startProxy(url);
    await fetchRaw(proxy.baseUrl);
    const received = await fetchRaw(proxy.baseUrl, { method: 'DELETE' });
    expect([received.status, count]).toEqual([502, 2]);
  });
});

describe('what is refused', () => {
  test.each([
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 501],
    ['WebSocket', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 501],
    ['another origin', 'GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n', 421],
    ['what is not HTTP', 'hello\r\n\r\n', 400],
  ])('%s', async (_, message, status) => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const proxy = await startProxy(url);
    const received = await sendRaw(proxy.baseUrl, message);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*Proxy-Status: assay; error=[^]*from the proxy`));
    expect([proxy.counts.refused, proxy.counts.unanswered, arrived]).toEqual([1, 0, []]);
  });

  test('not an absolute form of the target or of the proxy', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const proxy = await startProxy(url);
    for (const origin of [url, proxy.baseUrl])
      await sendRaw(proxy.baseUrl, `GET ${origin}?a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(arrived.map(({ target }) => target)).toEqual(['/?a', '/?a']);
  });
});

describe('an exchange that is cut', () => {
  test('by the service: the client sees it, too', async () => {
    const { url } = await startCannedServer(
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc',
    );
    const proxy = await startProxy(url);
    await expect(fetchRaw(proxy.baseUrl)).rejects.toThrow('aborted');
    const [entry] = await proxy.end();
    expect(entry?.answer).toMatchObject({ status: 200, content: 'abc', cutFrom: 3 });
    expect(proxy.counts).toMatchObject({ answered: 1, broken: 1, aborted: 0, unanswered: 0 });
  });

  test('by a reset of the service within an upload: the client sees it, too', async () => {
    let reset: () => void = () => {};
    const url = await startSocketServer((socket) => {
      reset = () => void socket.resetAndDestroy();
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'));
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl, { method: 'POST' });
    sent.on('error', () => {});
    sent.write('a');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    reset();
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    await proxy.end();
    expect(proxy.counts).toMatchObject({ answered: 1, broken: 1, unanswered: 0 });
  });

  test('by the service after its response: the client can send the rest', async () => {
    let reset: () => void = () => {};
    const url = await startSocketServer((socket) => {
      reset = () => void socket.resetAndDestroy();
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl, { method: 'POST', agent: keepAlive });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(Buffer.alloc(32 * 1024 * 1024));
    const [response] = await answered;
    await once(response.resume(), 'end');
    reset();
    sent.end();
    await once(sent, 'finish');
    expect(response.statusCode).toBe(413);
    const [entry] = await proxy.end();
    expect(entry?.answer?.status).toBe(413);
  });

  test('by the client within its request, after the response: the service sees it, too', async () => {
    let end: (value: unknown) => void = () => {};
    const ended = new Promise((resolve) => {
      end = resolve;
    });
    const url = await startSocketServer((socket) => {
      socket.on('close', end);
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'));
    });
    const proxy = await startProxy(url);
    const options = { method: 'POST', agent: keepAlive, headers: { 'Content-Length': '9' } };
    const sent = openRequest(proxy.baseUrl, options);
    sent.on('error', () => {});
    sent.write('abc');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    sent.destroy();
    await ended;
    const [entry] = await proxy.end();
    expect(entry?.answer).toMatchObject({ status: 200, headers: { 'content-length': '1' } });
    expect(entry?.request.cutFrom).toBe(3);
  });

  test('by the client before the response: the service sees it, too', async () => {
    let ended: (value: unknown) => void = () => {};
    const isEnded = new Promise((resolve) => {
      ended = resolve;
    });
    let arrived: (value: unknown) => void = () => {};
    const hasArrived = new Promise((resolve) => {
      arrived = resolve;
    });
    const { url } = await startOrigin((request, response) => {
      arrived(request.url);
      response.on('close', () => ended(response.writableFinished));
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl);
    sent.on('error', () => {});
    sent.end();
    await hasArrived;
    sent.destroy();
    expect(await isEnded).toBe(false);
    const [entry] = await proxy.end();
    expect(entry?.silence).toContain('the client closed the connection');
    expect(proxy.counts).toMatchObject({ aborted: 1, unanswered: 0, broken: 0 });
  });

  test('by the client within its request: the service sees it, too', async () => {
    let read: (octets: number) => void = () => {};
    const ended = new Promise<number>((resolve) => {
      read = resolve;
    });
    let begun: (value: unknown) => void = () => {};
    const hasBegun = new Promise((resolve) => {
      begun = resolve;
    });
    const url = await startSocketServer((socket) => {
      let octets = 0;
      socket.on('data', (chunk) => {
        octets += chunk.length;
        if (String(chunk).includes('abc')) begun(true);
      });
      socket.on('close', () => read(octets));
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl, { method: 'POST', headers: { ...json, 'Content-Length': '9' } });
    sent.on('error', () => {});
    sent.write('abc');
    await hasBegun;
    sent.destroy();
    expect(await ended).toBeGreaterThan(0);
    const [entry] = await proxy.end();
    expect(entry?.request).toMatchObject({ content: 'abc', cutFrom: 3 });
  });

  test('by the end of the recording', async () => {
    const { url } = await startOrigin((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    await once(response, 'data');
    const [entry] = await proxy.end();
    expect(entry?.answer).toMatchObject({ content: 'data: 1\n\n', cutFrom: 9 });
  });
});

describe('no credential reaches the disk', () => {
  const canary = (name: string): string => `${name}7f3a9c5e1b8d2640canary`;
  const token = [{ alg: 'none' }, { sub: 'canary-of-the-token' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const jwt = `${token.join('.')}.c2lnbmF0dXJlLW9mLWNhbmFyeQ`;
  const places: readonly (readonly [
    string,
    string,
    string,
    Record<string, string>,
    string,
    Record<string, string>,
    string,
  ])[] = [
    ['Authorization', canary('bearer'), '/', { Authorization: `Bearer ${canary('bearer')}` }, '', {}, ''],
    [
      'Authorization, echoed',
      canary('echo'),
      '/',
      { Authorization: `Bearer ${canary('echo')}` },
      '',
      json,
      `{"you":"sent ${canary('echo')}"}`,
    ],
    [
      'a password',
      canary('basic'),
      '/',
      { Authorization: `Basic ${btoa(`u:${canary('basic')}`)}` },
      '',
      json,
      `{"you":"${canary('basic')}"}`,
    ],
    ['Cookie', canary('cookie'), '/', { Cookie: `a=b; sid=${canary('cookie')}` }, '', json, `["${canary('cookie')}"]`],
    [
      'Set-Cookie',
      canary('set'),
      '/',
      {},
      '',
      { ...json, 'Set-Cookie': `sid=${canary('set')}; HttpOnly` },
      `["${canary('set')}"]`,
    ],
    ['a key in a field', canary('key'), '/', { 'X-Api-Key': canary('key') }, '', json, `["${canary('key')}"]`],
    ['a query', canary('query'), `/?access_token=${canary('query')}`, {}, '', json, `["${canary('query')}"]`],
    ['a signed address', canary('signed'), `/?X-Amz-Signature=${canary('signed')}`, {}, '', {}, ''],
    [
      'the content of a request',
      canary('sent'),
      '/',
      json,
      `{"user":"a","password":"${canary('sent')}"}`,
      json,
      `["${canary('sent')}"]`,
    ],
    [
      'a form',
      canary('form'),
      '/',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      `client_secret=${canary('form')}&a=b`,
      {},
      '',
    ],
    [
      'a part of a multipart message',
      canary('part'),
      '/',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${canary('part')}\r\n--x--`,
      {},
      '',
    ],
    ['XML', canary('xml'), '/', { 'Content-Type': 'text/xml' }, `<password>${canary('xml')}</password>`, {}, ''],
    [
      'the content of a response',
      canary('got'),
      '/',
      {},
      '',
      json,
      `{"access_token":"${canary('got')}","expires_in":60}`,
    ],
    [
      'compressed content',
      canary('gzip'),
      '/',
      {},
      '',
      { ...json, 'Content-Encoding': 'gzip' },
      `{"token":"${canary('gzip')}"}`,
    ],
    [
      'a page',
      canary('page'),
      '/',
      {},
      '',
      { 'Content-Type': 'text/html' },
      `<input name="csrf" value="${canary('page')}">`,
    ],
    ['Location', canary('location'), '/', {}, '', { Location: `/#access_token=${canary('location')}` }, ''],
    ['a JSON Web Token without a name', jwt, '/', {}, '', { 'Content-Type': 'text/plain' }, `take ${jwt}`],
    ['Proxy-Authorization', canary('proxy'), '/', { 'Proxy-Authorization': `Bearer ${canary('proxy')}` }, '', {}, ''],
    [
      'a name that --redact gives',
      canary('own'),
      '/?x-customer=1',
      { 'X-Customer': canary('own') },
      '',
      json,
      `{"xCustomer":"${canary('own')}"}`,
    ],
  ];

  test.each(places)('%s', async (_, secret, path, sentFields, sentContent, gotFields, gotContent) => {
    const got = 'Content-Encoding' in gotFields ? gzipSync(gotContent) : gotContent;
    const { url, arrived } = await startOrigin((_, response) => response.writeHead(200, gotFields).end(got));
    const proxy = await startProxy(url, { names: ['X-Customer'] });
    await fetchRaw(proxy.baseUrl + path, { method: 'POST', headers: sentFields }, (sent) => sent.end(sentContent));
    const [entry] = await proxy.end();
    expect(entry?.answer?.status).toBe(200);
    expect([arrived[0]?.content, entry?.request.method]).toEqual([sentContent, 'POST']);
    expect(findSecrets(proxy.readTape(), { secret })).toEqual([]);
  });

  test('of a stream whose client leaves within it', async () => {
    const { url } = await startOrigin((_, response) => {
      response.writeHead(200, json);
      response.write(`{"token":"${canary('cut')}`);
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    sent.destroy();
    const [entry] = await proxy.end();
    expect(entry?.answer?.content).toBe('{"token":"[redacted]');
    expect(findSecrets(proxy.readTape(), { secret: canary('cut') })).toEqual([]);
  });

  test('but two callers stay two, and one stays one', async () => {
    const { url } = await startOrigin((_, response) => response.end());
    const proxy = await startProxy(url);
    for (const name of ['first', 'second', 'first'])
      await fetchRaw(proxy.baseUrl, { headers: { Authorization: `Bearer ${canary(name)}` } });
    const shown = (await proxy.end()).map(({ request }) => request.headers.authorization);
    expect(shown[0]).toBe(shown[2]);
    expect(shown[0]).not.toBe(shown[1]);
  });
});

test('a port that is taken, and a target that is the proxy itself, are refused', async () => {
  const { url } = await startOrigin((_, response) => response.end());
  const port = Number(new URL(url).port);
  await expect(startProxy(url, { port })).rejects.toThrow(`--port ${port}: `);
  const free = await startProxy(url);
  const own = Number(new URL(free.baseUrl).port);
  await free.end();
  await expect(startProxy(`http://localhost:${own}`, { port: own })).rejects.toThrow('the proxy itself');
});
