import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock } from '../model/clock.js';
import { hasStatus } from '../model/exchange.js';
import { assume } from '../rule/finding.js';
import {
  createBodyRule,
  type ReceivedRequest,
  readableCollection,
  runRules,
  startItemService,
} from './test-service.fixture.js';

useSteadyClock();

/** Refuses everything for 20 s after so many errors within 10 s. */
function createGateway(maxErrors: number, lastingMs = 20_000) {
  let errors: number[] = [];
  let bannedUntil = 0;
  let refused = 0;
  const pass = ({ method, path }: ReceivedRequest) => {
    const now = clock.now();
    if (now < bannedUntil) {
      refused += 1;
      return { status: 403, json: { error: `blocked ${refused}` } };
    }
    if (!/^\/things\/none/.test(path) || method !== 'GET') return undefined;
    errors = [...errors.filter((at) => at > now - 10_000), now];
    if (errors.length < maxErrors) return undefined;
    errors = [];
    bannedUntil = now + lastingMs;
    return undefined;
  };
  return { pass, countRefused: () => refused };
}

/** A rule whose case reads two items, is refused many times, and needs to read an item after that. */
const createErrorRule = (count: number) =>
  createBodyRule('a/many-errors', {
    when: async (body, { items, client }) => {
      const [item, other] = [await items.create(body), await items.create(body)];
      await item.get();
      await other.get();
      // What may write is not sent again to find out whether it succeeds.
      for (const { path } of [item, other]) await client.send({ method: 'GET', path: `${path}?_method=DELETE` });
      for (let i = 0; i < count; i += 1) await client.send({ method: 'GET', path: `/things/none${i}` });
      assume(hasStatus(await item.get(), 200), 'setup', 'an item is not readable');
    },
  });

const collections = [readableCollection];
const mention = expect.stringMatching(/the service returned 403 to everything .* the run waited \d+ s/);

test('a run waits for the end of a ban, sends what was refused again, and is slower after errors', async () => {
  const gateway = createGateway(15);
  const service = await startItemService((arrival) => gateway.pass(arrival));
  const limits = { cases: 4, maxSeconds: 600 };
  const { outcomes, notes, leftovers } = await runRules(service.url, [createErrorRule(20)], { collections, limits });
  expect(outcomes).toMatchObject([{ verdict: 'held', cases: 4 }]);
  expect(leftovers).toEqual([]);
  expect([...service.things]).toEqual([]);
  expect(notes).toContainEqual(mention);
  // Not what each of 80 errors would meet: once found, the ban is asked about a few times, and it is not caused again and again.
  expect(gateway.countRefused()).toBeLessThan(40);
});

test('a ban that does not end is the end of the run, which says so', async () => {
  const gateway = createGateway(15, 1e9);
  const service = await startItemService((arrival) => gateway.pass(arrival));
  const limits = { cases: 4, maxSeconds: 600 };
  const { outcomes, endedEarly } = await runRules(service.url, [createErrorRule(20)], { collections, limits });
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive' }]);
  expect(endedEarly).toMatch(/returns 403 to what it answered before \(exchange \d+\), also after waiting/);
  expect(gateway.countRefused()).toBeLessThan(60);
});

test('a service that refuses some requests with 403 is not waited for', async () => {
  const service = await startItemService(({ path }) =>
    path.startsWith('/things/none') ? { status: 403, json: { error: 'not yours' } } : undefined,
  );
  const begun = clock.now();
  const { outcomes, notes } = await runRules(service.url, [createErrorRule(20)], { collections, limits: { cases: 4 } });
  expect(outcomes).toMatchObject([{ verdict: 'held', cases: 4 }]);
  expect(notes).not.toContainEqual(mention);
  expect(clock.now() - begun).toBeLessThan(2_000);
});

test('a service that answers 403 for what was removed is not waited for', async () => {
  const service = await startItemService(({ method, path }) =>
    method !== 'POST' && path !== '/things' && !service.things.has(path.slice('/things/'.length))
      ? { status: 403, json: { error: 'not yours' } }
      : undefined,
  );
  const removing = createBodyRule('a/removes', {
    when: async (body, { items }) => {
      const item = await items.create(body);
      await item.get();
      await item.delete();
      for (let i = 0; i < 20; i += 1) await item.get();
    },
  });
  const begun = clock.now();
  const { outcomes, notes, endedEarly } = await runRules(service.url, [removing], {
    collections,
    limits: { cases: 4 },
  });
  expect(outcomes).toMatchObject([{ verdict: 'held', cases: 4 }]);
  expect([notes.join(), endedEarly]).not.toContainEqual(mention);
  expect(clock.now() - begun).toBeLessThan(2_000);
});
