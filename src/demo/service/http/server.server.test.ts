import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRawClient, type RawClient } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';

let demo: Demo;
let ask: RawClient;

beforeAll(async () => {
  demo = await startDemo();
  ask = createRawClient(demo.url);
});

afterAll(() => demo.close());

const order = { customer: 'Ada', quantity: 3, note: 'grün 🙂' };

test.each(['/', '/openapi.json', '/orders', 'an order', 'nothing'])(
  'HEAD of %s answers as GET, without content',
  async (where) => {
    const path = where === 'an order' ? ((await ask('POST', '/orders', order)).headers.location ?? '') : where;
    const target = where === 'nothing' ? '/nothing' : path;
    const [get, head] = [await ask('GET', target), await ask('HEAD', target)];
    const { date: _, ...fields } = head.headers;
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect({ ...fields, date: get.headers.date }).toEqual(get.headers);
    expect(get.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
  },
);

test('204 has neither content nor a length', async () => {
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  const { status, text, headers } = await ask('DELETE', path);
  expect([status, text, headers['content-length']]).toEqual([204, '', undefined]);
});

test('serves many exchanges on one connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (const method of ['POST', 'HEAD', 'GET', 'OPTIONS', 'POST', 'GET']) {
    ports.add(await localPort(agent, method));
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});

test('refuses too large content, with or without Content-Length', async () => {
  const text = 'x'.repeat(64 * 1024 + 1);
  const announced = await fetch(`${demo.url}/orders`, { method: 'POST', body: text });
  const chunked = await fetch(`${demo.url}/orders`, {
    method: 'POST',
    body: new Blob([text]).stream(),
    duplex: 'half',
  });
  expect([announced.status, chunked.status]).toEqual([413, 413]);
});

test('refuses content that is not UTF-8 or has a content coding', async () => {
  const bad = await fetch(`${demo.url}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from([0x22, 0xff, 0x22]),
  });
  expect(bad.status).toBe(400);
  expect((await ask('POST', '/orders', order, { 'content-encoding': 'gzip' })).status).toBe(415);
});

test('counts requests', async () => {
  const before = demo.requests();
  await ask('GET', '/orders');
  await ask('GET', '/nothing');
  expect(demo.requests()).toBe(before + 2);
});

function localPort(agent: Agent, method: string): Promise<number | undefined> {
  const { hostname, port } = new URL(demo.url);
  const content = method === 'POST' ? JSON.stringify(order) : undefined;
  const headers = content === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path: '/orders', headers }, (response) => {
      const { localPort: from } = response.socket;
      response.resume().on('end', () => resolve(from));
    });
    sent.on('error', reject).end(content);
  });
}
