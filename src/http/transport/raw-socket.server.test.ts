import { describe, expect, test } from 'vitest';
import { issueWriteRecord } from '../method-guard.js';
import { openTestClient, startCannedServer, startOrigin, startSocketServer } from '../origin.fixture.js';

const record = issueWriteRecord(1);

describe('a raw socket returns', () => {
  test.each([
    ['content behind HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"more":true}', '{"more":true}'],
    ['content behind 204', 'DELETE', 'HTTP/1.1 204 No Content\r\n\r\n{"done":true}', '{"done":true}'],
    ['content behind 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\nstray', 'stray'],
    [
      'the content of chunks',
      'GET',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3;x=1\r\n12}\r\n0\r\n\r\n',
      '{"a":12}',
    ],
    ['the part that came of chunks', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"a"', '{"a"'],
    ['what is no chunk', 'HEAD', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{"a":1}', '{"a":1}'],
    ['nothing where there is nothing', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n', ''],
  ])('%s', async (_, method, message, content) => {
    const { url } = await startCannedServer(message);
    const { answer, silence } = await openTestClient(url).raw({ record, method, path: '/orders/1' });
    expect([answer?.content, silence]).toEqual([content, undefined]);
    expect(answer?.status).toBe(Number(message.slice(9, 12)));
  });

  test('content on a connection that the service keeps open, well before the deadline', async () => {
    const { url } = await startCannedServer('HTTP/1.1 204 No Content\r\n\r\nstray', false);
    const { answer } = await openTestClient(url, { timeoutMs: 20_000 }).raw({ record, method: 'DELETE', path: '/' });
    expect(answer?.content).toBe('stray');
  });

  test('the final response after interim ones', async () => {
    const { url } = await startCannedServer(
      'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 204 No Content\r\nETag: "2"\r\n\r\n',
    );
    const { answer } = await openTestClient(url).raw({ method: 'GET', path: '/' });
    expect(answer).toEqual({ status: 204, headers: { etag: '"2"' }, content: '' });
  });
});

test('sends the fields of the client and content with a length, and closes the connection', async () => {
  const { url, arrived } = await startOrigin((_, response) => response.writeHead(200).end());
  const client = openTestClient(`${url}/api`, { headers: { 'x-a': 'b' } });
  await client.raw({
    record,
    method: 'POST',
    path: '/orders',
    headers: { 'content-type': 'application/json' },
    content: '{"ü":1}',
  });
  expect(arrived[0]).toMatchObject({ method: 'POST', target: '/api/orders', content: '{"ü":1}' });
  expect(arrived[0]?.headers).toMatchObject({
    host: new URL(url).host,
    'x-a': 'b',
    'accept-encoding': 'identity',
    'accept-language': 'en',
    'content-type': 'application/json',
    'content-length': '8',
    connection: 'close',
  });
});

describe('a missing response', () => {
  test.each([
    ['no HTTP', '220 mail.example ESMTP\r\n\r\n'],
    ['half a header section', 'HTTP/1.1 200 OK\r\nContent-'],
    ['nothing', ''],
  ])('is the result of %s', async (_, message) => {
    const { url } = await startCannedServer(message);
    const { answer, silence } = await openTestClient(url).raw({ method: 'GET', path: '/' });
    expect(answer).toBeUndefined();
    expect(silence).toBe('the connection was closed without an answer');
  });

  test('is the result of no answer before the deadline', async () => {
    const url = await startSocketServer(() => {});
    const { answer, silence } = await openTestClient(url, { timeoutMs: 60 }).raw({ method: 'GET', path: '/' });
    expect([answer, silence]).toEqual([undefined, 'no complete answer within 60 ms']);
  });
});
