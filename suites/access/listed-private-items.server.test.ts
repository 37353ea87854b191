import { expect, test } from 'vitest';
import { runRules, type StubResponse, startItemService, testCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import rule from './listed-private-items-cannot-be-read-by-others.js';

useSteadyClock();

const { create: _, replace: __, remove: ___, ...listed } = testCollection;
const collection = {
  ...listed,
  isPrivate: true,
  callers: ['full', 'otherTenant'] as const,
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const,
  pagination: { style: 'page', params: { page: 'page' }, base: 1, items: '' } as const,
};

/** Audits a service with two items that both callers can read; this function says which the other one lists. */
async function audit(listForOther: (ids: readonly number[]) => readonly number[]) {
  const service = await startItemService(({ path, headers }): StubResponse => {
    const isOther = headers.authorization === 'Bearer other';
    if (path.startsWith('/things/')) return { status: 200, json: { id: Number(path.slice(8)), name: 'one' } };
    const isLater = new URL(path, 'http://service.test').searchParams.get('page') === '2';
    const ids = isLater ? [] : isOther ? listForOther([1, 2]) : [1, 2];
    return { status: 200, json: ids.map((id) => ({ id, name: 'one' })) };
  });
  const callers = {
    full: { headers: {}, query: {} },
    otherTenant: { headers: { authorization: 'Bearer other' }, query: {} },
  };
  const { outcomes } = await runRules(
    service.url,
    [{ id: 'access/listed', rule: { ...rule, level: 'MUST', family: 'convention', elsewhere: undefined } }],
    {
      collections: [collection],
      limits: { cases: 1 },
      options: { callers },
    },
  );
  return outcomes[0]?.verdict;
}

test('an item that only its owner lists, and the other tenant can read, is found', async () => {
  expect(await audit(() => [])).toBe('violated');
});

test.each<[string, (ids: readonly number[]) => readonly number[]]>([
  ['both list the same items by number', (ids) => ids],
  ['the list of the other tenant may have more pages', () => [7, 8]],
])('no item is judged where %s', async (_name, listForOther) => {
  expect(await audit(listForOther)).toBe('inconclusive');
});
