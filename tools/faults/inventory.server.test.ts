import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Demo, startDemo } from '../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../test/support/raw-client.js';
import { inventoryFaults } from './inventory.js';
import { singleResourceFaults } from './single-resources.js';

type Showing = (ask: RawClient) => Promise<boolean>;

const get =
  (path: string, check: (answer: Awaited<ReturnType<RawClient>>) => boolean): Showing =>
  async (ask) =>
    check(await ask('GET', path));
const shelf = '/warehouses/w1/shelves';
const shop = { currency: 'EUR', timezone: 'UTC', pageSize: 20 };

/** The smallest exchange in which each fault shows itself. */
const showings: Readonly<Record<string, Showing>> = {
  'settings-count-their-reads': async (ask) => {
    const first = (await ask('GET', '/settings')).body.revision;
    return first !== undefined && (await ask('GET', '/settings')).body.revision === Number(first) + 1;
  },
  'settings-vanish-after-a-read': async (ask) => {
    const seen = [];
    for (let i = 0; i < 3; i += 1) seen.push((await ask('GET', '/settings')).status);
    return seen.join() === '200,200,404';
  },
  'head-of-settings-answers-405': async (ask) => (await ask('HEAD', '/settings')).status === 405,
  'head-of-settings-answers-204': async (ask) => (await ask('HEAD', '/settings')).status === 204,
  'head-of-tags-has-another-length': async (ask) => (await ask('HEAD', '/tags')).headers['content-length'] === '999',
  'search-fails-at-a-null-character': get('/products/search?q=%00', ({ status }) => status === 500),
  'search-fails-at-a-word-for-a-number': get('/products/search?q=a&limit=b', ({ status }) => status === 500),
  'label-with-a-null-character-answers-500': get('/labels/a%00', ({ status }) => status === 500),
  'unknown-shelf-answers-200': get(`${shelf}/none`, ({ status }) => status === 200),
  'unknown-box-answers-500': get(`${shelf}/s11/boxes/none`, ({ status }) => status === 500),
  'settings-ignore-if-none-match': async (ask) => {
    const { headers } = await ask('GET', '/settings');
    const again = await ask('GET', '/settings', undefined, { 'if-none-match': String(headers.etag) });
    return again.status === 200;
  },
  'unknown-label-shows-a-stack-trace': get('/labels/none', ({ body }) => /find\.js:11/.test(String(body.detail))),
  'unknown-label-has-its-status-as-text': get('/labels/none', ({ body }) => body.status === '404'),
  'unknown-label-answers-499': get('/labels/none', ({ status }) => status === 499),
  'get-of-the-import-answers-500': get('/products/import', ({ status }) => status === 500),
  'options-answers-500': async (ask) => (await ask('OPTIONS', '/labels')).status === 500,
  'get-of-the-import-answers-405-without-allow': get(
    '/products/import',
    ({ status, headers }) => status === 405 && headers.allow === undefined,
  ),
  'settings-are-served-to-anyone': get('/settings', ({ status }) => status === 200),
  'settings-have-an-undescribed-status': get('/settings', ({ status }) => status === 203),
  'tags-are-sent-as-text': get('/tags', ({ headers }) => headers['content-type'] === 'text/plain'),
  'settings-lack-their-currency': get('/settings', ({ body }) => body.currency === undefined),
  'search-has-no-total': get('/products/search?q=tea', ({ headers }) => headers['x-total-count'] === undefined),
  'status-page-is-absent': get('/status', ({ status }) => status === 404),
  'example-of-a-product-is-refused': async (ask) => {
    const fields = { 'content-type': 'application/json' };
    return (await ask('PUT', '/products/green-tea', { name: 'Green tea', price: 12 }, fields)).status === 422;
  },
  'settings-keep-an-omitted-note': async (ask) => {
    await ask('PUT', '/settings', { ...shop, note: 'Old' });
    await ask('PUT', '/settings', shop);
    return (await ask('GET', '/settings')).body.note === 'Old';
  },
  'settings-add-up': async (ask) => {
    await ask('PUT', '/settings', { ...shop, pageSize: 5 });
    return (await ask('GET', '/settings')).body.pageSize === 26;
  },
  'repeated-settings-shorten-their-timezone': async (ask) => {
    await ask('PUT', '/settings', { ...shop, pageSize: 5 });
    await ask('PUT', '/settings', { ...shop, pageSize: 5 });
    return (await ask('GET', '/settings')).body.timezone === 'UT';
  },
  'settings-accept-a-large-page': async (ask) =>
    (await ask('PUT', '/settings', { ...shop, pageSize: 501 })).status === 200,
  'notice-accepts-a-long-text': async (ask) => (await ask('POST', '/notice', { text: 'a'.repeat(101) })).status === 201,
  'notice-survives-its-removal': async (ask) => {
    await ask('DELETE', '/notice');
    return (await ask('GET', '/notice')).status === 200;
  },
  'notice-location-leads-nowhere': async (ask) => {
    const { headers } = await ask('POST', '/notice', { text: 'New' });
    return (await ask('GET', String(headers.location))).status === 404;
  },
  'settings-fail-at-a-long-note': async (ask) =>
    (await ask('PUT', '/settings', { ...shop, note: 'a'.repeat(41) })).status === 500,
  'status-page-fails': get('/status', ({ status }) => status === 500),
  'allow-lacks-put': async (ask) => !/PUT/.test(String((await ask('OPTIONS', '/settings')).headers.allow)),
};

const faults = [...inventoryFaults, ...singleResourceFaults];

test('every fault of the inventory is tested', () => {
  expect(Object.keys(showings).sort()).toEqual(faults.map(({ name }) => name).sort());
});

test.each(faults)(
  '$name has its effect, and the inventory without a fault does not show it',
  async ({ name, dialect = [] }) => {
    const shows = showings[name] as Showing;
    for (const fault of [name, undefined]) {
      const demo = await startDemo({ dialect, faults, ...(fault && { fault }) });
      try {
        expect(await shows(createRawClient(demo.url))).toBe(fault !== undefined);
      } finally {
        await demo.close();
      }
    }
  },
);

describe('the inventory', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo({ dialect: ['inventory'] });
  });
  afterAll(() => demo.close());

  test('creates, replaces and removes a product under the sku that the client chose', async () => {
    const ask = createRawClient(demo.url);
    const put = (price: number) => ask('PUT', '/products/mug-1', { name: 'Mug', price });
    expect([(await put(4)).status, (await put(5)).status]).toEqual([201, 200]);
    expect((await ask('GET', '/products/mug-1')).body).toEqual({ sku: 'mug-1', name: 'Mug', price: 5, note: '' });
    expect([(await ask('DELETE', '/products/mug-1')).status, (await ask('GET', '/products/mug-1')).status]).toEqual([
      204, 404,
    ]);
    expect(demo.orders()).toBe(0);
  });

  test('fills in settings, refuses writes, or needs If-Match, as the variants say', async () => {
    const answers = [];
    for (const name of ['default', 'fixed', 'conditional']) {
      const variant = await startDemo({ dialect: [`inventory-with-${name}-settings`] });
      answers.push(await createRawClient(variant.url)('PUT', '/settings', shop));
      await variant.close();
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 428]);
    expect(answers[0]?.body).toEqual({ ...shop, note: 'No note' });
  });

  test('counts settings that are not restored as an effect', async () => {
    const other = await startDemo({ dialect: ['inventory'] });
    await createRawClient(other.url)('PUT', '/settings', shop);
    expect([...(other.effects?.() ?? [])]).toEqual([['settings', 1]]);
    await other.close();
  });

  test('counts the effects that no audit may cause', async () => {
    const ask = createRawClient(demo.url);
    expect(demo.effects?.().size).toBe(0);
    await ask('GET', '/jobs/stop');
    expect(demo.effects?.().get('stop')).toBe(1);
  });

  test('needs a known query parameter where it is strict', async () => {
    const strict = await startDemo({ dialect: ['inventory-with-strict-queries'] });
    const ask = createRawClient(strict.url);
    expect((await ask('GET', '/tags?other=1')).status).toBe(400);
    expect((await ask('GET', '/products/search?q=tea&limit=1')).status).toBe(200);
    await strict.close();
  });
});
