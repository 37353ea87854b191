import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { getMember, isObject } from '../../model/json.js';
import { held } from '../../rule/finding.js';
import { audit, createBodyRule, type ReceivedRequest, readableCollection } from '../test-service.fixture.js';

useSteadyClock();

test('what a creation takes is kept where no more items could be created to learn more', async () => {
  const creating = createBodyRule('a/make', { when: async (body, { items }) => items.create(body), then: () => held });
  let removals = 0;
  const { outcomes, notes, arrived } = await audit(
    ({ method, json }) => {
      if (method === 'DELETE' && ++removals < 8) return { status: 503 };
      const { length } = isObject(json) ? String(getMember(json, 'name')) : '';
      return method === 'POST' && length > 12
        ? { status: 422, json: { errors: { name: 'at most 12 characters' } } }
        : undefined;
    },
    { tried: [creating], collections: [readableCollection], limits: { maxLeft: 3, cases: 6 } },
  );
  expect(notes.join()).toContain('the service answered POST with 422');
  expect(outcomes.map(({ verdict, why }) => why ?? verdict)).toEqual(['held']);
  const isLong = ({ json }: ReceivedRequest) => isObject(json) && String(json.name).length > 12;
  const refused = arrived.filter((one) => one.method === 'POST' && isLong(one));
  expect(refused.length).toBeLessThan(5);
});
