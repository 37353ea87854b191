import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import { createBodyRule, readableCollection, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item with a text of its own, which is no marker. */
const making = createBodyRule('a/make', {
  when: async (body, { items }) => items.post(body, { text: JSON.stringify({ name: 'a text', size: 1 }) }),
});

test.each([
  ['whose list shows ids alone', false, 1],
  ['whose list shows that it was not stored', true, 0],
])('a creation without an address in a collection %s is reported as what it is', async (_, isShown, count) => {
  const service = await startItemService(({ method, path, json }, n) => {
    const { things } = service;
    if (method === 'POST' && isObject(json) && json.name === 'a text') {
      if (!isShown) things.set(`t${n}`, { ...json, id: `t${n}` });
      return { status: 201 };
    }
    if (method !== 'GET' || path !== '/things') return undefined;
    return { status: 200, json: isShown ? [...things.values()] : [...things.keys()] };
  });
  service.things.set('old', { id: 'old', name: 'of others', size: 2 });
  const { leftovers } = await runRules(service.url, [making], {
    collections: [{ ...readableCollection, standing: ['old'] }],
    limits: { cases: 1 },
  });
  expect(leftovers.filter(({ mayExist }) => mayExist)).toHaveLength(count);
});
