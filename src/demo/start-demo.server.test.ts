import { describe, expect, test } from 'vitest';
import { createRawClient } from '../../test/support/raw-client.js';
import { createFault, requireDialects } from './faults/fault.js';
import { createDialectClient } from './required-fields.fixture.js';
import { demoDialects, dialects, startDemo } from './start-demo.js';

describe('names', () => {
  test('of dialects are unique and written with hyphens', () => {
    const names = dialects.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('that are unknown cause an error with the nearest name', async () => {
    await expect(startDemo({ fault: 'created-order-is-lots' })).rejects.toThrow(
      'Unknown fault "created-order-is-lots". Did you mean "created-order-is-lost"?',
    );
    await expect(startDemo({ dialect: ['etag'] })).rejects.toThrow('Did you mean "etags"?');
  });

  test('of dialects on one axis exclude each other', async () => {
    await expect(startDemo({ dialect: ['ids-uuid', 'ids-integer'] })).rejects.toThrow('exclude each other');
  });
});

describe('the catalogue', () => {
  test('has at most one default on each axis', () => {
    const axes = dialects.filter(({ isDefault }) => isDefault).map(({ axis }) => axis);
    expect(new Set(axes).size).toBe(axes.length);
  });
});

test('runs several demos independently, and a closed one does not respond', async () => {
  const [one, other] = [await startDemo(), await startDemo()];
  await createRawClient(one.url)('POST', '/orders', { customer: 'Ada', quantity: 1 });
  expect([one.orders(), other.orders()]).toEqual([1, 0]);
  await one.close();
  await expect(createRawClient(one.url)('GET', '/')).rejects.toThrow('ECONNREFUSED');
  await other.close();
});

test('starts with a fault that the package does not have, and prefers a chosen dialect to that of the fault', async () => {
  const fault = requireDialects(
    createFault('put-answers-203', 'PUT returns 203.', 'idempotency/put-is-acknowledged', () => ({
      around: { 'PUT order': (_, next) => ({ ...next(), status: 203 }) },
    })),
    'put-creates',
  );
  const put = async (dialect?: readonly string[]) => {
    const demo = await startDemo({ fault: fault.name, faults: [fault], ...(dialect && { dialect }) });
    const absent = '/orders/00000000-0000-4000-8000-000000000000';
    const ask = createRawClient(demo.url);
    const { status } = await ask('PUT', absent, { customer: 'Ada', quantity: 1 });
    const read = await ask('GET', absent);
    await demo.close();
    return [status, read.status];
  };
  expect(await put()).toEqual([203, 200]);
  expect(await put(['put-needs-existing'])).toEqual([203, 404]);
  await expect(startDemo({ fault: fault.name })).rejects.toThrow('Unknown fault "put-answers-203".');
});

test('can combine the dialects that every suite needs', async () => {
  const demo = await startDemo({ dialect: demoDialects });
  const { status, headers } = await createDialectClient(demo.url, ...demoDialects)('POST', '/v2/orders', {
    customer: 'Ada',
    quantity: 1,
    reference: 'a',
  });
  expect([status, headers.location?.startsWith('/orders/')]).toEqual([201, true]);
  await demo.close();
});
