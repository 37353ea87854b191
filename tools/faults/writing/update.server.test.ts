import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { writingFaults } from './update.js';

const order = { customer: 'Ada', quantity: 3 };
const full = { ...order, note: 'n', tags: ['a'], priority: 'high', gift: false };

async function made(ask: RawClient) {
  const { body } = await ask('POST', '/orders', full);
  const path = `/orders/${body.id}`;
  return {
    get: async () => (await ask('GET', path)).body,
    remove: () => ask('DELETE', path),
    put: (content: JsonObject) => ask('PUT', path, content),
    patch: (content: JsonObject) => ask('PATCH', path, content, { 'content-type': 'application/merge-patch+json' }),
  };
}

const count = async (ask: RawClient) => ((await ask('GET', '/orders')).body.items as readonly unknown[]).length;

const nowhere = '/orders/00000000-0000-4000-8000-000000000000';

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'put-shows-an-order-without-its-status': async (ask) => {
    const { put } = await made(ask);
    const { status, body } = await put(order);
    return status === 200 && body.status === undefined;
  },
  'put-answers-201-for-an-existing-order': async (ask) => (await (await made(ask)).put(order)).status === 201,
  'put-with-a-long-note-answers-202': async (ask) => {
    const { put } = await made(ask);
    const [short, long] = [
      await put({ ...order, note: 'x'.repeat(150) }),
      await put({ ...order, note: 'x'.repeat(151) }),
    ];
    return short.status === 200 && long.status === 202;
  },
  'repeated-put-adds-the-quantity': async (ask) => {
    const { get, put } = await made(ask);
    await put({ ...order, quantity: 5 });
    const first = await get();
    const { body } = await put({ ...order, quantity: 5 });
    return first.quantity === 5 && (await get()).quantity === 10 && body.quantity === 10;
  },
  'third-put-adds-a-tag': async (ask) => {
    const { get, put } = await made(ask);
    await put(full);
    await put(full);
    const second = await get();
    await put(full);
    return (second.tags as readonly string[]).length === 1 && ((await get()).tags as readonly string[]).length === 2;
  },
  'repeated-put-creates-a-copy': async (ask) => {
    const { put } = await made(ask);
    await put(order);
    const before = await count(ask);
    await put(order);
    return before === 1 && (await count(ask)) === 2;
  },
  'put-merges': async (ask) => {
    const { get, put } = await made(ask);
    await put(order);
    const { note, gift, priority } = await get();
    return note === 'n' && gift === false && priority === 'high';
  },
  'put-keeps-an-omitted-note': async (ask) => {
    const { get, put } = await made(ask);
    await put(order);
    const { note, gift, priority } = await get();
    return note === 'n' && gift === undefined && priority === 'normal';
  },
  'put-to-a-missing-order-answers-success': async (ask) =>
    (await ask('PUT', nowhere, order)).status === 200 && (await ask('GET', nowhere)).status === 404,
  'put-to-a-deleted-order-restores-it': async (ask) => {
    const { get, put, remove } = await made(ask);
    await remove();
    return (await put(order)).status === 200 && (await get()).quantity === 3;
  },
  'put-creates-with-200': async (ask) =>
    (await ask('PUT', nowhere, order)).status === 200 && (await ask('GET', nowhere)).status === 200,
  'refused-put-stores-the-valid-members': async (ask) => {
    const { get, put } = await made(ask);
    const { status } = await put({ customer: 'Eve', quantity: 0 });
    const { customer, quantity } = await get();
    return status === 422 && customer === 'Eve' && quantity === 3;
  },
  'refused-put-clears-the-tags': async (ask) => {
    const { get, put } = await made(ask);
    await put({ ...order, quantity: 0 });
    const before = await get();
    const { status } = await put({ customer: 'Ada' });
    return before.tags !== undefined && status === 422 && (await get()).tags === undefined;
  },
  'patch-answers-201': async (ask) => (await (await made(ask)).patch({ quantity: 4 })).status === 201,
  'patch-resets-what-it-does-not-name': async (ask) => {
    const { get, patch } = await made(ask);
    await patch({ note: 'new' });
    const { note, tags, priority, quantity } = await get();
    return note === 'new' && tags === undefined && priority === 'normal' && quantity === 3;
  },
  'patch-of-the-quantity-clears-the-tags': async (ask) => {
    const { get, patch } = await made(ask);
    await patch({ note: 'new' });
    const before = await get();
    await patch({ quantity: 4 });
    return before.tags !== undefined && (await get()).tags === undefined;
  },
  'refused-patch-stores-the-valid-members': async (ask) => {
    const { get, patch } = await made(ask);
    const { status } = await patch({ note: 'new', quantity: 0 });
    const { note, quantity } = await get();
    return status === 422 && note === 'new' && quantity === 3;
  },
};

test('every fault of writing is tested', () => {
  expect(Object.keys(showings)).toEqual(writingFaults.map(({ name }) => name));
});

test.each(writingFaults)(
  '$name has its effect, and the service without a fault does not show it',
  async ({ name, dialect = [] }) => {
    const shows = showings[name] ?? expect.unreachable();
    const broken = await startDemo({ faults: allFaults, fault: name });
    const correct = await startDemo({ dialect });
    const seen = [await shows(createRawClient(broken.url)), await shows(createRawClient(correct.url))];
    await Promise.all([broken.close(), correct.close()]);
    expect(seen).toEqual([true, false]);
  },
);
