import { describe, expect, test } from 'vitest';
import { createProfileFolder } from './folder.fixture.js';
import type { LoadProfileOptions } from './load-options.js';
import { loadProfile } from './load-profile.js';
import { createHostRate } from './request-policy.js';

const aimed = (baseUrl: string, more: Partial<LoadProfileOptions> = {}) =>
  loadProfile({ baseUrl, cwd: createProfileFolder({}), env: {}, ...more });

describe('another machine', () => {
  test('gets read requests only, at a low rate, by default', async () => {
    const { permit, permitFrom, isLoopback, limits } = await aimed('https://api.example.com');
    expect({ permit, permitFrom, isLoopback }).toEqual({ permit: 'reads', permitFrom: 'default', isLoopback: false });
    expect(limits).toMatchObject({ ratePerSecond: 10, concurrency: 2, maxLive: 25, maxMade: 1_000 });
  });

  test.each([
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://10.0.0.7',
    'http://localhost.example.com',
    'http://api',
  ])('is what %s names', async (url) => expect(await aimed(url)).toMatchObject({ permit: 'reads', isLoopback: false }));

  test.each(['http://127.1:3000', 'http://2130706433', 'http://[::ffff:127.0.0.1]', 'http://localhost.'])(
    'is not what %s names',
    async (url) => expect(await aimed(url)).toMatchObject({ permit: 'deletes', isLoopback: true }),
  );

  test('includes loopback behind a proxy on another machine', async () => {
    const through = (proxy: string) => aimed('http://127.0.0.1:3000', { proxy });
    expect(await through('http://proxy.example:3128')).toMatchObject({ permit: 'reads', isLoopback: false });
    expect(await through('http://127.0.0.1:3128')).toMatchObject({ permit: 'deletes', isLoopback: true });
  });

  test('gets the declared rate', async () => {
    const said = { permit: 'deletes', rate: '40/s', concurrency: 6, maxLive: 90 } as const;
    expect((await aimed('https://api.example.com', said)).limits).toMatchObject({
      ratePerSecond: 40,
      concurrency: 6,
      maxLive: 90,
    });
    const learned = await aimed('https://api.example.com', { rate: 'auto' });
    expect(learned.limits).toMatchObject({ ratePerSecond: 10, isRateLearned: true });
    expect(createHostRate(learned)(new URL('https://api.example.com'))).toBeUndefined();
    const flooded = await aimed('https://api.example.com', { permit: 'floods' });
    expect(flooded.limits.ratePerSecond).toBeUndefined();
  });
});

test('each host has a rate of its own', async () => {
  const target = new URL('https://api.example.com/v1');
  const login = new URL('https://login.example.com/token');
  const here = new URL('http://127.0.0.1:9/token');
  const fast = createHostRate(await aimed(target.href, { rate: '40' }));
  expect([fast(target), fast(login), fast(here)]).toEqual([40, 10, undefined]);
  const file = 'assay.json';
  const cwd = createProfileFolder({ [file]: JSON.stringify({ baseUrl: target.href, limits: { ratePerHost: '3/s' } }) });
  const even = createHostRate(await loadProfile({ cwd, env: {}, file }));
  expect([even(target), even(login), even(here)]).toEqual([3, 3, 3]);
});
