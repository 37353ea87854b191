import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { NearMiss } from '../../rule/values/bodies.js';
import { createBoundaryProperty } from '../../rule/values/generators.js';
import { testCollection } from '../test-service.fixture.js';
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

test('declared invalid bodies are drawn in turn, so that a few cases have all of them', async () => {
  const declared = [{ size: 1 }, { size: 2 }, { size: 3 }];
  const seen: unknown[] = [];
  const drawn = createBodies({ ...testCollection, semanticInvalid: declared }, undefined).meaningless();
  await fc.check(
    createBoundaryProperty(drawn, async (body) => seen.push(body) > 0),
    { seed: 1, numRuns: 3 },
  );
  expect(seen).toEqual(declared);
});

describe('near misses', () => {
  test('violate every promised constraint', async () => {
    for (const provenance of ['declared', 'described'] as const) {
      const seen = await missesOf({ ...testCollection, create: from(testCollection.create, { provenance }) });
      expect(seen.has('required /size') && seen.has('maximum /size')).toBe(true);
    }
  });

  test('violate only types if the schema was assumed', async () => {
    const seen = await missesOf({ ...testCollection, create: from(testCollection.create, { provenance: 'assumed' }) });
    expect([...seen].filter((one) => one.includes('/')).sort()).toEqual(expect.arrayContaining(types));
    expect([...seen].filter((one) => !one.startsWith('type '))).toEqual([]);
  });

  test('violate only types if the profile has only an example', async () => {
    const create = from(testCollection.create, {
      provenance: 'declared',
      request: { ...request, schemaFrom: 'assumed' },
    });
    expect([...(await missesOf({ ...testCollection, create }))].filter((one) => !one.startsWith('type '))).toEqual([]);
  });

  test('violate constraints that the service reported', async () => {
    const taught = { ...request, taught: ['/size'] };
    const create = from(testCollection.create, { provenance: 'assumed', request: taught });
    const seen = await missesOf({ ...testCollection, create });
    expect([seen.has('required /size'), seen.has('maximum /size'), seen.has('required /name')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('of a replacement with the schema of the creation violate constraints of the creation', async () => {
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

test('an example without a schema is sent as it is, with the declared values', () => {
  const example = { name: 'Ada', size: 3, tenant: 'none' };
  const create = from(testCollection.create, { request: { mediaType: 'application/json', example } });
  const bodies = createBodies({ ...testCollection, create, overrides: { '/tenant': 'acme' } }, undefined);
  const sent = { ...example, tenant: 'acme' };
  expect(fc.sample(bodies.body(), { seed: 1, numRuns: 5 })).toEqual(Array.from({ length: 5 }, () => sent));
  for (const patch of fc.sample(bodies.patch(), { seed: 1, numRuns: 5 })) expect(sent).toMatchObject(patch);
});

describe('a state that clients write stays the initial one', () => {
  const states = { pointer: '/status', initial: 'draft', terminal: [], transitions: {}, setBy: ['PUT' as const] };
  const member = { type: 'object', required: ['status'], properties: { status: { enum: ['draft', 'active'] } } };
  const draw = (schema: object) => {
    const create = from(testCollection.create, { request: { ...request, schema: schema as never } });
    const collection = { ...testCollection, create, states } as Collection;
    return fc.sample(createBodies(collection, undefined).body(), { seed: 1, numRuns: 20 });
  };

  test.each<[string, object, object]>([
    ['of the item', member, { status: 'draft' }],
    [
      'inside of a wrapper',
      { type: 'object', required: ['order'], additionalProperties: false, properties: { order: member } },
      { order: { status: 'draft' } },
    ],
  ])('as a member %s', (_, schema, wanted) => {
    for (const body of draw(schema)) expect(body).toMatchObject(wanted);
    expect(Object.keys(draw(schema)[0] as object)).toEqual(Object.keys(wanted));
  });

  test('and is not sent where its schema has no such member', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      additionalProperties: false,
      properties: { a: { type: 'string' } },
    };
    for (const body of draw(schema)) expect(body).not.toHaveProperty('status');
  });
});
