import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startStreamingOrigin } from './origin.fixture.js';
import { fetchRaw, listEndToEnd, openRequest, startProxy } from './proxy.fixture.js';

const hash = (...parts: readonly (string | Buffer)[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
};

/** Numbers below a limit, the same in every run. */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A body of one of many kinds, and its fields. */
function createBody(next: (limit: number) => number): { body: Buffer; fields: Record<string, string> } {
  const size = next(20) === 0 ? next(300_000) : next(2_000);
  const octets = Buffer.from(Array.from({ length: Math.min(size, 4_096) }, () => next(256)));
  const body = Buffer.concat(Array.from({ length: Math.ceil(size / 4_096) }, () => octets)).subarray(0, size);
  const kinds: readonly { body: Buffer; fields: Record<string, string> }[] = [
    { body, fields: { 'Content-Type': 'application/octet-stream' } },
    { body: Buffer.from(JSON.stringify({ a: body.toString('hex') })), fields: { 'Content-Type': 'application/json' } },
    { body: gzipSync(body), fields: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' } },
    { body: Buffer.alloc(0), fields: {} },
  ];
  return kinds[next(kinds.length)] ?? { body, fields: {} };
}

const frame = (body: Buffer, isChunked: boolean): Record<string, string> =>
  isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) };

test('of 10,000 mixed exchanges not one octet is changed', async () => {
  const total = 10_000;
  const next = createNumbers(47);
  const plans = Array.from({ length: total }, () => {
    const [sent, got] = [createBody(next), createBody(next)];
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'][next(7)] ?? 'GET';
    const status = [200, 200, 201, 204, 304, 404, 409, 422, 500, 503][next(10)] ?? 200;
    const cookies = Array.from({ length: next(3) }, () => `Set-Cookie: a${next(9)}=${next(9)}`);
    return { method, status, sent, got, cookies, target: `/${next(1e6)}?q=%20${next(1e6)}`, isChunked: next(2) === 0 };
  });
  const arrived: string[] = [];
  const url = await startStreamingOrigin(async (request, response) => {
    const n = Number(request.headers['x-n']);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    arrived[n] = hash(
      request.method ?? '',
      request.url ?? '',
      ...listEndToEnd(request.rawHeaders),
      Buffer.concat(chunks),
    );
    const { status, got, cookies, isChunked } = plans[n] as (typeof plans)[number];
    const fields = status === 204 || status === 304 ? {} : { ...got.fields, ...frame(got.body, isChunked) };
    const raw = Object.entries(fields).flat();
    response.writeHead(status, [...raw, ...cookies.flatMap((line) => line.split(': '))]);
    response.end(status === 204 || status === 304 ? undefined : got.body);
  });
  const proxy = await startProxy(url);
  const agent = new Agent({ keepAlive: true });
  const changed: number[] = [];
  let at = 0;
  const lane = async () => {
    while (at < total) {
      const n = at;
      at += 1;
      const { method, status, sent, got, cookies, target, isChunked } = plans[n] as (typeof plans)[number];
      const mayHaveContent = !/^(GET|HEAD|OPTIONS)$/.test(method);
      const body = mayHaveContent ? sent.body : Buffer.alloc(0);
      const headers = { 'X-N': String(n), ...(mayHaveContent && { ...sent.fields, ...frame(body, isChunked) }) };
      const received = await fetchRaw(`${proxy.baseUrl}${target}`, { method, headers, agent }, (request) =>
        request.end(body),
      );
      const isBare = status === 204 || status === 304;
      const expected = [
        ...Object.entries(isBare ? {} : { ...got.fields, ...frame(got.body, isChunked) }).map(
          ([name, value]) => `${name}: ${value}`,
        ),
        ...cookies,
      ].filter((line) => !line.startsWith('Transfer-Encoding'));
      const content = isBare || method === 'HEAD' ? Buffer.alloc(0) : got.body;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const asked = lines.filter((line) => !line.startsWith('Transfer-Encoding'));
      const isSame =
        received.status === status &&
        arrived[n] === hash(method, target, ...asked, body) &&
        hash(...listEndToEnd(received.raw), received.body) === hash(...expected, content);
      if (!isSame) changed.push(n);
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  agent.destroy();
  expect(changed).toEqual([]);
  const entries = await proxy.end();
  expect(entries).toHaveLength(total);
  expect(entries.filter(({ answer }) => answer === undefined)).toEqual([]);
  expect(proxy.counts).toEqual({ exchanges: total, answered: total, unanswered: 0, refused: 0, aborted: 0, broken: 0 });
}, 240_000);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is kept in memory, in octets. */
function measureKept(): number {
  collectGarbage();
  const { external, heapUsed } = process.memoryUsage();
  return external + heapUsed;
}

test('a gigabyte in each direction passes without being kept', async () => {
  const [chunk, count] = [Buffer.alloc(256 * 1024, 'x'), 4_096];
  const before = measureKept();
  const kept: number[] = [];
  // Garbage is collected rarely, because it takes time.
  const look = (octets: number, more: number) => {
    const step = 64 * 1024 * 1024;
    if (Math.floor(octets / step) > Math.floor((octets - more) / step)) kept.push(measureKept() - before);
  };
  const url = await startStreamingOrigin(async (request, response) => {
    let octets = 0;
    for await (const part of request) {
      octets += part.length;
      look(octets, part.length);
    }
    response.writeHead(200, { 'Content-Type': 'text/plain', 'X-Octets': String(octets) });
    for (let i = 0; i < count; i += 1) if (!response.write(chunk)) await once(response, 'drain');
    response.end();
  });
  const proxy = await startProxy(url);
  const sent = openRequest(proxy.baseUrl, { method: 'POST', headers: { 'Content-Type': 'text/plain' } });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  for (let i = 0; i < count; i += 1) if (!sent.write(chunk)) await once(sent, 'drain');
  sent.end();
  const [response] = await answered;
  let octets = 0;
  for await (const part of response) {
    octets += part.length;
    look(octets, part.length);
  }
  const total = chunk.length * count;
  expect([octets, response.headers['x-octets']]).toEqual([total, String(total)]);
  expect(kept.length).toBeGreaterThan(30);
  expect(Math.max(...kept)).toBeLessThan(total / 8);
  const [entry] = await proxy.end();
  for (const message of [entry?.request, entry?.answer]) {
    expect(message?.cutFrom).toBe(total);
    expect(message?.content).toHaveLength(1024 * 1024);
  }
}, 240_000);
