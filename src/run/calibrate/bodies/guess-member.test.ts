import { expect, test } from 'vitest';
import { testCollection } from '../../test-service.fixture.js';
import { guessId } from './guess-member.js';

test.each<[string[], object]>([
  [['85438c03-c049-458d-85d5-9f36711187e7'], { type: 'string', format: 'uuid' }],
  [['65f1c0ffee65f1c0ffee65f1', '65f1c0ffee65f1c0ffee65f2'], { type: 'string', pattern: '^[0-9a-f]{24,24}$' }],
  [['01ARZ3NDEKTSV4RRFFQ69G5FAV'], { type: 'string', pattern: '^[0-9A-Z]{26,26}$' }],
  [['north-1', 'west-12'], { type: 'string', pattern: '^[a-z]{4,5}-[1-9][0-9]{8}$' }],
  [['NO-2026-00001'], { type: 'string', pattern: '^[A-Z]{2,2}-[0-9]{4,4}-[0-9]{5,5}$' }],
  [['acme.billing.v6'], { type: 'string', pattern: '^[a-z]{4,4}\\.[a-z]{7,7}\\.[0-9a-z]{2,2}$' }],
  [['17', '18'], { type: 'integer', minimum: 1_000_000_000, maximum: 2_000_000_000 }],
  [[], { type: 'string', pattern: '^[a-z][a-z0-9]{7,11}$' }],
  // Hardly another text is like these.
  [['a-1a', 'b-2b'], { type: 'string', pattern: '^[a-z][a-z0-9]{7,11}$' }],
  [['eu/north', 'eu-north'], { type: 'string', pattern: '^[a-z][a-z]{7,11}$' }],
  [['12-hello-world', '13-other-title'], { type: 'string', pattern: '^[a-z][a-z0-9]{7,11}$' }],
  [['ORD-1234567890'], { type: 'string', pattern: '^[A-Z]{3,3}-[1-9][0-9]{10}$' }],
  [['ab12', 'cd-34'], { type: 'string', pattern: '^[a-z][a-z0-9]{7,11}$' }],
])('an id like %j is %j', (standing, expected) => {
  expect(guessId({ ...testCollection, standing }, '/id', undefined)).toEqual(expected);
});
