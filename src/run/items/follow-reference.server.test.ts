import { expect, test } from 'vitest';
import type { FollowedReference } from '../../rule/tools.js';
import { createBodyRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

/** Follows references in a service whose base URL is `/v1`: what each showed, as status and whether nothing is there. */
async function follow(references: readonly string[], statuses: Readonly<Record<string, number>> = {}) {
  const service = await startItemService(({ path }) => ({ status: statuses[path] ?? 404 }));
  const seen: FollowedReference[] = [];
  const rule = createBodyRule('a/follows', {
    when: async (_, { client }) => {
      for (const one of references)
        seen.push(await client.follow(one.replace('api.example', new URL(service.url).host), '/things'));
    },
    cases: 1,
  });
  await runRules(`${service.url}/v1`, [rule], { collections: [testCollection], limits: { cases: 1 } });
  return seen.map(({ read, isAbsent }) => [read?.answer?.status, isAbsent]);
}

test.each([
  ['things/1', true],
  ['/v1/things/1', true],
  ['http://api.example/v1/things/1', true],
  ['//api.example/v1/things/1', true],
  ['/things/1', false],
  ['http://api.example/internal/things/1', false],
  ['http://api.example/v10/things/1', false],
  ['http://internal.example/v1/things/1', false],
  ['http://127.0.0.1:1/v1/things/1', false],
])('where %s leads to nothing, that is said only of an address below the base URL: %s', async (reference, expected) => {
  expect(await follow([reference])).toEqual([[404, expected]]);
});

test('a reference is followed to where it leads if its first segments belong to the base URL', async () => {
  const references = ['/things/1', '/internal/things/1', 'http://internal.example/a/b/notes/1'];
  expect(await follow(references, { '/v1/things/1': 200, '/v1/notes/1': 200 })).toEqual([
    [200, false],
    [200, false],
    [200, false],
  ]);
});

test('what refuses to be read is there', async () => {
  expect(await follow(['/v1/things/1'], { '/v1/1': 405 })).toEqual([[405, false]]);
  expect(await follow(['http://['])).toEqual([[undefined, false]]);
});

test('a reference to the base URL itself says nothing', async () => {
  expect(await follow(['/', '/v1'])).toEqual([
    [undefined, false],
    [404, false],
  ]);
});
