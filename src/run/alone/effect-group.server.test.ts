import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import { type Finding, held, violated } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import type { NamedRule } from '../../rule/rule.js';
import { constant } from '../../rule/values/generators.js';
import { createNamedRule, type ReceivedRequest, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

interface Seen {
  readonly before: unknown;
  readonly after: unknown;
}

/** A rule that creates items with these names, reads the first one, then the last one a few times, and the first one again. */
const createReadingRule = (id: string, names: readonly string[], isJudging = true): NamedRule =>
  createNamedRule<null, Seen>(id, {
    ...{ watches: 'collection', expectsNoEffect: true, cases: 1 },
    given: () => constant(null),
    when: async (_, { items }) => {
      const made: Item[] = [];
      for (const name of names) made.push(await items.create({ name, size: 1 }));
      const [first, last] = [made[0], made.at(-1)];
      const before = await first?.get();
      for (let i = 0; i < 2; i += 1) await last?.get();
      return { before: before?.answer?.json, after: (await first?.get())?.answer?.json };
    },
    then: ({ before, after }): Finding =>
      isJudging && JSON.stringify(before) !== JSON.stringify(after)
        ? violated({ expected: before as string, actual: after as string })
        : held,
  });

/** A service in which a read of an item with one name changes the last one with another name. */
function startChangingService(read: string, changed: string) {
  const things = new Map<string, string>();
  let [made, reads] = [0, 0];
  const nameOf = (path: string) => things.get(path) ?? '';
  return startItemService(({ method, path, json }: ReceivedRequest) => {
    const name = isObject(json) ? String(json.name) : '';
    if (method === 'POST') {
      made += 1;
      things.set(`/things/n${made}`, name);
      return { status: 201, headers: { location: `/things/n${made}` }, json: { name, id: `n${made}` } };
    }
    if (method === 'DELETE') return { status: things.delete(path) ? 204 : 404 };
    if (!things.has(path)) return path === '/things' ? undefined : { status: 404 };
    reads += nameOf(path).startsWith(read) ? 1 : 0;
    const victim = [...things].findLast(([, one]) => one.startsWith(changed))?.[0];
    if (nameOf(path).startsWith(read) && victim !== undefined)
      things.set(victim, `${nameOf(victim).split(' ')[0]} ${reads}`);
    return { status: 200, json: { name: nameOf(path), id: path.slice('/things/'.length) } };
  });
}

const limits = { concurrency: 8 };

const countCreated = (arrived: readonly ReceivedRequest[], name: string): number =>
  arrived.filter(({ method, json }) => method === 'POST' && isObject(json) && json.name === name).length;

test('cases that expect no effect create their items together, then send side by side, and remove them', async () => {
  const { url, arrived } = await startItemService();
  const rules = ['a', 'b', 'c'].map((id) => createReadingRule(`x/${id}`, [`${id}1`, `${id}2`]));
  const { outcomes, leftovers } = await runRules(url, rules, { limits });
  expect(outcomes.map(({ verdict, notes }) => [verdict, notes])).toEqual(rules.map(() => ['held', []]));
  const names = new Set(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  const created = arrived.map(({ json }) => isObject(json) && names.has(String(json.name)));
  const methods = arrived.map(({ method, path }) => (path === '/things' && method === 'GET' ? 'list' : method));
  const lastCreated = created.lastIndexOf(true);
  expect(methods.slice(created.indexOf(true), lastCreated)).not.toContain('GET');
  const after = methods.slice(lastCreated + 1).filter((method) => method !== 'list');
  expect(after.slice(after.indexOf('DELETE'))).not.toContain('GET');
  expect(countCreated(arrived, 'a1')).toBe(1);
  expect(leftovers).toEqual([]);
});

test('with one case at a time, each runs alone', async () => {
  const { url, arrived } = await startItemService();
  const rules = ['a', 'b'].map((id) => createReadingRule(`x/${id}`, [`${id}1`]));
  await runRules(url, rules, { limits: { concurrency: 1 } });
  const order = arrived.filter(({ method }) => method === 'POST' || method === 'DELETE').map(({ method }) => method);
  expect(order.slice(-4)).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
});

test('a rule whose item the requests of another one changed is not violated', async () => {
  const { url, arrived } = await startChangingService('reader', 'watched');
  const rules = [createReadingRule('x/reads', ['reader'], false), createReadingRule('x/watches', ['watched'])];
  const { outcomes } = await runRules(url, rules, { limits });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held']);
  expect(countCreated(arrived, 'watched')).toBe(2);
});

test('an effect on an item that only another case owns is found alone', async () => {
  const { url } = await startChangingService('read', 'any');
  const rules = [
    createReadingRule('x/reads', ['any first', 'read']),
    createReadingRule('x/others', ['any other'], false),
  ];
  const { outcomes } = await runRules(url, rules, { limits });
  expect(outcomes.map(({ trial, verdict }) => [trial.rule, verdict])).toEqual([
    ['x/others', 'held'],
    ['x/reads', 'violated'],
  ]);
});

test('where something changed and the run is over, none of them holds', async () => {
  let isOver = false;
  const service = await startChangingService('read', 'any');
  const rules = [
    createReadingRule('x/reads', ['any first', 'read']),
    createReadingRule('x/others', ['any other'], false),
  ];
  const { outcomes } = await runRules(service.url, rules, {
    limits,
    findStopReason: () => {
      isOver ||= service.arrived.some(({ method }) => method === 'DELETE');
      return isOver ? 'it is enough' : undefined;
    },
  });
  expect(outcomes.map(({ verdict }) => verdict)).not.toContain('held');
});

test('what has always been different is no change', async () => {
  const { url, arrived } = await startItemService(({ method, path }) =>
    method === 'GET' && path !== '/things' ? { status: 500 } : undefined,
  );
  const rules = ['a', 'b'].map((id) => createReadingRule(`x/${id}`, [`${id}1`], false));
  await runRules(url, rules, { limits });
  expect(countCreated(arrived, 'a1')).toBe(1);
});
