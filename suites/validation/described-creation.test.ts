import { expect, test } from 'vitest';
import type { Collection, values } from '#rule';
import type { Operation } from '../../src/model/service/operation.js';
import { testCollection } from '../../src/run/test-service.fixture.js';
import { describedCreation, isLearned } from './_shared/described-creation.js';

const create = (more: Partial<Operation>, request = {}): Collection => {
  const operation = testCollection.create as Operation;
  const content = operation.request as NonNullable<Operation['request']>;
  return { ...testCollection, create: { ...operation, ...more, request: { ...content, ...request } } };
};

test.each<[string, Collection, boolean]>([
  ['of the document', create({ provenance: 'described' }), true],
  ['of the document beside an example of the profile', create({}, { schemaFrom: 'described' }), true],
  ['of the profile, with statuses of the document', create({ statuses: [201] }), false],
  ['that was guessed', create({ provenance: 'assumed' }), false],
])('a schema %s is a promise of the document: %s', (_, collection, expected) => {
  expect(describedCreation.isMet(collection)).toBe(expected);
});

test('a constraint from an error message is not from the document', () => {
  const collection = create({ provenance: 'described' }, { taught: ['/size'] });
  const miss = (pointer: string): values.NearMiss => ({ body: {}, pointer, keyword: 'required' });
  expect(['/size', '/size/unit', '/sizes', '/name'].map((pointer) => isLearned(miss(pointer), collection))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
});
