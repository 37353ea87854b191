import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startWithRoles } from '../required-fields.fixture.js';

let open: Awaited<ReturnType<typeof startWithRoles>>;

afterEach(() => open.demo.close());

const content = JSON.stringify({ customer: 'Ada', quantity: 3 });
const head = `POST /orders HTTP/1.1\r\nhost: any\r\nidempotency-key: torn\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n`;

/** Sends a text on a new socket and closes it at once. */
const tear = (message: string) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(open.demo.url);
    const socket = connect(Number(port), hostname, () => socket.write(message, () => socket.destroy()));
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });

const post = () => open.anonymous('POST', '/orders', content, { 'idempotency-key': 'torn' });

test.each(['key-in-flight-waits', 'key-in-flight-409'])('%s: a complete request is carried out', async (name) => {
  open = await startWithRoles(name);
  await tear(head + content);
  await expect.poll(() => open.demo.orders()).toBe(1);
  await expect.poll(async () => (await post()).status).toBe(201);
  expect(open.demo.orders()).toBe(1);
});

test.each([
  ['half the content', head + content.slice(0, 9)],
  [
    'a chunk and no end',
    `${head.replace(/content-length: \d+/, 'transfer-encoding: chunked')}${content.length.toString(16)}\r\n${content}\r\n`,
  ],
])('%s creates nothing', async (_, message) => {
  open = await startWithRoles();
  await tear(message);
  const made = await post();
  expect([made.status, open.demo.orders()]).toEqual([201, 1]);
});
