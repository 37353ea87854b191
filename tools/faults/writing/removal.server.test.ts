import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { removalFaults } from './removal.js';

async function made(ask: RawClient) {
  const { id } = (await ask('POST', '/orders', { customer: 'Ada', quantity: 3 })).body;
  return {
    get: async () => (await ask('GET', `/orders/${id}`)).status,
    remove: async () => (await ask('DELETE', `/orders/${id}`)).status,
    isListed: async () =>
      ((await ask('GET', '/orders')).body.items as readonly JsonObject[]).some((one) => one.id === id),
  };
}

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'delete-answers-201': async (ask) => {
    const { get, remove } = await made(ask);
    return (await remove()) === 201 && (await get()) === 404;
  },
  'delete-keeps-the-order': async (ask) => {
    const { get, remove, isListed } = await made(ask);
    return (await remove()) === 204 && (await get()) === 200 && (await isListed());
  },
  'delete-only-removes-from-the-list': async (ask) => {
    const { get, remove, isListed } = await made(ask);
    return (await remove()) === 204 && (await get()) === 200 && !(await isListed()) && (await remove()) === 404;
  },
  'repeated-delete-answers-500': async (ask) => {
    const { remove } = await made(ask);
    return (await remove()) === 204 && (await remove()) === 500;
  },
  'third-delete-restores-the-order': async (ask) => {
    const { get, remove } = await made(ask);
    await remove();
    await remove();
    return (await get()) === 404 && (await remove()) === 404 && (await get()) === 200;
  },
  'delete-removes-another-order': async (ask) => {
    const [one, other] = [await made(ask), await made(ask)];
    return (await one.remove()) === 204 && (await other.get()) === 404;
  },
  'repeated-delete-removes-another-order': async (ask) => {
    const [one, other] = [await made(ask), await made(ask)];
    await one.remove();
    return (await other.get()) === 200 && (await one.remove()) === 404 && (await other.get()) === 404;
  },
  'repeated-delete-creates-an-equal-order': async (ask) => {
    const { remove } = await made(ask);
    await remove();
    await remove();
    return ((await ask('GET', '/orders')).body.items as readonly JsonObject[]).length === 1;
  },
  'deleted-order-stays-in-the-list': async (ask) => {
    const { get, remove, isListed } = await made(ask);
    return (await remove()) === 204 && (await get()) === 404 && (await isListed());
  },
};

test('every fault of removal is tested', () => {
  expect(Object.keys(showings)).toEqual(removalFaults.map(({ name }) => name));
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
