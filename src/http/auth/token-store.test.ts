import { describe, expect, test } from 'vitest';
import { clientCredentials } from './token.fixture.js';
import type { Grant } from './token-request.js';
import { createTokenStore } from './token-store.js';

/** A token store on a clock that the test sets, and its token requests. */
function kept(grants: (Partial<Grant> | Error)[]) {
  const asked: (string | undefined)[] = [];
  const clock = { now: 0 };
  const keeper = createTokenStore(
    clientCredentials,
    async (_, refreshToken) => {
      asked.push(refreshToken);
      const grant = grants[asked.length - 1] ?? new Error('nothing is granted any more');
      if (grant instanceof Error) throw grant;
      return { token: `t${asked.length}`, secrets: [], ...grant };
    },
    () => clock.now,
  );
  return { keeper, asked, clock };
}

const value = 'Bearer t';

describe('a credential', () => {
  test('is obtained on first use, once for all callers, and kept', async () => {
    const { keeper, asked } = kept([{}]);
    const all = await Promise.all([keeper.getCredential(), keeper.getCredential(), keeper.getCredential()]);
    expect(all).toEqual(Array(3).fill({ in: 'header', name: 'authorization', value: `${value}1` }));
    expect((await keeper.getCredential()).value).toBe(`${value}1`);
    expect(asked).toEqual([undefined]);
  });

  test.each([
    [100_000, 89_999, 90_000],
    [3_600_000, 3_569_999, 3_570_000],
  ])('with a lifetime of %i ms is kept until %i and renewed at %i', async (lifetimeMs, still, no) => {
    const { keeper, clock } = kept([{ lifetimeMs, refreshToken: 'r1' }, { lifetimeMs }]);
    await keeper.getCredential();
    clock.now = still;
    expect((await keeper.getCredential()).value).toBe(`${value}1`);
    clock.now = no;
    expect((await keeper.getCredential()).value).toBe(`${value}2`);
  });

  test('is renewed with the latest refresh token', async () => {
    const { keeper, asked, clock } = kept([
      { lifetimeMs: 10, refreshToken: 'r1' },
      { lifetimeMs: 10 },
      { lifetimeMs: 10, refreshToken: 'r3' },
      {},
    ]);
    for (const now of [0, 20, 40, 60]) {
      clock.now = now;
      await keeper.getCredential();
    }
    expect(asked).toEqual([undefined, 'r1', 'r1', 'r3']);
  });

  test('that cannot be renewed is used until it expires, without further token requests', async () => {
    const { keeper, asked, clock } = kept([{ lifetimeMs: 10 }, new Error('down')]);
    await keeper.getCredential();
    clock.now = 20;
    expect((await keeper.getCredential()).value).toBe(`${value}1`);
    expect((await keeper.getCredential()).value).toBe(`${value}1`);
    expect(asked).toHaveLength(2);
  });

  test('that was never obtained causes an error each time', async () => {
    const { keeper, asked } = kept([new Error('no'), new Error('still no')]);
    await expect(keeper.getCredential()).rejects.toThrow('no');
    await expect(keeper.getCredential()).rejects.toThrow('still no');
    expect(asked).toHaveLength(2);
  });
});

describe('a credential that was refused', () => {
  test('is replaced once, for any number of refused requests', async () => {
    const { keeper, asked } = kept([{}, {}]);
    const refused = await keeper.getCredential();
    const [one, other] = await Promise.all([keeper.renew(refused, 'a'), keeper.renew(refused, 'b')]);
    expect([one?.value, other?.value]).toEqual([`${value}2`, `${value}2`]);
    expect((await keeper.renew(refused, 'a'))?.value).toBe(`${value}2`);
    expect(asked).toHaveLength(2);
  });

  test('is not replaced again for requests that are always refused, but for others', async () => {
    const { keeper, asked } = kept([{}, {}, {}]);
    expect(await keeper.renew(await keeper.getCredential(), 'odd')).toBeDefined();
    keeper.recordFutile('odd');
    expect(await keeper.renew(await keeper.getCredential(), 'odd')).toBeUndefined();
    expect(asked).toHaveLength(2);
    const refused = await keeper.getCredential();
    expect((await keeper.renew(refused, 'even'))?.value).toBe(`${value}3`);
    expect((await keeper.renew(refused, 'odd'))?.value).toBe(`${value}3`);
  });

  test('is not replaced without end when no token is accepted', async () => {
    const { keeper, asked } = kept(Array(99).fill({}));
    for (let i = 0; i < 60; i += 1) {
      await keeper.renew(await keeper.getCredential(), `shape ${i}`);
      keeper.recordFutile(`shape ${i}`);
    }
    expect(asked).toHaveLength(1 + 20);
  });

  test('is kept when there is no other', async () => {
    const { keeper } = kept([{}, new Error('down')]);
    expect(await keeper.renew(await keeper.getCredential(), 'a')).toBeUndefined();
  });
});
