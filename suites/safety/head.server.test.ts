import { describe, expect, test } from 'vitest';
import type { Collection } from '#rule';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const readable: Collection = {
  ...testCollection,
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] },
};
const harmless = 'safety/head-does-not-change-the-item';
const asking = ['safety/head-matches-get', 'safety/head-is-supported'];
const assumed = `assumption:${harmless}`;

/** Runs rules on two items of another client; `instead` gets them. */
async function audit(
  rules: readonly string[],
  permit: 'reads' | 'deletes',
  instead: (arrival: ReceivedRequest, stored: Map<string, object>) => StubResponse | undefined = () => undefined,
) {
  const service = await startItemService((arrival) => instead(arrival, service.things as Map<string, object>));
  const stored = service.things as Map<string, object>;
  for (const id of ['x1', 'x2']) stored.set(id, { id, name: id, size: 1 });
  const catalogue = (await loadRuleSet()).rules.filter(({ id }) => rules.includes(id));
  const { outcomes } = await runRules(service.url, catalogue, { collections: [{ ...readable }], permit });
  const said = Object.fromEntries(outcomes.map(({ trial, verdict, cause }) => [trial.rule, cause ?? verdict]));
  return { ...service, outcomes, said, heads: service.arrived.filter(({ method }) => method === 'HEAD') };
}

/** HEAD runs what DELETE runs, and is answered as HEAD should be. */
function deleting({ method, path }: ReceivedRequest, stored: Map<string, object>): StubResponse | undefined {
  const id = path.slice('/things/'.length);
  return method === 'HEAD' && stored.delete(id) ? { status: 200 } : undefined;
}

describe('where HEAD deletes', () => {
  test('and nothing may be created, one item is lost, and no rule is violated', async () => {
    const { said, heads, things: stored, outcomes } = await audit([harmless, ...asking], 'reads', deleting);
    expect(said).toEqual({ [harmless]: 'noise', [asking[0] ?? '']: assumed, [asking[1] ?? '']: assumed });
    expect(outcomes.find(({ trial }) => trial.rule === harmless)?.why).toContain('--permit writes');
    expect([heads.length, stored.size]).toEqual([1, 1]);
  });

  test('the rule is violated on created items where creation is permitted, and no other rule sends HEAD', async () => {
    const { said, things: stored } = await audit([harmless, ...asking], 'deletes', deleting);
    expect(said).toEqual({ [harmless]: 'violated', [asking[0] ?? '']: assumed, [asking[1] ?? '']: assumed });
    expect([...stored.keys()]).toEqual(['x1', 'x2']);
  });
});

test('HEAD of a found item that changed is no violation', async () => {
  const { said } = await audit([harmless], 'reads', ({ method, path }, stored) => {
    if (method === 'HEAD') stored.set('x1', { id: 'x1', name: path, size: stored.size + 1 });
    if (method === 'HEAD') stored.set(`y${stored.size}`, {});
    return undefined;
  });
  expect(said).toEqual({ [harmless]: 'noise' });
});

test('HEAD of a found item that did not change holds, without a write', async () => {
  const { said, arrived } = await audit([harmless, ...asking], 'reads');
  expect(said).toEqual({ [harmless]: 'held', [asking[0] ?? '']: 'held', [asking[1] ?? '']: 'held' });
  expect([...new Set(arrived.map(({ method }) => method))].sort()).toEqual(['GET', 'HEAD']);
});

describe('HEAD is compared with GET', () => {
  const [rule = ''] = asking;
  const length = { 'content-length': '2' };

  test('and GET is not sent a third time without Content-Length', async () => {
    const { said, arrived } = await audit([rule], 'reads', ({ method, path }) =>
      path === '/things/x1' && method === 'GET' ? { status: 200, headers: length, json: {} } : undefined,
    );
    expect(said).toEqual({ [rule]: 'held' });
    const last = arrived.slice(arrived.findLastIndex(({ path }) => path === '/things'));
    const asked = last.filter(({ path }) => path === '/things/x1').map(({ method }) => method);
    expect(asked.slice(-3)).toEqual(['GET', 'GET', 'HEAD']);
  });

  test.each([
    ['held', 1],
    ['violated', 1_000],
  ])('and is %s where %i requests with HEAD find no item on another replica', async (verdict, missing) => {
    const answered = new Map<string, number>();
    const { outcomes } = await audit([rule], 'reads', ({ method, path }) => {
      if (method !== 'HEAD') return undefined;
      answered.set(path, (answered.get(path) ?? 0) + 1);
      return (answered.get(path) ?? 0) <= missing ? { status: 404 } : { status: 200 };
    });
    expect(outcomes).toMatchObject([{ verdict }]);
  });

  test.each([
    ['GET before HEAD returned 404', 2],
    ['GET after HEAD returned 404', 3],
  ])('and the read that failed is named: %s', async (why, nth) => {
    let looks = 0;
    const { outcomes } = await audit([rule], 'reads', ({ method, path }) => {
      if (path === '/things') looks = 0;
      if (path !== '/things/x1') return undefined;
      if (method === 'GET') looks += 1;
      return method === 'GET' && looks === nth ? { status: 404 } : { status: 200, headers: length, json: {} };
    });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup', why }]);
  });
});
