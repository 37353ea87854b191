import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { absenceFaults } from './absence.js';
import { honestyFaults } from './honesty.js';

const order = { customer: 'Ada', quantity: 3 };
const nowhere = '/orders/00000000-0000-4000-8000-000000000000';

async function made(ask: RawClient, content: JsonObject = order) {
  return `/orders/${(await ask('POST', '/orders', content)).body.id}`;
}

const count = async (ask: RawClient) => ((await ask('GET', '/orders')).body.items as readonly unknown[]).length;

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'missing-order-answers-200-with-an-error': async (ask) => {
    const { status, body } = await ask('GET', nowhere);
    return status === 200 && body.error !== undefined;
  },
  'refused-post-answers-200-with-an-error': async (ask) => {
    const { status, body } = await ask('POST', '/orders', { customer: 'Ada' });
    return status === 200 && body.success === false;
  },
  'refused-post-is-silently-ignored': async (ask) => {
    const other = await ask('POST', '/orders', { ...order, customer: '' });
    const { status, body } = await ask('POST', '/orders', { ...order, quantity: 0 });
    return other.status === 422 && status === 200 && body.customer === 'Ada' && (await count(ask)) === 0;
  },
  'get-of-a-gift-reports-an-error': async (ask) => {
    const plain = await ask('GET', await made(ask));
    const { status, body } = await ask('GET', await made(ask, { ...order, gift: true }));
    return plain.body.errors === undefined && status === 200 && body.errors !== undefined && body.id === undefined;
  },
  'wrong-page-size-answers-200-with-an-error': async (ask) => {
    const { status, body } = await ask('GET', '/orders?limit=x');
    return status === 200 && body.error !== undefined && body.items === undefined;
  },
  'list-carries-an-error': async (ask) => {
    const [one, two] = [await ask('GET', '/orders?limit=1'), await ask('GET', '/orders?limit=2')];
    return one.status === 200 && one.body.error !== undefined && two.body.error === undefined;
  },
  'every-body-has-a-success-flag': async (ask) => {
    const [item, list] = [await ask('GET', await made(ask)), await ask('GET', '/orders')];
    return item.body.success === true && list.body.success === true;
  },
  'delete-answers-204-with-content': async (ask) => {
    const { status, text } = await ask('DELETE', await made(ask));
    return status === 204 && text !== '';
  },
  'put-answers-204-with-content': async (ask) => {
    const { status, text } = await ask('PUT', await made(ask), order);
    return status === 204 && text !== '';
  },
  'missing-order-answers-400': async (ask) => (await ask('GET', nowhere)).status === 400,
  'missing-order-answers-403': async (ask) => (await ask('GET', nowhere)).status === 403,
  'patch-of-a-missing-order-answers-200': async (ask) => (await ask('PATCH', nowhere, { quantity: 1 })).status === 200,
  'head-of-a-missing-order-answers-200': async (ask) => (await ask('HEAD', nowhere)).status === 200,
  'cancellation-of-a-missing-order-answers-201': async (ask) =>
    (await ask('POST', `${nowhere}/cancellation`, { reason: 'r' })).status === 201,
  'delete-of-an-unknown-order-answers-204': async (ask) => {
    const path = await made(ask);
    await ask('DELETE', path);
    return (await ask('DELETE', path)).status === 404 && (await ask('DELETE', nowhere)).status === 204;
  },
  'delete-of-an-unknown-order-answers-500': async (ask) => {
    const path = await made(ask);
    await ask('DELETE', path);
    return (await ask('DELETE', path)).status === 404 && (await ask('DELETE', nowhere)).status === 500;
  },
  'unknown-path-below-an-order-returns-a-page': async (ask) => {
    const path = await made(ask);
    const { status, text } = await ask('GET', `${path}/k3x9q0ab7zt2`);
    return (await ask('GET', '/k3x9q0ab7zt2')).status === 404 && status === 200 && text.startsWith('<!doctype html>');
  },
};

const breakages = [...honestyFaults, ...absenceFaults];

test('every fault of honesty and of absence is tested', () => {
  expect(Object.keys(showings)).toEqual(breakages.map(({ name }) => name));
});

test.each(breakages)(
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
