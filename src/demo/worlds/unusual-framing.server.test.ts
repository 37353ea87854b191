import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { placeOrder, startInWorlds } from './worlds.fixture.js';

/** All octets of the response to one request. */
function rawly(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nhost: any\r\n\r\n`));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject).on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

const list = 'GET /orders HTTP/1.1';
const closing = `${list}\r\nconnection: close`;

test('idle-connections-closed closes the connection without an announcement', async () => {
  const { demo } = await startInWorlds(['idle-connections-closed']);
  const text = await rawly(demo.url, list);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toMatch(/\{"items":\[\].*\}$/);
  expect(text.toLowerCase()).not.toContain('connection: close');
});

test('connection-per-request closes the connection with an announcement', async () => {
  const { demo } = await startInWorlds(['connection-per-request']);
  expect((await rawly(demo.url, list)).toLowerCase()).toContain('connection: close');
});

test('interim-answers are sent before the final response', async () => {
  const { demo } = await startInWorlds(['interim-answers']);
  const seen = new Set<string>();
  for (let at = 0; at < 20; at += 1) {
    const statuses = [...(await rawly(demo.url, closing)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statuses.at(-1)).toBe('200');
    expect(statuses.length).toBeGreaterThan(1);
    for (const status of statuses) seen.add(String(status));
  }
  expect([...seen].sort()).toEqual(['102', '103', '200']);
});

test('octet-by-octet sends chunks of one octet and no length', async () => {
  const { demo } = await startInWorlds(['octet-by-octet']);
  const text = await rawly(demo.url, closing);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('transfer-encoding: chunked');
  expect(head.toLowerCase()).not.toContain('content-length');
  expect(rest.join('\r\n\r\n')).toMatch(/^(1\r\n.\r\n)+0\r\n/);
  const bare = (await rawly(demo.url, closing.replace('GET', 'HEAD'))).split('\r\n\r\n');
  expect(bare).toEqual([expect.stringContaining('200'), '']);
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('compressed sends %s to clients that accept it', async (coding, open) => {
  const { demo, ask } = await startInWorlds(['compressed']);
  const plain = await ask('GET', '/orders');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  const { message, content } = await fetched(`${demo.url}/orders`, { 'accept-encoding': coding });
  expect(message.headers['content-encoding']).toBe(coding);
  expect(open(content).toString()).toBe(plain.text);
});

test('compressed does not code responses with a strong entity tag', async () => {
  const { demo, ask } = await startInWorlds(['compressed'], { dialect: ['etags'] });
  const { message } = await fetched(`${demo.url}${await placeOrder(ask)}`, { 'accept-encoding': 'gzip' });
  expect([message.headers['content-encoding'], message.headers.etag]).toEqual([undefined, expect.stringMatching(/^"/)]);
});

test('unusual-field-case sends each field once with unusual case', async () => {
  const { demo } = await startInWorlds(['unusual-field-case']);
  const [head = ''] = (await rawly(demo.url, closing)).split('\r\n\r\n');
  expect(head).toContain('cOntEnt-tyPe: application/json');
  expect(head.match(/content-type/gi)).toHaveLength(1);
  expect(head.match(/content-length/gi)).toHaveLength(1);
});

test('unknown-fields sends many fields, and all known ones', async () => {
  const { ask } = await startInWorlds(['unknown-fields']);
  const { headers } = await ask('GET', '/orders');
  expect(Object.keys(headers).filter((name) => name.startsWith('x-')).length).toBeGreaterThan(5);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-nothing': '' });
});

function fetched(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly message: IncomingMessage; readonly content: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: new Agent() }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk) => chunks.push(chunk));
      message.on('end', () => resolve({ message, content: Buffer.concat(chunks) }));
    });
    sent.on('error', reject).end();
  });
}
