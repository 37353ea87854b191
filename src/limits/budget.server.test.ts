import { expect, it } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import {
  createBodyRule,
  readableCollection,
  runRules,
  type StubResponse,
  startItemService,
} from '../run/test-service.fixture.js';

useSteadyClock();

it.each([120, 200])('items whose DELETE needs If-Match are all removed with %s requests', async (maxRequests) => {
  const service = await startItemService(({ method, path, headers }): StubResponse | undefined => {
    const id = /^\/things\/([^/?]+)$/.exec(path)?.[1] ?? '';
    const found = service.things.get(id);
    if (found === undefined) return undefined;
    if (method === 'GET') return { status: 200, headers: { etag: `"${id}"` }, json: found };
    return method === 'DELETE' && headers['if-match'] === undefined ? { status: 428 } : undefined;
  });
  const many = createBodyRule('a/many', {
    when: async (body, { items }) => {
      for (let i = 0; i < 400; i += 1) await items.create(body);
    },
  });
  const limits = { cases: 1, maxRequests };
  const { leftovers } = await runRules(service.url, [many], { collections: [readableCollection], limits });
  expect([service.things.size, leftovers]).toEqual([0, []]);
});
