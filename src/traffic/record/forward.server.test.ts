import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startCannedServer } from '../../http/origin.fixture.js';
import { startStreamingOrigin } from './origin.fixture.js';
import { fetchRaw, listEndToEnd, openRequest, sendRaw, startProxy } from './proxy.fixture.js';

/** What an origin received of a request. */
interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly raw: readonly string[];
  readonly trailers: readonly string[];
  readonly body: Buffer;
}

async function readRequest(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url: target = '', rawHeaders: raw, rawTrailers: trailers } = request;
  return { method, target, raw, trailers, body: Buffer.concat(chunks) };
}

/** Serves, and records what arrives before `listener` answers. */
async function record(listener: RequestListener): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const url = await startStreamingOrigin(async (request, response) => {
    arrived.push(await readRequest(request));
    listener(request, response);
  });
  return { url, arrived };
}

const binary = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
const bodies: readonly (readonly [string, Buffer, Record<string, string>])[] = [
  ['JSON', Buffer.from('{"name":"caf\u00e9"}'), { 'Content-Type': 'application/json' }],
  ['every octet', binary, { 'Content-Type': 'application/octet-stream' }],
  ['gzip', gzipSync('{"a":1}'), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ['not the coding that it names', binary, { 'Content-Encoding': 'br' }],
  ['nothing', Buffer.alloc(0), {}],
  ['latin1', Buffer.from('caf\u00e9', 'latin1'), { 'Content-Type': 'text/plain; charset=iso-8859-1' }],
];

describe('octets are unchanged', () => {
  const cases = bodies.flatMap(([name, body, fields]) =>
    ['with a length', 'in chunks'].flatMap((framing) =>
      ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'].map((method) => ({ name, body, fields, framing, method })),
    ),
  );

  test.each(cases)('$method of $name $framing', async ({ body, fields, framing, method }) => {
    const framed = {
      ...fields,
      ...(framing === 'in chunks' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': `${body.length}` }),
    };
    const { url, arrived } = await record((_, response) => response.writeHead(200, 'Fine', framed).end(body));
    const proxy = await startProxy(url);
    const sent = { method, headers: { 'X-One': 'a', ...framed } };
    const [direct, proxied] = [
      await fetchRaw(`${url}/a%2Fb?c=d&c=%20`, sent, (request) => request.end(body)),
      await fetchRaw(`${proxy.baseUrl}/a%2Fb?c=d&c=%20`, sent, (request) => request.end(body)),
    ];
    const [plain, forwarded] = arrived;
    expect(listEndToEnd(proxied.raw)).toEqual(listEndToEnd(direct.raw));
    expect({ ...proxied, raw: [] }).toEqual({ ...direct, raw: [] });
    expect(proxied.body.equals(body)).toBe(true);
    expect(listEndToEnd(forwarded?.raw ?? [])).toEqual(listEndToEnd(plain?.raw ?? []));
    expect({ ...forwarded, raw: [] }).toEqual({ ...plain, raw: [] });
    expect(forwarded?.body.equals(body)).toBe(true);
  });

  test.each([
    ['HEAD', 200, { 'Content-Length': '42', Trailer: 'X-Sum', ETag: '"a"' }],
    ['HEAD', 200, { 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum' }],
    ['GET', 204, { 'X-A': 'b' }],
    ['GET', 304, { ETag: '"a"', 'Content-Length': '42' }],
    ['POST', 201, { Location: '/items/1', 'Content-Length': '0' }],
    ['GET', 418, { 'Content-Length': '0' }],
    ['GET', 599, { 'Content-Length': '0' }],
    ['PROPFIND', 207, { 'Content-Length': '0' }],
    ['DELETE', 204, {}],
  ] as const)('%s with %i and %o', async (method, status, fields) => {
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const { url } = await startCannedServer(`HTTP/1.1 ${status} Its Reason\r\n${head.join('')}\r\n`, false);
    const proxy = await startProxy(url);
    const direct = await fetchRaw(url, { method });
    const proxied = await fetchRaw(proxy.baseUrl, { method });
    const isChunked = 'Transfer-Encoding' in fields;
    const lines = listEndToEnd(direct.raw).filter((line) => isChunked || !line.startsWith('Trailer'));
    expect(listEndToEnd(proxied.raw)).toEqual(lines);
    expect({ ...proxied, raw: [] }).toEqual({ ...direct, raw: [] });
  });

  test('a request without content gets neither a length nor a coding', async () => {
    const { url, arrived } = await record((_, response) => response.end());
    const proxy = await startProxy(url);
    for (const method of ['POST', 'PUT', 'GET', 'DELETE'])
      await sendRaw(proxy.baseUrl, `${method} /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(arrived.map(({ raw }) => raw.filter((_, i) => i % 2 === 0))).toEqual(
      arrived.map(() => ['Host', 'Via', 'Connection']),
    );
  });
});

describe('fields', () => {
  test('of any number are passed on, and a request without Host is for the service to judge', async () => {
    const many = 'a: 1\r\n'.repeat(2_100);
    const { url, heard } = await startCannedServer(`HTTP/1.1 200 OK\r\n${many}Content-Length: 0\r\n\r\n`);
    const proxy = await startProxy(url);
    const received = await sendRaw(proxy.baseUrl, `GET / HTTP/1.1\r\nConnection: close\r\n${many}\r\n`);
    const count = (text: string) => text.split('a: 1\r\n').length - 1;
    expect([count(heard.join('')), count(received)]).toEqual([2_100, 2_100]);
  });

  test('that announce trailers are removed from a message that can have none', async () => {
    const { url, arrived } = await record((_, response) => response.end());
    const proxy = await startProxy(url);
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTrailer: X-Sum\r\nContent-Length: 1\r\n\r\na';
    expect(await sendRaw(proxy.baseUrl, head)).toMatch(/^HTTP\/1\.1 200 /);
    expect([arrived[0]?.raw.includes('Trailer'), `${arrived[0]?.body}`]).toEqual([false, 'a']);
  });

  test('keep their order, case and repetitions in a request; those of the connection are removed', async () => {
    const { url, arrived } = await record((_, response) => response.end());
    const proxy = await startProxy(url);
    const lines = [
      'hOST: client.example',
      'X-B: 1',
      'x-a: caf\u00e9',
      'X-B: 2',
      'Connection: close, X-Hop',
      'X-Hop: gone',
      'Proxy-Authorization: Basic Zm9vOmJhcg==',
      'Keep-Alive: timeout=1',
      'TE: trailers, gzip',
      'Upgrade: h2c',
      'Cookie: a=b',
      'Via: 1.0 first',
      'X-Empty:',
    ];
    await sendRaw(proxy.baseUrl, `GET /a HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const { host } = new URL(url);
    expect(arrived[0]?.raw).toEqual(
      [
        ['hOST', host],
        ['X-B', '1'],
        ['x-a', 'caf\u00e9'],
        ['X-B', '2'],
        ['Cookie', 'a=b'],
        ['Via', '1.0 first'],
        ['X-Empty', ''],
        ['Via', '1.1 assay'],
        ['TE', 'trailers'],
        ['Connection', 'TE'],
      ].flat(),
    );
  });

  test('keep their order, case and repetitions in a response', async () => {
    const head =
      'hTTP-x: 1\r\nSet-Cookie: a=1\r\nX-B: 2\r\nset-cookie: b=2\r\nConnection: close, x-hop\r\nX-Hop: gone\r\n';
    const { url } = await startCannedServer(`HTTP/1.1 200 OK\r\n${head}Content-Length: 0\r\n\r\n`);
    const proxy = await startProxy(url);
    const { raw } = await fetchRaw(proxy.baseUrl);
    expect(raw.slice(0, -2)).toEqual(
      [
        ['hTTP-x', '1'],
        ['Set-Cookie', 'a=1'],
        ['X-B', '2'],
        ['set-cookie', 'b=2'],
        ['Content-Length', '0'],
      ].flat(),
    );
  });

  test.each([
    ['/items/1', '/items/1'],
    ['TARGET/items/1?a=b', 'PROXY/items/1?a=b'],
    ['TARGET', 'PROXY'],
    ['TARGET.example/items/1', 'TARGET.example/items/1'],
    ['https://other.example/items/1', 'https://other.example/items/1'],
  ])('Location %s is passed on as %s', async (sent, expected) => {
    const { url } = await record((_, response) =>
      response.writeHead(201, { Location: sent.replace('TARGET', url), 'Content-Location': `${url}/b` }).end(url),
    );
    const proxy = await startProxy(url);
    const { raw, body } = await fetchRaw(proxy.baseUrl);
    const fields = new Map(raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1]] as const] : [])));
    expect(fields.get('Location')).toBe(expected.replace('TARGET', url).replace('PROXY', proxy.baseUrl));
    expect(fields.get('Content-Location')).toBe(`${url}/b`);
    expect(`${body}`).toBe(url);
    expect((await proxy.end())[0]?.answer?.headers.location).toBe(sent.replace('TARGET', url));
  });

  test('trailers are passed on in both directions', async () => {
    const { url, arrived } = await record((_, response) => {
      response.writeHead(200, { Trailer: 'X-Sum' });
      response.write('a');
      response.addTrailers({ 'X-Sum': '1' });
      response.end('b');
    });
    const proxy = await startProxy(url);
    const options = { method: 'POST', headers: { Trailer: 'X-Check', 'Transfer-Encoding': 'chunked' } };
    const { trailers, body } = await fetchRaw(proxy.baseUrl, options, (sent) => {
      sent.write('c');
      sent.addTrailers({ 'X-Check': '2' });
      sent.end('d');
    });
    expect([`${body}`, trailers]).toEqual(['ab', ['X-Sum', '1']]);
    expect([`${arrived[0]?.body}`, arrived[0]?.trailers]).toEqual(['cd', ['X-Check', '2']]);
  });

  test('a base URL with a path is kept', async () => {
    const { url, arrived } = await record((_, response) => response.end());
    const proxy = await startProxy(`${url}/v1`);
    await fetchRaw(`${proxy.baseUrl}/items`);
    expect([proxy.baseUrl.endsWith('/v1'), arrived[0]?.target]).toEqual([true, '/v1/items']);
  });
});

describe('interim responses', () => {
  test('content is sent once the service has asked for it', async () => {
    const url = await startStreamingOrigin(async (request, response) => {
      response.writeContinue();
      const { body, raw } = await readRequest(request);
      response.end(`${raw.includes('100-continue')} ${body}`);
    }, 'checkContinue');
    const proxy = await startProxy(url);
    const options = { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': '2' } };
    const { body, interim } = await fetchRaw(proxy.baseUrl, options, (sent) => {
      sent.flushHeaders();
      sent.on('continue', () => sent.end('hi'));
    });
    expect([`${body}`, interim.map(({ status }) => status)]).toEqual(['true hi', [100]]);
  });

  test('content that the service refuses is never sent', async () => {
    let octets = 0;
    const url = await startStreamingOrigin((request, response) => {
      request.on('data', (chunk: Buffer) => {
        octets += chunk.length;
      });
      response.writeHead(413, { 'Content-Length': '0' }).end();
    }, 'checkContinue');
    const proxy = await startProxy(url);
    const options = { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': '2' } };
    const { status, interim, raw } = await fetchRaw(proxy.baseUrl, options, (sent) => sent.flushHeaders());
    expect([status, interim, octets]).toEqual([413, [], 0]);
    expect(raw.slice(-2)).toEqual(['Connection', 'close']);
    const [entry] = await proxy.end();
    expect(entry?.answer?.status).toBe(413);
    expect(entry?.request.cutFrom).toBe(0);
  });

  test('another expectation is for the service to judge', async () => {
    const url = await startStreamingOrigin((_, response) => response.writeHead(417).end(), 'checkExpectation');
    const proxy = await startProxy(url);
    expect((await fetchRaw(proxy.baseUrl, { headers: { Expect: 'more' } })).status).toBe(417);
  });

  test('102 and 103 are passed on as they are', async () => {
    const message =
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLINK: <b>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    const { url } = await startCannedServer(message);
    const proxy = await startProxy(url);
    const { interim } = await fetchRaw(proxy.baseUrl);
    expect(interim).toEqual([
      { status: 102, raw: [] },
      { status: 103, raw: ['Link', '</a.css>; rel=preload', 'LINK', '<b>'] },
    ]);
  });

  test('a client of HTTP/1.0 gets neither interim responses nor chunks', async () => {
    const url = await startStreamingOrigin((_, response) => {
      response.writeProcessing();
      response.write('a');
      response.end('b');
    });
    const proxy = await startProxy(url);
    const received = await sendRaw(proxy.baseUrl, 'GET / HTTP/1.0\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n\r\nab$/);
  });
});

describe('streams', () => {
  test('an event is delivered before the stream ends, and header fields before the first event', async () => {
    let emit: (text: string) => void = () => {};
    const url = await startStreamingOrigin((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      emit = (text) => void response.write(text);
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    emit('data: 1\n\n');
    expect(`${(await once(response, 'data'))[0]}`).toBe('data: 1\n\n');
    emit('data: 2\n\n');
    expect(`${(await once(response, 'data'))[0]}`).toBe('data: 2\n\n');
    sent.destroy();
    const [entry] = await proxy.end();
    expect(entry?.answer).toMatchObject({ status: 200, content: 'data: 1\n\ndata: 2\n\n', cutFrom: 18 });
    expect(proxy.counts).toMatchObject({ exchanges: 1, aborted: 1, broken: 0, unanswered: 0 });
  });

  test('the header section of an upload arrives before its content is sent', async () => {
    let begin: (value: unknown) => void = () => {};
    const hasBegun = new Promise((resolve) => {
      begin = resolve;
    });
    const url = await startStreamingOrigin(async (request, response) => {
      begin(true);
      response.end((await readRequest(request)).body);
    });
    const proxy = await startProxy(url);
    const { body } = await fetchRaw(proxy.baseUrl, { method: 'POST' }, async (sent) => {
      sent.flushHeaders();
      await hasBegun;
      sent.end('a');
    });
    expect(`${body}`).toBe('a');
  });

  test('the first part of an upload arrives before the rest is sent', async () => {
    let arrivedFirst: (chunk: Buffer) => void = () => {};
    const first = new Promise<Buffer>((resolve) => {
      arrivedFirst = resolve;
    });
    const url = await startStreamingOrigin(async (request, response) => {
      request.once('data', arrivedFirst);
      const { body } = await readRequest(request);
      response.end(body);
    });
    const proxy = await startProxy(url);
    const { body } = await fetchRaw(proxy.baseUrl, { method: 'POST' }, async (sent) => {
      sent.write('a');
      expect(`${await first}`).toBe('a');
      sent.end('b');
    });
    expect(`${body}`).toBe('ab');
  });

  test('a client that does not read stops the service from sending', async () => {
    const [chunk, total] = [Buffer.alloc(64 * 1024), 2_048];
    let written = 0;
    const url = await startStreamingOrigin(async (_, response) => {
      for (; written < total; written += 1) if (!response.write(chunk)) await once(response, 'drain');
      response.end();
    });
    const proxy = await startProxy(url);
    const sent = openRequest(proxy.baseUrl);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    for (let before = -1; before !== written; ) {
      before = written;
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    }
    expect(written).toBeLessThan(total);
    let octets = 0;
    for await (const part of response) octets += part.length;
    expect(octets).toBe(total * chunk.length);
  });
});
