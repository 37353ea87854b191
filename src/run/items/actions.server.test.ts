import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { hasStatus, isPending } from '../../model/exchange.js';
import type { JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held, inconclusive, violated } from '../../rule/finding.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const body = { name: 'x', size: 1 };

/** What is read, so that it can be seen whether it is there. */
const readable: Collection = {
  ...testCollection,
  read: { ...testCollection.list, path: '/things/{id}' } as Collection['read'] & object,
};

/** Holds where what was made was done, and is at the address that is known. */
const making = createNamedRule('a', {
  when: async (_, { items }) => {
    const item = await items.create(body);
    return { made: item.createdBy, read: await item.get() };
  },
  then: (seen) => {
    const { made, read } = seen as { made: Parameters<typeof isPending>[0]; read: Parameters<typeof hasStatus>[0] };
    if (isPending(made)) return inconclusive('setup', 'it is pending');
    return hasStatus(read, 200) ? held : violated({ expected: 200, actual: read.answer?.status ?? null });
  },
});

/** Accepts creations, and tells at the monitor what `tell` says of them at the n-th question. */
function accepting(
  tell: (id: string, asked: number) => StubResponse,
  headers = (id: string): Record<string, string> => ({ location: `/jobs/${id}` }),
  thereAt = 2,
) {
  const kept = new Map<string, JsonObject>();
  const asked = new Map<string, number>();
  let made = 0;
  return ({ method, path, json }: ReceivedRequest): StubResponse | undefined => {
    const [, place, id = ''] = path.split('/');
    if (method === 'POST') {
      made += 1;
      kept.set(`j${made}`, { ...(json as JsonObject), id: `j${made}` });
      return { status: 202, headers: headers(`j${made}`), json: { status: 'pending' } };
    }
    if (place === 'jobs') {
      asked.set(id, (asked.get(id) ?? 0) + 1);
      return tell(id, asked.get(id) ?? 0);
    }
    if (method === 'DELETE' && kept.delete(id)) return { status: 204 };
    const found = kept.get(id);
    return method === 'GET' && found && (asked.get(id) ?? 0) >= thereAt ? { status: 200, json: found } : undefined;
  };
}

const pending: StubResponse = { status: 200, json: { status: 'running' } };

test.each<[string, (id: string) => StubResponse]>([
  ['a link in its content', (id) => ({ status: 200, json: { status: 'succeeded', resource: `/things/${id}` } })],
  [
    'a link to another place of the same name',
    (id) => ({ status: 200, json: { state: 'Done', _links: { item: { href: `/things/${id}` } } } }),
  ],
  ['a redirection', (id) => ({ status: 303, headers: { location: `/things/${id}` } })],
  ['Location', (id) => ({ status: 201, headers: { location: `/things/${id}` } })],
  ['showing what was made', (id) => ({ status: 200, json: { status: 'COMPLETED', result: { ...body, id } } })],
])('what was accepted is followed to its end, which a monitor tells by %s', async (_, end) => {
  const { url } = await startItemService(accepting((id, asked) => (asked === 1 ? pending : end(id))));
  const { outcomes, leftovers } = await runRules(url, [making], { limits: { cases: 1 } });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect(leftovers).toEqual([]);
});

test.each<[string, (id: string) => StubResponse]>([
  ['done: false', (id) => ({ status: 200, json: { done: false, metadata: { target: `/things/${id}` } } })],
  ['a word of its own', (id) => ({ status: 200, json: { status: 'Creating', resourceLocation: `/things/${id}` } })],
  ['nothing but the place', (id) => ({ status: 200, json: { resourceLocation: `/things/${id}` } })],
])('what is under way is waited for, where it names the place from the start, with %s', async (_, begin) => {
  const end = (id: string): StubResponse => ({ status: 200, json: { done: true, response: `/things/${id}` } });
  const { url, arrived } = await startItemService(
    accepting((id, asked) => (asked < 3 ? begin(id) : end(id)), undefined, 3),
  );
  const { outcomes, leftovers } = await runRules(url, [making], { limits: { cases: 1 }, collections: [readable] });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect(arrived.filter(({ path }) => path.startsWith('/jobs/')).length).toBeGreaterThanOrEqual(3);
  expect(leftovers).toEqual([]);
});

test('what is read at the place of an accepted item is not read a second time', async () => {
  const there = (id: string) => ({ location: `/things/${id}` });
  const { url, arrived } = await startItemService(accepting(() => pending, there, 0));
  await runRules(url, [making], { limits: { cases: 1 }, collections: [readable] });
  const atOne = arrived.filter(({ path }) => path === '/things/j3').map(({ method }) => method);
  expect(atOne).toEqual(['GET', 'DELETE', 'GET']);
});

test('the next accepted item is asked for when it may be there', async () => {
  const begun = new Map<string, number>();
  const isOver = (id: string) => clock.now() - (begun.get(id) ?? 0) > 400;
  const tell = (id: string): StubResponse =>
    isOver(id) ? { status: 303, headers: { location: `/things/${id}` } } : pending;
  const accept = (id: string) => {
    begun.set(id, clock.now());
    return { location: `/jobs/${id}` };
  };
  const { url, arrived } = await startItemService(accepting(tell, accept, 1));
  await runRules(url, [making], { limits: { cases: 2 } });
  const polls = (id: string) => arrived.filter(({ path }) => path === `/jobs/${id}`).length;
  expect([polls('j1'), polls('j2')]).toEqual([5, 2]);
});

test('an accepted item is asked for before all reads show the last write', async () => {
  const at: number[] = [];
  const tell = (id: string): StubResponse => {
    at.push(clock.now());
    return { status: 303, headers: { location: `/things/${id}` } };
  };
  const accept = (id: string) => {
    at.push(clock.now());
    return { location: `/jobs/${id}` };
  };
  const { url } = await startItemService(accepting(tell, accept, 1));
  const slow = { ...testCollection, consistency: { itemMs: 5_000, listMs: 5_000 } };
  const { outcomes } = await runRules(url, [making], { limits: { cases: 1 }, collections: [slow] });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeLessThan(1_000);
});

test.each<[string, StubResponse]>([
  ['failed', { status: 200, json: { status: 'failed', error: 'full' } }],
  ['is not implemented', { status: 404 }],
])('an accepted request that %s has no result', async (_, end) => {
  const { url } = await startItemService(accepting(() => end));
  const { outcomes } = await runRules(url, [making], { limits: { cases: 1 } });
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
});

test.each<[string, object]>([
  ['when the item is gone', {}],
  ['also where a member that was sent is named like one of a deletion', { removedOn: '2030-01-15' }],
])('an accepted removal completes %s', async (_title, more) => {
  const { url, things } = await startItemService(({ method, path, json }) => {
    if (method === 'POST') {
      const id = `t${things.size}`;
      things.set(id, { ...(json as JsonObject), id });
      return { status: 201, headers: { location: `/things/${id}` }, json: { id } };
    }
    const isGone = removedAt.has(path) && clock.now() - (removedAt.get(path) ?? 0) > 200;
    if (method === 'DELETE') removedAt.set(path, clock.now());
    if (method === 'DELETE') return { status: 202 };
    return method === 'GET' && path.includes('/t') && path !== '/things' && isGone ? { status: 404 } : undefined;
  });
  const removedAt = new Map<string, number>();
  const seenAs: unknown[] = [];
  const removing = createNamedRule('a', {
    when: async (_, { items }) => {
      const item = await items.create({ ...body, ...more });
      return { removed: await item.delete(), after: await item.get() };
    },
    then: (seen) => {
      const { removed, after } = seen as Record<'removed' | 'after', Parameters<typeof isPending>[0]>;
      seenAs.push([isPending(removed), after.answer?.status]);
      return held;
    },
  });
  const { outcomes } = await runRules(url, [removing], { limits: { cases: 1 }, collections: [testCollection] });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect(seenAs).toEqual([[false, 404]]);
});

test('an accepted replacement without a status monitor is not followed', async () => {
  const { url, arrived } = await startItemService(({ method, path }) =>
    method === 'PUT'
      ? { status: 202, headers: { location: path }, json: { status: 'pending', links: { self: path } } }
      : undefined,
  );
  const replacing = createNamedRule('a', {
    when: async (_, { items }) => (await items.create(body)).put({ ...body, size: 2 }),
    then: (put) =>
      isPending(put as Parameters<typeof isPending>[0]) ? held : violated({ expected: 202, actual: null }),
  });
  const { outcomes } = await runRules(url, [replacing], { limits: { cases: 2 } });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect(arrived.filter(({ method, path }) => method === 'GET' && path !== '/things')).toEqual([]);
});
