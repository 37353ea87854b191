import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../test/support/system-parts.js';
import type { RecordedExchange } from '../../model/result/report.js';
import { buildCurlLines } from './curl.js';

interface Arrival {
  readonly line: string;
  readonly content: string;
  readonly fields: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A service that returns the next of these Locations for each POST. */
async function service(...locations: string[]): Promise<{ url: string; arrived: Arrival[] }> {
  const arrived: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      arrived.push({ line: `${method} ${url}`, content: Buffer.concat(chunks).toString(), fields: headers });
      const location = method === 'POST' ? locations.shift() : undefined;
      response.writeHead(location === undefined ? 200 : 201, location === undefined ? {} : { location }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

/** Runs the lines one after the other in one shell, as a person would paste them. */
async function paste(lines: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const { stderr } = await promisify(execFile)('bash', ['--norc', '-u', '-c', lines.join('\n')], {
    env: { PATH: process.env.PATH, NO_PROXY: '*', ...variables },
  });
  expect(stderr).toBe('');
}

type Asked = Partial<RecordedExchange['request']> & { url: string };

const exchange = (
  n: number,
  { method = 'GET', headers = {}, ...rest }: Asked,
  location?: string,
): RecordedExchange => ({
  n,
  request: { method, headers: { 'user-agent': 'assay', accept: 'application/json', ...headers }, ...rest },
  answer: { status: location === undefined ? 200 : 201, headers: location === undefined ? {} : { location }, ms: 1 },
});

const json = { 'content-type': 'application/json' };

describeWith(['bash'], 'curl lines in a shell', () => {
  describe('a line pasted into a shell sends the recorded request', () => {
    test.each([
      ['quotes of both kinds', `{"a":"it's \\"so\\""}`],
      ['newlines and tabs', '{\n\t"a": "b\\n"\n}\n'],
      ['unicode', '{"a":"Żółć 日本 \u{1F600} e\u0301"}'],
      ['dollars, backticks and backslashes', '{"a":"$HOME $(id) `id` \\\\ !x $"}'],
      ['a leading @', '@/etc/hostname'],
      ['nothing', ''],
      ['a single quote', "'"],
    ])('content with %s', async (_, content) => {
      const { url, arrived } = await service();
      await paste(buildCurlLines([exchange(1, { method: 'PUT', url: `${url}/orders/1`, headers: json, content })]));
      expect(arrived).toMatchObject([{ line: 'PUT /orders/1', content, fields: json }]);
    });

    test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])('the method %s', async (method) => {
      const { url, arrived } = await service();
      await paste(buildCurlLines([exchange(1, { method, url: `${url}/orders` })]));
      expect(arrived.map(({ line, content }) => [line, content])).toEqual([[`${method} /orders`, '']]);
    });

    test.each([
      '/orders?filter[name]=x&sort={a,b}&r=[1-3]',
      '/orders/a%2Fb/%20?q=%27',
      "/orders?q='x'&r=$y",
      '/orders/../secrets',
      '/a/./b',
    ])('the target %s', async (target) => {
      const { url, arrived } = await service();
      await paste(buildCurlLines([exchange(1, { url: url + target })]));
      expect(arrived.map(({ line }) => line)).toEqual([`GET ${target}`]);
    });

    test('fields, repeated ones and those with quotes, and no others', async () => {
      const { url, arrived } = await service();
      const headers = { 'if-match': `"it's"`, 'x-many': ['a', 'b'] };
      await paste(buildCurlLines([exchange(1, { method: 'POST', url, headers, content: '<x/>' })]));
      expect(arrived[0]?.fields).toMatchObject({ 'if-match': `"it's"`, 'x-many': 'a, b' });
      expect(arrived[0]?.fields).not.toHaveProperty('content-type');
    });

    test('redacted values from variables, in fields, query and content, without their value in a line', async () => {
      const { url, arrived } = await service();
      const lines = buildCurlLines([
        exchange(1, {
          method: 'POST',
          url: `${url}/orders?key=\${API_KEY}`,
          headers: { authorization: `Bearer \${auth.token}` },
          content: `{"pin":"\${API_KEY}"}`,
        }),
      ]);
      await paste(lines, { API_KEY: 'k1', auth_token: `a'b "c` });
      expect(arrived).toMatchObject([
        { line: 'POST /orders?key=k1', content: '{"pin":"k1"}', fields: { authorization: `Bearer a'b "c` } },
      ]);
    });
  });

  describe('the id of a creation is stored in a variable, so that later lines use the new item', () => {
    /** Pastes a creation and its later requests; the new id differs from the recorded one. */
    const again = async (then: string, now: string, next: (id: string, url: string) => Asked) => {
      const { url, arrived } = await service(now);
      const id = then.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '';
      const lines = buildCurlLines([
        exchange(1, { method: 'POST', url: `${url}/orders`, headers: json, content: '{"quantity":1}' }, then),
        exchange(2, next(id, url)),
      ]);
      await paste(lines);
      return arrived;
    };

    test.each([
      ['/orders/0190-aaaa', '/orders/0190-bbbb', '0190-bbbb'],
      ['/orders/1', '/orders/25', '25'],
      ['/orders/0', '/orders/9', '9'],
      ['http://other.example:1/api/orders/7', 'http://other.example:1/api/orders/8', '8'],
      ['/orders/a%20b', '/orders/c%20d', 'c%20d'],
      ['/orders/abc/', '/orders/def/', 'def'],
      ['/orders/abc?version=1', '/orders/def?version=1/2', 'def'],
      ['/orders/a.b*c', '/orders/d.e*f', 'd.e*f'],
    ])('from %s then, and %s now', async (then, now, given) => {
      const arrived = await again(then, now, (id, url) => ({ url: `${url}/orders/${id}?limit=1` }));
      expect(arrived.map(({ line }) => line)).toEqual(['POST /orders', `GET /orders/${given}?limit=1`]);
    });

    test('in later content and fields, if it is unambiguous', async () => {
      const arrived = await again('/orders/0190-aaaa', '/orders/0190-bbbb', (id, url) => ({
        method: 'PUT',
        url: `${url}/orders/${id}`,
        headers: { ...json, 'x-of': `orders/${id}` },
        content: `{"id":"${id}","other":"${id}0"}`,
      }));
      expect(arrived[1]).toMatchObject({
        line: 'PUT /orders/0190-bbbb',
        content: '{"id":"0190-bbbb","other":"0190-aaaa0"}',
        fields: { 'x-of': 'orders/0190-bbbb' },
      });
    });

    test('and a short id is not replaced in host, path or content', async () => {
      const arrived = await again('/orders/1', '/orders/2', (id, url) => ({
        method: 'PUT',
        url: `${url}/v1/orders/${id}/lines/11?page=1x`,
        headers: { ...json, 'x-version': '1' },
        content: '{"quantity":1}',
      }));
      expect(arrived[1]).toMatchObject({
        line: 'PUT /v1/orders/2/lines/11?page=1x',
        content: '{"quantity":1}',
        fields: { 'x-version': '1' },
      });
    });

    test('for each of several creations', async () => {
      const { url, arrived } = await service('/orders/31', '/orders/32');
      const lines = buildCurlLines([
        exchange(1, { method: 'POST', url: `${url}/orders` }, '/orders/11'),
        exchange(2, { method: 'POST', url: `${url}/orders` }, '/orders/12'),
        exchange(3, { method: 'DELETE', url: `${url}/orders/11` }),
        exchange(4, { url: `${url}/orders/12` }),
      ]);
      await paste(lines);
      expect(arrived.slice(2).map(({ line }) => line)).toEqual(['DELETE /orders/31', 'GET /orders/32']);
    });

    test('only if a later line needs it', () => {
      const made = exchange(1, { method: 'POST', url: 'http://127.0.0.1:8081/orders' }, '/orders/1');
      const listed = exchange(2, { url: 'http://127.0.0.1:8081/orders?page=10' });
      expect(buildCurlLines([made, listed])).toEqual([
        "curl -sS -i -X POST 'http://127.0.0.1:8081/orders'",
        "curl -sS -i 'http://127.0.0.1:8081/orders?page=10'",
      ]);
    });
  });
});
