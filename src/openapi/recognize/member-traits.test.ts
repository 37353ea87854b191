import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.js';
import { detectMemberTraits } from './member-traits.js';

const detect = (id: string, member: JsonObject) =>
  detectMemberTraits(
    undefined,
    {
      type: 'object',
      required: [id, 'note'],
      properties: { [id]: member, note: { type: 'string' } },
    },
    { id: `/${id}`, isReused: false, isAddressed: true, isConflicting: false },
  ).unique;

test.each<[string, JsonObject, boolean]>([
  ['employee_number', { type: 'integer' }, true],
  ['name', { type: 'string', pattern: '^[a-z]+$' }, true],
  ['orderKey', { type: 'string' }, true],
  // A free text at the place of the id is rather a wrong guess of that place.
  ['name', { type: 'string' }, false],
])('a required member %s at the place of the id, %j, is an id that the client chooses: %s', (id, member, isChosen) => {
  expect(detect(id, member)).toEqual(isChosen ? [`/${id}`] : []);
});

test('the key of a request carries no marker, and is no unique value of an item', () => {
  const properties = { idempotency_key: { type: 'string', description: 'Must be unique' }, size: { type: 'integer' } };
  const context = { id: '/id', isReused: false, isAddressed: true, isConflicting: false };
  expect(detectMemberTraits(undefined, { type: 'object', properties }, context)).toEqual({
    marker: undefined,
    unique: [],
    serverAssigned: [],
  });
});
