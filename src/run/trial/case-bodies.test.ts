import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { NearMiss } from '../../rule/values/bodies.js';
import { testCollection } from '../test-service.fixture.js';
import { createBoundaryProperty } from './boundary-property.js';
import { createBodies } from './case-bodies.js';

async function broken(drawn: fc.Arbitrary<NearMiss>): Promise<Set<string>> {
  const seen = new Set<string>();
  const property = createBoundaryProperty(drawn, async ({ pointer, keyword }) => {
    seen.add(`${keyword} ${pointer}`);
    return true;
  });
  await fc.check(property, { seed: 1, numRuns: 60 });
  return seen;
}

const from = (operation: Operation | undefined, more: Partial<Operation>): Operation => ({
  ...(operation as Operation),
  ...more,
});
const request = testCollection.create?.request as NonNullable<Operation['request']>;
const types = ['type /name', 'type /size'];
const missesOf = (collection: Collection) => broken(createBodies(collection, undefined).nearMiss());

describe('near misses', () => {
  test('break whatever was promised', async () => {
    for (const provenance of ['declared', 'described'] as const) {
      const seen = await missesOf({ ...testCollection, create: from(testCollection.create, { provenance }) });
      expect(seen.has('required /size') && seen.has('maximum /size')).toBe(true);
    }
  });

  test('violate only types where a schema was assumed', async () => {
    const seen = await missesOf({ ...testCollection, create: from(testCollection.create, { provenance: 'assumed' }) });
    expect([...seen].filter((one) => one.includes('/')).sort()).toEqual(expect.arrayContaining(types));
    expect([...seen].filter((one) => !one.startsWith('type '))).toEqual([]);
  });

  test('break types only where a profile says no more than an example', async () => {
    const create = from(testCollection.create, {
      provenance: 'declared',
      request: { ...request, schemaFrom: 'assumed' },
    });
    expect([...(await missesOf({ ...testCollection, create }))].filter((one) => !one.startsWith('type '))).toEqual([]);
  });

  test('violate what the service required, too', async () => {
    const taught = { ...request, taught: ['/size'] };
    const create = from(testCollection.create, { provenance: 'assumed', request: taught });
    const seen = await missesOf({ ...testCollection, create });
    expect([seen.has('required /size'), seen.has('maximum /size'), seen.has('required /name')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('of a replacement that is worded like a creation break what that promises', async () => {
    const replacing = (create: Operation) =>
      broken(
        createBodies(
          { ...testCollection, create, replace: from(testCollection.replace, { request }) },
          undefined,
        ).nearMissReplacement(),
      );
    const guessed = await replacing(from(testCollection.create, { provenance: 'assumed' }));
    expect([...guessed].filter((one) => !one.startsWith('type '))).toEqual([]);
    expect((await replacing(from(testCollection.create, { provenance: 'described' }))).has('required /size')).toBe(
      true,
    );
  });
});
