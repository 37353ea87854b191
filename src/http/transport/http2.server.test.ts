import { constants } from 'node:http2';
import { describe, expect, test } from 'vitest';
import { isTransient } from '../../limits/classify-answer.js';
import type { ClientRequest, SentExchange } from '../exchange.js';
import { issueWriteRecord } from '../method-guard.js';
import { type ArrivedStream, openHttp2Client, startHttp2Origin } from './http2-origin.fixture.js';
import { startTlsOrigin } from './tls-origin.fixture.js';

const read: ClientRequest = { method: 'GET', path: '/things' };
const createWrite = (path = '/things'): ClientRequest => ({
  method: 'POST',
  path,
  content: '{"name":"é"}',
  headers: { 'content-type': 'application/json' },
  record: issueWriteRecord(1),
});

/** Reads the content of a request, then answers. */
function answerAfterContent({ stream }: ArrivedStream, status = 201): void {
  stream.resume();
  stream.on('end', () => {
    stream.respond({ ':status': status, 'content-type': 'application/json' });
    stream.end('{"id":"1"}');
  });
}

describe('a server that offers HTTP/2', () => {
  test('gets all requests over one connection, and its responses are the same as over HTTP/1.1', async () => {
    const fields = { 'content-type': 'application/json', etag: '"1"', 'set-cookie': ['a=1', 'b=2'], 'x-empty': '' };
    const bodies: Record<string, string | undefined> = { '/things': '{"a":1}', '/none': undefined };
    const statuses: Record<string, number> = { '/things': 200, '/none': 204, '/same': 304 };
    const old = await startTlsOrigin((request, response) => {
      response.writeHead(statuses[request.url ?? ''] ?? 404, { ...fields, date: 'now' }).end(bodies[request.url ?? '']);
    });
    const { url, arrived, sessions } = await startHttp2Origin(({ stream, headers }) => {
      const path = headers[':path'] ?? '';
      stream.respond({ ':status': statuses[path] ?? 404, ...fields, date: 'now' });
      stream.end(bodies[path]);
    });
    const send = (base: string) => {
      const client = openHttp2Client(base);
      const paths = ['/things', '/none', '/same', '/missing'];
      const requests = paths.flatMap((path) => (['GET', 'HEAD'] as const).map((method) => ({ method, path })));
      return Promise.all(requests.map(async (request) => simplify(await client.send(request))));
    };
    expect(await send(url)).toEqual(await send(old.url));
    expect(arrived.length).toBe(8);
    expect(sessions.size).toBe(1);
  });

  test('gets lower-case fields, the length of the content, and no field about a connection', async () => {
    const seen: ArrivedStream['headers'][] = [];
    const { url } = await startHttp2Origin((arrived) => {
      seen.push(arrived.headers);
      answerAfterContent(arrived);
    });
    const forbidden = { Connection: 'close', 'Transfer-Encoding': 'chunked', Upgrade: 'h2c', TE: 'gzip', 'X-Own': 'a' };
    const client = openHttp2Client(url, { headers: forbidden });
    expect((await client.send(createWrite())).answer?.status).toBe(201);
    const [{ ':authority': authority, ...headers } = {}] = seen;
    expect(authority).toBe(new URL(url).host);
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['connection']));
    expect(headers).toMatchObject({ ':method': 'POST', ':path': '/things', 'content-length': '13', 'x-own': 'a' });
    for (const name of ['connection', 'transfer-encoding', 'upgrade', 'te', 'host'])
      expect(headers[name]).toBeUndefined();
  });

  test('is asked over HTTP/1.1 unless the client may use HTTP/2', async () => {
    const { url, arrived } = await startHttp2Origin(answerAfterContent);
    expect((await openHttp2Client(url, { isHttp2: false }).send(read)).answer).toBeUndefined();
    expect(arrived).toEqual([]);
  });
});

test('a server that does not offer HTTP/2 is asked over HTTP/1.1', async () => {
  const { url } = await startTlsOrigin((request, response) => response.end(`HTTP/${request.httpVersion}`));
  const client = openHttp2Client(url);
  const texts = await Promise.all([1, 2, 3].map(async () => (await client.send(read)).answer?.text));
  expect(texts).toEqual(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1']);
});

describe('a server that ends a connection with GOAWAY', () => {
  test('completes the requests that it processes, and gets the next ones over another connection', async () => {
    const { url, arrived, sessions } = await startHttp2Origin((one) => {
      one.session.goaway(constants.NGHTTP2_NO_ERROR, one.stream.id);
      answerAfterContent(one);
    });
    const client = openHttp2Client(url);
    for (const path of ['/a', '/b', '/c']) expect((await client.send(createWrite(path))).answer?.status).toBe(201);
    expect(arrived).toEqual(['POST /a', 'POST /b', 'POST /c']);
    expect(sessions.size).toBe(3);
  });

  test.each([
    ['without an error', constants.NGHTTP2_NO_ERROR],
    ['with an error', constants.NGHTTP2_ENHANCE_YOUR_CALM],
  ])('gets requests again that it did not process: %s', async (_, code) => {
    const processed: number[] = [];
    const { url } = await startHttp2Origin((one) => {
      if (one.count === 2) {
        one.session.goaway(code, 1);
        return;
      }
      processed.push(one.count);
      answerAfterContent(one);
    });
    const client = openHttp2Client(url);
    for (const path of ['/a', '/b']) expect((await client.send(createWrite(path))).answer?.status).toBe(201);
    expect(processed).toEqual([1, 3]);
  });

  test('never gets a request again that it may have processed', async () => {
    const { url, arrived } = await startHttp2Origin(({ session, stream }) =>
      session.goaway(constants.NGHTTP2_INTERNAL_ERROR, stream.id),
    );
    const { answer, silence } = await openHttp2Client(url).send(createWrite());
    expect(answer).toBeUndefined();
    expect(silence).toContain('other side closed the stream');
    expect(arrived).toEqual(['POST /things']);
  });
});

describe('a server that refuses a stream', () => {
  test('gets the request again, because it did not process it', async () => {
    let processed = 0;
    const { url, arrived, sessions } = await startHttp2Origin((one) => {
      if (one.count <= 2) {
        one.stream.close(constants.NGHTTP2_REFUSED_STREAM);
        return;
      }
      processed += 1;
      answerAfterContent(one);
    });
    expect((await openHttp2Client(url).send(createWrite())).answer?.status).toBe(201);
    expect([processed, arrived.length, sessions.size]).toEqual([1, 3, 1]);
  });

  test('is not asked for ever', async () => {
    const { url, arrived } = await startHttp2Origin(({ stream }) => stream.close(constants.NGHTTP2_REFUSED_STREAM));
    const exchange = await openHttp2Client(url).send(createWrite());
    expect(exchange.silence).toContain('REFUSED_STREAM');
    expect(isTransient(exchange)).toBe(true);
    expect(arrived.length).toBe(4);
  });
});

describe('a request whose outcome is unknown is sent once, and reported as a broken connection', () => {
  test.each<[string, (arrived: ArrivedStream) => void]>([
    ['the stream is reset', ({ stream }) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
    ['the stream is canceled', ({ stream }) => stream.close(constants.NGHTTP2_CANCEL)],
    ['the connection breaks', ({ breakConnection }) => breakConnection()],
    [
      'the stream is reset within the response',
      ({ stream }) => {
        stream.respond({ ':status': 201 });
        stream.write('{"id":', () => stream.destroy(new Error('for the test')));
      },
    ],
    [
      'the connection breaks within the response',
      ({ stream, breakConnection }) => {
        stream.respond({ ':status': 201 });
        stream.write('{"id":', breakConnection);
      },
    ],
  ])('%s', async (_, greet) => {
    const { url, arrived } = await startHttp2Origin(greet);
    const exchange = await openHttp2Client(url).send(createWrite());
    expect(exchange.answer).toBeUndefined();
    expect(isTransient(exchange)).toBe(true);
    expect(arrived).toEqual(['POST /things']);
  });
});

test('a request is not sent again once its response has begun, whatever the server says about it', async () => {
  const { url, arrived } = await startHttp2Origin((one) => {
    if (one.count === 1) {
      answerAfterContent(one);
      return;
    }
    one.stream.respond({ ':status': 201 });
    one.stream.write('{"id":', () => one.session.goaway(constants.NGHTTP2_NO_ERROR, 1));
  });
  const client = openHttp2Client(url);
  await client.send(createWrite('/a'));
  expect((await client.send(createWrite('/b'))).silence).toContain('other side closed the stream');
  expect(arrived).toEqual(['POST /a', 'POST /b']);
});

test('a deadline cancels one stream, and the others of the connection go on', async () => {
  let release = () => {};
  const codes: number[] = [];
  const { url, sessions } = await startHttp2Origin((one) => {
    if (one.headers[':path'] === '/slow') one.stream.on('close', () => codes.push(one.stream.rstCode ?? -1));
    else if (one.headers[':path'] === '/held') release = () => answerAfterContent(one, 200);
    else answerAfterContent(one, 200);
  });
  const client = openHttp2Client(url);
  const held = client.send({ method: 'GET', path: '/held' });
  const slow = await client.send({ method: 'GET', path: '/slow', timeoutMs: 50 });
  expect(slow.silence).toBe('no answer within 50 ms');
  release();
  expect((await held).answer?.status).toBe(200);
  expect((await client.send(read)).answer?.status).toBe(200);
  expect(codes).toEqual([constants.NGHTTP2_CANCEL]);
  expect(sessions.size).toBe(1);
});

/** What rules see of an exchange, without fields about a connection and about the length of the content. */
function simplify({ answer, silence, method, path }: SentExchange) {
  const {
    connection: _,
    'keep-alive': __,
    'transfer-encoding': ___,
    'content-length': ____,
    ...headers
  } = answer?.headers ?? {};
  return { method, path, silence, status: answer?.status, headers, text: answer?.text, json: answer?.json };
}
