import { afterEach, describe, expect, test } from 'vitest';
import type { RawClient } from '../../../../test/support/raw-client.js';
import { startWithRoles } from '../../required-fields.fixture.js';
import type { JsonObject } from '../http/json.js';

const order = { customer: 'Ada', quantity: 3 };

let open: Awaited<ReturnType<typeof startWithRoles>>;
let ask: RawClient;

afterEach(() => open.demo.close());

async function start(...dialect: readonly string[]) {
  open = await startWithRoles(...dialect);
  ask = open.anonymous;
}

const post = (key: string, content: JsonObject = order, path = '/orders') =>
  ask('POST', path, content, { 'idempotency-key': key });

describe('the place of a key', () => {
  test('key-sf-string requires a text in double quotes', async () => {
    await start('key-sf-string');
    const first = await post('"a \\"b\\" \\\\"');
    expect([first.status, (await post('"a \\"b\\" \\\\"')).body.id]).toEqual([201, first.body.id]);
    for (const bare of ['bare', '"open', '"in"side"', '""', "'single'", '"back\\slash"']) {
      expect([bare, (await post(bare)).status]).toEqual([bare, 400]);
    }
    expect(open.demo.orders()).toBe(1);
  });

  test('key-in-body neither stores nor returns the key', async () => {
    await start('key-in-body');
    const sent = { ...order, requestId: 'key' };
    const first = await ask('POST', '/orders', sent);
    expect(first.body).toMatchObject(order);
    expect(first.body).not.toHaveProperty('requestId');
    expect((await ask('POST', '/orders', sent)).text).toBe(first.text);
    expect((await ask('POST', '/orders', { ...sent, quantity: 4 })).status).toBe(422);
    expect((await ask('POST', '/orders', { ...order, requestId: 7 })).status).toBe(422);
    expect([(await ask('POST', '/orders', order)).status, open.demo.orders()]).toEqual([201, 2]);
    const { paths, components } = JSON.parse((await ask('GET', '/openapi.json')).text);
    expect(paths['/orders'].post).not.toHaveProperty('parameters');
    expect(components.schemas.OrderCreation.properties.requestId).toMatchObject({ type: 'string', writeOnly: true });
    expect(components.schemas.OrderInput.properties).not.toHaveProperty('requestId');
  });

  test.each([['keys-required'], ['keys-required', 'key-in-body']])(
    '%s %s: a creation without a key is refused',
    async (...dialect) => {
      await start(...dialect);
      expect([(await ask('POST', '/orders', order)).status, open.demo.orders()]).toEqual([400, 0]);
      const keyed = await ask('POST', '/orders', dialect.length > 1 ? { ...order, requestId: 'k' } : order, {
        'idempotency-key': 'k',
      });
      expect(keyed.status).toBe(201);
      expect((await ask('POST', `${keyed.headers.location}/payment`)).status).toBe(201);
    },
  );
});

describe('a known key with other content', () => {
  test.each([
    ['key-mismatch-422', 422],
    ['key-mismatch-409', 409],
    ['key-mismatch-replays', 201],
  ])('%s answers %i and creates nothing', async (name, status) => {
    await start(name);
    const first = await post('key');
    const second = await post('key', { ...order, quantity: 4 });
    expect([second.status, open.demo.orders()]).toEqual([status, 1]);
    if (status === 201) expect(second.text).toBe(first.text);
    expect((await ask('GET', first.headers.location ?? '')).body.quantity).toBe(3);
  });
});

describe('a known key', () => {
  test.each([
    ['key-replays-answer', 201, 3],
    ['key-replays-200', 200, 3],
    ['key-replays-current', 200, 8],
  ])('%s answers %i', async (name, status, quantity) => {
    await start(name);
    const first = await post('key');
    const path = first.headers.location ?? '';
    await ask('PATCH', path, { quantity: 8 });
    const again = await post('key');
    expect([again.status, again.headers.location, again.body.quantity]).toEqual([status, path, quantity]);
    await ask('DELETE', path);
    const late = await post('key');
    expect([late.status, late.body.id, open.demo.orders()]).toEqual([status, first.body.id, 0]);
  });

  test.each(['key-replays-answer', 'key-replays-200', 'key-replays-current'])(
    '%s repeats an action with the same record',
    async (name) => {
      await start(name);
      const path = (await ask('POST', '/orders', order)).headers.location ?? '';
      const first = await post('key', { reason: 'late' }, `${path}/cancellation`);
      const again = await post('key', { reason: 'late' }, `${path}/cancellation`);
      expect([first.status, again.text]).toEqual([201, first.text]);
      expect((await ask('GET', `${path}/cancellation`)).body).toEqual(first.body);
      expect((await post('other', { reason: 'late' }, `${path}/cancellation`)).status).toBe(409);
    },
  );

  test('is valid for one target only', async () => {
    await start();
    const path = (await post('key')).headers.location ?? '';
    const other = (await post('other')).headers.location ?? '';
    const paid = [
      await ask('POST', `${path}/payment`, undefined, { 'idempotency-key': 'key' }),
      await post('key', {}, `${other}/payment`),
    ];
    expect(paid.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('a key whose request is in progress', () => {
  test('with key-in-flight-409 lets one of many requests through, and returns its response afterwards', async () => {
    await start('key-in-flight-409');
    const replies = await Promise.all(Array.from({ length: 6 }, () => post('key')));
    const statuses = replies.map(({ status }) => status).sort();
    expect([statuses[0], statuses.at(-1), open.demo.orders()]).toEqual([201, 409, 1]);
    const made = replies.find(({ status }) => status === 201);
    const after = await post('key');
    expect([after.status, after.text]).toEqual([201, made?.text]);
  });

  test('with key-in-flight-409 may be used again after a refused creation', async () => {
    await start('key-in-flight-409');
    expect((await post('key', { ...order, quantity: 0 })).status).toBe(422);
    expect((await post('key')).status).toBe(201);
  });
});
