import { describe, expect, test } from 'vitest';
import { createRawClient } from '../../test/support/raw-client.js';
import { createDialectClient } from './required-fields.fixture.js';
import { demoDialects, dialects, faults, startDemo } from './start-demo.js';

describe('names', () => {
  test('of faults and dialects are unique and written with hyphens', () => {
    const names = [...faults, ...dialects].map(({ name }) => name);
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

  test('describes each fault and lists the rules that must find it', () => {
    for (const { does, violates } of faults) {
      expect(does).toMatch(/^[A-Z].*\.$/);
      expect(violates.length).toBeGreaterThan(0);
      for (const rule of violates) expect(rule).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    }
  });

  test('names only existing dialects', () => {
    const known = dialects.map(({ name }) => name);
    for (const { dialect = [] } of faults) expect(known).toEqual(expect.arrayContaining([...dialect]));
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

test('prefers a chosen dialect to that of a fault', async () => {
  const demo = await startDemo({ fault: 'put-answers-204-with-content' });
  const path =
    (await createRawClient(demo.url)('POST', '/orders', { customer: 'Ada', quantity: 1 })).headers.location ?? '';
  expect((await createRawClient(demo.url)('PUT', path, { customer: 'Ada', quantity: 1 })).status).toBe(204);
  await demo.close();
  const other = await startDemo({ fault: 'put-creates-with-200', dialect: ['put-needs-existing'] });
  const absent = '/orders/00000000-0000-4000-8000-000000000000';
  expect((await createRawClient(other.url)('PUT', absent, { customer: 'Ada', quantity: 1 })).status).toBe(404);
  await other.close();
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
