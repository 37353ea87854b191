import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { startDemo } from '../../../src/demo/start-demo.js';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { allFaults } from '../all-faults.js';
import { headFaults } from './head.js';
import { safetyFaults } from './safety.js';

type Headers = Readonly<Record<string, string>>;

async function made(ask: RawClient) {
  const { body } = await ask('POST', '/orders', { customer: 'Ada', quantity: 3 });
  const path = `/orders/${body.id}`;
  return {
    path,
    get: (query = '', headers: Headers = {}) => ask('GET', path + query, undefined, headers),
    head: () => ask('HEAD', path),
  };
}

const changes = (name: string, first: { body: JsonObject }, last: { body: JsonObject }) =>
  first.body[name] !== last.body[name];

/** The smallest exchange that shows each fault. */
const showings: Readonly<Record<string, (ask: RawClient) => Promise<boolean>>> = {
  'get-bumps-a-counter': async (ask) => {
    const { get } = await made(ask);
    return (await get()).body.views === 1 && (await get()).body.views === 2;
  },
  'get-bumps-on-the-third-read': async (ask) => {
    const { get } = await made(ask);
    const [first, second, third] = [await get(), await get(), await get()];
    return !changes('views', first, second) && changes('views', second, third);
  },
  'get-marks-as-seen': async (ask) => {
    const { get } = await made(ask);
    return (await get()).body.seen === false && (await get()).body.seen === true && (await get()).body.seen === true;
  },
  'get-marks-as-seen-before-it-answers': async (ask) => {
    const { get } = await made(ask);
    return (await get()).body.seen === true && (await get()).body.seen === true;
  },
  'get-changes-another-order': async (ask) => {
    const [one, other] = [await made(ask), await made(ask)];
    await one.get();
    return (await other.get()).body.quantity === 4;
  },
  'get-writes-an-audit-entry-elsewhere': async (ask) => {
    const [one, other] = [await made(ask), await made(ask)];
    await one.get();
    return (await other.get()).body.audits === 1;
  },
  'list-bumps-a-counter': async (ask) => {
    const { get } = await made(ask);
    const before = await get();
    await ask('GET', '/orders');
    return changes('listed', before, await get());
  },
  'list-with-a-limit-changes-the-last-order': async (ask) => {
    const { get } = await made(ask);
    await ask('GET', '/orders');
    const before = await get();
    await ask('GET', '/orders?limit=5');
    return before.body.note === undefined && (await get()).body.note === 'archived';
  },
  'head-bumps-a-counter': async (ask) => {
    const { get, head } = await made(ask);
    const [first, second] = [await get(), await get()];
    await head();
    return !changes('views', first, second) && changes('views', second, await get());
  },
  'override-query-deletes': async (ask) => {
    const { get } = await made(ask);
    return (await get('?_method=DELETE')).status === 200 && (await get()).status === 404;
  },
  'override-header-deletes': async (ask) => {
    const { get } = await made(ask);
    return (await get('', { 'x-http-method-override': 'DELETE' })).status === 200 && (await get()).status === 404;
  },
  'get-cancellation-cancels': async (ask) => {
    const { path, get } = await made(ask);
    await ask('GET', `${path}/cancellation`);
    return (await get()).body.status === 'cancelled';
  },
  'head-of-a-cancellation-cancels': async (ask) => {
    const { path, get } = await made(ask);
    await ask('GET', `${path}/cancellation`);
    const before = await get();
    await ask('HEAD', `${path}/cancellation`);
    return before.body.status === 'pending' && (await get()).body.status === 'cancelled';
  },
  'get-alternates-between-two-values': async (ask) => {
    const { get } = await made(ask);
    const seen = [(await get()).body.quantity, (await get()).body.quantity, (await get()).body.quantity];
    return seen.join() === '3,4,3';
  },
  'head-answers-405': async (ask) => (await (await made(ask)).head()).status === 405,
  'head-answers-204': async (ask) => (await (await made(ask)).head()).status === 204,
  'head-sends-content': async (ask) => {
    const { get, head } = await made(ask);
    return (await head()).text === (await get()).text;
  },
  'head-sends-a-wrong-length': async (ask) => {
    const { get, head } = await made(ask);
    return (await head()).headers['content-length'] !== (await get()).headers['content-length'];
  },
  'head-lacks-cache-control': async (ask) => {
    const { get, head } = await made(ask);
    const [read, asked] = [await get(), await head()];
    return read.headers['cache-control'] !== undefined && asked.headers['cache-control'] === undefined;
  },
  'head-has-another-entity-tag': async (ask) => {
    const { get, head } = await made(ask);
    return (await head()).headers.etag !== (await get()).headers.etag;
  },
  'head-of-the-list-lacks-content-type': async (ask) =>
    (await ask('HEAD', '/orders')).headers['content-type'] === undefined,
};

test('every fault of reading is tested', () => {
  expect(Object.keys(showings)).toEqual([...safetyFaults, ...headFaults].map(({ name }) => name));
});

test.each(Object.entries(showings))(
  '%s has its effect, and the service without a fault does not show it',
  async (fault, shows) => {
    const dialect = [...safetyFaults, ...headFaults].find(({ name }) => name === fault)?.dialect ?? [];
    const broken = await startDemo({ faults: allFaults, fault, dialect });
    const correct = await startDemo({ dialect });
    const seen = [await shows(createRawClient(broken.url)), await shows(createRawClient(correct.url))];
    await Promise.all([broken.close(), correct.close()]);
    expect(seen).toEqual([true, false]);
  },
);
