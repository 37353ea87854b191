import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { creationFaults } from './creation.js';

const order = { customer: 'Ada', quantity: 3 };

async function made(ask: RawClient, content: JsonObject = order) {
  const reply = await ask('POST', '/orders', content);
  return { reply, path: `/orders/${reply.body.id}`, get: () => ask('GET', `/orders/${reply.body.id}`) };
}

const listed = async (ask: RawClient) => (await ask('GET', '/orders?limit=100')).body.items as readonly JsonObject[];

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'created-order-is-lost': async (ask) => (await (await made(ask)).get()).status === 404,
  'order-at-the-maximum-is-lost': async (ask) =>
    (await (await made(ask)).get()).status === 200 &&
    (await (await made(ask, { ...order, quantity: 1000 })).get()).status === 404,
  'put-changes-the-id': async (ask) => {
    const { reply, path, get } = await made(ask);
    await ask('PUT', path, order);
    return (await get()).body.id !== reply.body.id;
  },
  'list-shows-another-id': async (ask) => (await made(ask)).reply.body.id !== (await listed(ask))[0]?.id,
  'post-answers-200': async (ask) => (await made(ask)).reply.status === 200,
  'post-with-empty-tags-answers-200': async (ask) =>
    (await made(ask)).reply.status === 201 && (await made(ask, { ...order, tags: [] })).reply.status === 200,
  'location-is-missing': async (ask) => (await made(ask)).reply.headers.location === undefined,
  'location-leads-nowhere': async (ask) =>
    (await ask('GET', (await made(ask)).reply.headers.location ?? '/')).status === 404,
  'location-leads-to-the-previous-order': async (ask) => {
    const first = await made(ask);
    const second = await made(ask);
    return second.reply.headers.location === first.path && first.reply.headers.location === first.path;
  },
  'post-drops-the-note': async (ask) =>
    (await (await made(ask, { ...order, note: 'x' })).get()).body.note === undefined,
  'post-caps-the-quantity': async (ask) =>
    (await (await made(ask, { ...order, quantity: 1000 })).get()).body.quantity === 999,
  'post-strips-accents': async (ask) => (await (await made(ask, { ...order, note: 'café' })).get()).body.note === 'caf',
  'refused-post-still-creates': async (ask) =>
    (await made(ask, { ...order, quantity: 0 })).reply.status === 422 && (await listed(ask)).length === 1,
  'refused-post-over-the-maximum-still-creates': async (ask) => {
    await made(ask, { ...order, quantity: 0 });
    const before = (await listed(ask)).length;
    return (await made(ask, { ...order, quantity: 1001 })).reply.status === 422 && (await listed(ask)).length > before;
  },
  'creation-overwrites-the-newest-order': async (ask) => {
    const { get } = await made(ask);
    await made(ask, { ...order, customer: 'Bob' });
    return (await get()).body.customer === 'Bob';
  },
};

test('every fault of creation is tested', () => {
  expect(Object.keys(showings)).toEqual(creationFaults.map(({ name }) => name));
});

test.each(Object.entries(showings))(
  '%s has its effect, and the service without a fault does not show it',
  async (fault, shows) => {
    const broken = await startDemo({ faults: allFaults, fault });
    const correct = await startDemo();
    const seen = [await shows(createRawClient(broken.url)), await shows(createRawClient(correct.url))];
    await Promise.all([broken.close(), correct.close()]);
    expect(seen).toEqual([true, false]);
  },
);
