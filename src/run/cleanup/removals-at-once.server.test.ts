import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import {
  createBodyRule,
  type RunOverrides,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const creating = createBodyRule('a/create', {
  when: async (body, { items }) => {
    for (let i = 0; i < 7; i += 1) await items.create(body);
  },
});

/** Runs one case of seven items against a service that answers no DELETE before `most` of them have arrived. */
async function run(most: number, { limits, ...overrides }: RunOverrides) {
  let open = 0;
  let greatest = 0;
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (): Promise<undefined> => {
    open += 1;
    greatest = Math.max(greatest, open);
    if (open === most) release();
    await arrived;
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
    open -= 1;
  };
  const service = await startItemService(({ method }) => {
    if (method === 'OPTIONS') return { status: 204, headers: { allow: 'DELETE' } };
    return method === 'DELETE' ? hold() : undefined;
  });
  const { leftovers } = await runRules(service.url, [creating], { ...overrides, limits: { cases: 1, ...limits } });
  return { leftovers, left: service.things.size, greatest };
}

test('the items of a case are removed at once, two for each check that may run side by side, and two more', async () => {
  expect(await run(7, { limits: { concurrency: 8 } })).toEqual({ leftovers: [], left: 0, greatest: 7 });
  expect(await run(6, { limits: { concurrency: 2 } })).toEqual({ leftovers: [], left: 0, greatest: 6 });
});

test.each<[string, RunOverrides]>([
  ['one check at a time', { limits: { concurrency: 1 } }],
  ['steps to purge an item', { limits: { concurrency: 8 }, purges: { things: [{ method: 'POST', path: '/things' }] } }],
  [
    'a DELETE that nothing describes',
    { limits: { concurrency: 8 }, collections: [{ ...testCollection, remove: undefined }] },
  ],
])('with %s they are removed one after the other', async (_, overrides) => {
  expect((await run(1, overrides)).greatest).toBe(1);
});
