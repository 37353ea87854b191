import { expect, test } from 'vitest';
import type { LedgerEntry } from '../../ledger/entry.js';
import type { Trial } from '../../model/result/plan.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { CaseRequest } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import { ClaimQueue } from '../schedule/claim-queue.js';
import { testCollection } from '../test-service.fixture.js';
import { CaseAccess } from './case-access.js';
import { OwnItems } from './own-items.js';
import { nameTrial } from './trial-outcome.js';

const turn = () => new Promise(setImmediate);

/** Opens cases of one group, each with one item; logs what is sent for each. `states` are what the items show. */
function openCases(names: readonly string[], awaitRemovals: () => Promise<unknown> = async () => {}) {
  const log: string[] = [];
  const states = new Map(names.map((name) => [`/items/${name}`, 1]));
  const queue = new ClaimQueue();
  const cases = names.map((name) => {
    const trial: Trial = { rule: `a/${name}`, level: 'MUST', touches: 'writes', subject: testCollection };
    const listItems = () => [{ path: `/items/${name}`, collection: 'items' }] as readonly unknown[];
    const list = { method: 'GET', path: '', provenance: 'declared', statuses: [], parameters: [] } as const;
    const bare = createBareCollection('items');
    const items = { ...bare, itemPath: '/items/{id}' };
    const below = { ...createBareCollection('parts'), path: '/items/{id}/parts', list };
    const site = {
      model: { collections: [items, below], noise: new Map() },
      dialect: 'REST',
      document: undefined,
    } as unknown as ConstructorParameters<typeof OwnItems>[0];
    const access = new CaseAccess(queue.open(), {
      ...{ list: 'all', givesWay: true, awaitRemovals, isOwn: () => false },
      tests: { name: nameTrial(trial), own: new OwnItems(site, listItems as () => LedgerEntry[]) },
    });
    const answer = (path: string) => ({ answer: { status: 200, json: { state: states.get(path) ?? 0 } } });
    const wire = {
      send: async ({ method }: CaseRequest) => {
        log.push(`${name} ${method}`);
        await turn();
      },
      trySend: async ({ path }: CaseRequest) => answer(path),
    } as unknown as CaseClient;
    access.announce();
    return {
      announce: () => access.announce(),
      end: () => access.end(),
      findChange: () => access.findChange(),
      trial,
      order: (method: string) => {
        const request = { method, path: '/items' } as CaseRequest;
        return access.order(request, wire, () => wire.send(request));
      },
    };
  });
  return { log, cases, states, queue };
}

test('each case waits with what it tests until all have created their items', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  await a?.order('POST');
  const read = a?.order('GET');
  await turn();
  await b?.order('POST');
  expect(log).toEqual(['a POST', 'b POST']);
  await Promise.all([read, b?.order('GET')]);
  // From then on, a POST is what is tested.
  await a?.order('POST');
  expect(log.slice(2).toSorted()).toEqual(['a GET', 'a POST', 'b GET']);
});

test('a case that ends before it tests keeps no other one waiting', async () => {
  const { cases } = openCases(['a', 'b']);
  cases[1]?.end();
  await cases[0]?.order('GET');
  expect(await cases[0]?.findChange()).toBeUndefined();
});

test('a request that a case still sends when it is over keeps no other one waiting', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  a?.end();
  await a?.order('GET');
  await b?.order('POST');
  expect(log).toEqual(['a GET', 'b POST']);
});

test('items are compared when all cases have ended', async () => {
  const { cases, states } = openCases(['a', 'b']);
  const [a, b] = cases;
  await Promise.all([a?.order('GET'), b?.order('GET')]);
  const change = a?.findChange();
  await turn();
  states.set('/items/a', 2);
  b?.end();
  expect(await change).toBe('/items/a');
  expect(await b?.findChange()).toBeUndefined();
});

test('a list below an item is compared, too', async () => {
  const { cases, states } = openCases(['a']);
  await cases[0]?.order('GET');
  states.set('/items/a/parts', 1);
  expect(await cases[0]?.findChange()).toBe('/items/a/parts');
});

test('a case that is repeated waits for the others as before', async () => {
  const { log, cases, states } = openCases(['a', 'b']);
  const [a, b] = cases;
  await Promise.all([a?.order('GET'), b?.order('GET')]);
  states.set('/items/a', 2);
  a?.end();
  a?.announce();
  const created = a?.order('POST');
  await turn();
  expect(log).not.toContain('a POST');
  b?.end();
  await created;
  await a?.order('GET');
  expect(await a?.findChange()).toBeUndefined();
});

test('until other trials have removed their items, items are created, and nothing else is sent', async () => {
  let end = () => {};
  const removed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { log, cases } = openCases(['a'], () => removed);
  await cases[0]?.order('POST');
  const read = cases[0]?.order('GET');
  await turn();
  expect(log).toEqual(['a POST']);
  end();
  await read;
  expect(log).toEqual(['a POST', 'a GET']);
});

test('the company of a trial is those whose cases were under way with one of its own', async () => {
  const { cases, queue } = openCases(['a', 'b', 'c']);
  const [a, b, c] = cases;
  c?.end();
  await Promise.all([a?.order('GET'), b?.order('GET')]);
  for (const one of [a, b]) one?.end();
  await turn();
  c?.announce();
  await c?.order('GET');
  const listNames = (one?: (typeof cases)[number]) => one && [...queue.listCompany(nameTrial(one.trial))].toSorted();
  expect([listNames(a), listNames(c)]).toEqual([['a/a@things', 'a/b@things'], ['a/c@things']]);
});
