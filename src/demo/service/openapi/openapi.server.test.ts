import { afterEach, describe, expect, test } from 'vitest';
import type { RawClient } from '../../../../test/support/raw-client.js';
import { findEntries } from '../../../../tools/faults/page-entries.js';
import { createDialectClient } from '../../required-fields.fixture.js';
import { type Demo, dialects, startDemo } from '../../start-demo.js';
import type { Json, JsonObject } from '../http/json.js';
import { listComplaints, type Schema } from '../http/validate.js';

let demo: Demo;
let ask: RawClient;

async function start(...dialect: readonly string[]) {
  demo = await startDemo({ dialect });
  ask = createDialectClient(demo.url, ...dialect);
  const { body } = await ask('GET', '/openapi.json');
  return body as {
    openapi: string;
    paths: Record<string, Record<string, JsonObject>>;
    components: { schemas: Record<string, Schema> };
  };
}

afterEach(() => demo.close());

const address = { street: 'S', city: 'C', zip: '12345' };

describe('the schema of an order', () => {
  const least = { customer: 'A', quantity: 1 };

  test.each<[boolean, JsonObject]>([
    [true, least],
    [false, { customer: 'A' }],
    [false, { quantity: 1 }],
    [true, { ...least, quantity: 1000 }],
    [true, { ...least, quantity: 1.0 }],
    [false, { ...least, quantity: 0 }],
    [false, { ...least, quantity: 1001 }],
    [false, { ...least, quantity: 1.5 }],
    [false, { ...least, quantity: '1' }],
    [true, { ...least, customer: '🙂'.repeat(40) }],
    [false, { ...least, customer: '🙂'.repeat(41) }],
    [false, { ...least, customer: '' }],
    [true, { ...least, email: 'a@b.example' }],
    [false, { ...least, email: 'a@b@c' }],
    [true, { ...least, price: 0 }],
    [true, { ...least, price: 100_000 }],
    [false, { ...least, price: -0.01 }],
    [false, { ...least, price: 100_000.01 }],
    [true, { ...least, note: null }],
    [true, { ...least, note: 'x'.repeat(200) }],
    [false, { ...least, note: 'x'.repeat(201) }],
    [true, { ...least, tags: ['a', 'b', 'c', 'd', 'x'.repeat(20)] }],
    [false, { ...least, tags: ['a', 'a'] }],
    [false, { ...least, tags: [''] }],
    [false, { ...least, tags: ['x'.repeat(21)] }],
    [false, { ...least, tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    [true, { ...least, priority: 'low' }],
    [false, { ...least, priority: 'urgent' }],
    [false, { ...least, gift: 'yes' }],
    [true, { ...least, address }],
    [false, { ...least, address: { ...address, zip: '1234' } }],
    [false, { ...least, address: { ...address, zip: '12345\n' } }],
    [false, { ...least, address: { street: 'S', city: 'C' } }],
    [false, { ...least, address: { ...address, country: 'X' } }],
    [false, { ...least, constructor: 1 }],
  ])('accepts (%s) the same content as the service: %j', async (isTaken, content) => {
    const { components } = await start();
    expect((await ask('POST', '/orders', content)).status).toBe(isTaken ? 201 : 422);
    expect(listComplaints(content, components.schemas.OrderInput ?? {}).length === 0).toBe(isTaken);
  });
});

test('serves the operations of the document, and no others', async () => {
  const { paths } = await start();
  const { id } = (await ask('POST', '/orders', { customer: 'A', quantity: 1 })).body;
  for (const [path, operations] of Object.entries(paths)) {
    const { allow = '' } = (await ask('OPTIONS', path.replace('{order_id}', String(id)))).headers;
    const said = Object.keys(operations).filter((name) => name !== 'parameters');
    const answered = allow
      .toLowerCase()
      .split(', ')
      .filter((method) => method !== 'options');
    expect(answered).toEqual(expect.arrayContaining(said));
    expect(said).toEqual(expect.arrayContaining(answered.filter((method) => method !== 'head')));
  }
});

test('returns the required members of the document in every dialect', async () => {
  for (const { name } of dialects.filter(({ service }) => service === undefined)) {
    const { components } = await start(name);
    const entry = await made();
    const { id } = entry;
    const { body } = await ask('GET', `/orders/${id}`);
    const { required = [], properties = {} } = components.schemas.Order ?? {};
    for (const shown of [body, entry]) {
      expect([name, Object.keys(shown)]).toEqual([name, expect.arrayContaining([...required])]);
    }
    expect([name, Object.keys(properties)]).toEqual([name, expect.arrayContaining(Object.keys(body))]);
    await demo.close();
  }
  await start();
});

test('uses nullable in 3.0 and a type null in 3.1', async () => {
  const old = await start('nullable-30');
  expect(old.openapi).toBe('3.0.3');
  expect(old.components.schemas.OrderInput?.properties?.note).toEqual({
    type: 'string',
    nullable: true,
    maxLength: 200,
  });
  await demo.close();
  const { openapi, components } = await start();
  expect(openapi).toBe('3.1.1');
  expect(components.schemas.OrderInput?.properties?.note).toEqual({ type: ['string', 'null'], maxLength: 200 });
});

/** The order created last, from the list, because the response to a creation may have no content. */
async function made(): Promise<JsonObject> {
  await ask('POST', '/orders', { customer: 'A', quantity: 1 });
  const entries = findEntries(JSON.parse((await ask('GET', '/orders')).text) as Json);
  return entries?.[0] ?? {};
}
