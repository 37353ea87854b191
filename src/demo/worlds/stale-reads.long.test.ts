import { describe, expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { placeOrder, sampleOrder, sendMany, startInWorlds } from './worlds.fixture.js';

useSteadyClock();

/** Seeds with nearly the longest lag of the first order, so that a slow machine still observes it. */
const lagging = { seed: 1, dialect: ['ids-integer'] };
const apart = { seed: 32, dialect: ['ids-integer'] };

const idsIn = (text: string): string[] => JSON.parse(text).data.map(({ id }: { id: number }) => String(id));

describe('lagging-reads', () => {
  test('returns a new order later, and in lists even later', async () => {
    const { demo, ask } = await startInWorlds(['lagging-reads'], lagging);
    const path = await placeOrder(ask);
    const list = async () => JSON.stringify((await ask('GET', '/orders')).body).includes(path);
    expect([(await ask('GET', path)).status, await list(), demo.orders()]).toEqual([404, false, 1]);
    await expectEventually(async () => (await ask('GET', path)).status).toBe(200);
    expect(await list()).toBe(false);
    await expectEventually(list).toBe(true);
  });

  test('returns a change, an action and a removal later, by GET and HEAD', async () => {
    const { ask } = await startInWorlds(['lagging-reads'], lagging);
    const path = await placeOrder(ask);
    const status = async () => [(await ask('GET', path)).status, (await ask('HEAD', path)).status];
    await expectEventually(status).toEqual([200, 200]);
    expect((await ask('PUT', path, { ...sampleOrder, quantity: 5 })).body.quantity).toBe(5);
    expect((await ask('GET', path)).body.quantity).toBe(3);
    await expectEventually(async () => (await ask('GET', path)).body.quantity).toBe(5);
    expect((await ask('POST', `${path}/payment`)).status).toBe(201);
    expect((await ask('GET', `${path}/payment`)).status).toBe(404);
    await expectEventually(async () => (await ask('GET', `${path}/payment`)).status).toBe(200);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect([await status(), (await ask('DELETE', path)).status]).toEqual([[200, 200], 404]);
    await expectEventually(status).toEqual([404, 404]);
  });

  test('checks keys and unique members without a lag', async () => {
    const { demo, ask } = await startInWorlds(['lagging-reads'], {
      ...lagging,
      dialect: ['unique-reference', 'ids-integer'],
    });
    const post = (key: string) =>
      ask('POST', '/orders', { ...sampleOrder, reference: 'a' }, { 'idempotency-key': key });
    const [one, again, other] = [await post('k'), await post('k'), await post('l')];
    expect([again.body.id, other.status, demo.orders()]).toEqual([one.body.id, 409, 1]);
  });

  test('lets a walk continue through pages of the old state', async () => {
    const { ask } = await startInWorlds(['lagging-reads'], {
      ...lagging,
      dialect: ['pagination-keyset', 'ids-integer'],
    });
    const paths: string[] = [];
    for (const _ of Array(5)) paths.push(await placeOrder(ask));
    await expectEventually(async () => idsIn((await ask('GET', '/orders')).text).length).toBe(5);
    const first = idsIn((await ask('GET', '/orders?limit=2')).text);
    await placeOrder(ask);
    await ask('DELETE', `/orders/${first[1]}`);
    const second = idsIn((await ask('GET', `/orders?limit=2&starting_after=${first[1]}`)).text);
    expect([...first, ...second].map((id) => `/orders/${id}`)).toEqual(paths.slice(0, 4));
  });

  test('counts each access to an old state', async () => {
    const { ask } = await startInWorlds(['lagging-reads'], {
      ...lagging,
      dialect: ['access-statistics', 'ids-integer'],
    });
    const path = await placeOrder(ask);
    await expectEventually(async () => (await ask('GET', path)).status).toBe(200);
    const views = async () => Number((await ask('GET', path)).body.views);
    const before = await views();
    await ask('PUT', path, { ...sampleOrder, quantity: 4 });
    const during = await sendMany(3, () => ask('GET', path));
    await expectEventually(async () => (await ask('GET', path)).body.quantity).toBe(4);
    expect(during.map((reply) => reply?.body.views)).toEqual([before + 1, before + 2, before + 3]);
    expect(await views()).toBeGreaterThan(before + 3);
  });
});

describe('two-replicas', () => {
  test('return different states of a new order, and equal ones after a while', async () => {
    const { ask } = await startInWorlds(['two-replicas'], apart);
    const path = await placeOrder(ask);
    const pair = async () => [(await ask('GET', path)).status, (await ask('GET', path)).status].sort();
    expect(await pair()).toEqual([200, 404]);
    await expectEventually(pair).toEqual([200, 200]);
  });

  test('return different lists', async () => {
    const { ask } = await startInWorlds(['two-replicas'], apart);
    const path = await placeOrder(ask);
    const has = async () => (await ask('GET', '/orders')).text.includes(path);
    expect([await has(), await has()].sort()).toEqual([false, true]);
    await expectEventually(async () => (await has()) && (await has())).toBe(true);
  });
});
