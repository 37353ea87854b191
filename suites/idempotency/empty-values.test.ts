import { expect, test } from 'vitest';
import { exchange, testThen, under } from '../../test/support/then-table.fixture.js';
import { clearFlags } from './_shared/empty-values.js';
import empty from './patch-stores-empty-values.js';
import putEmpty from './put-stores-empty-values.js';

const described = {
  method: 'PATCH',
  path: '/things/{id}',
  provenance: 'described',
  statuses: [],
  parameters: [],
} as const;
const takes = (mediaType: string, schema?: object) => ({
  collection: {
    patch: { ...described, request: { mediaType, ...(schema && { schema: schema as Record<string, never> }) } },
  },
});
const look = (members: object) => exchange('GET', 200, { id: 't1', ...members });
const patch = exchange('PATCH', 200);
const round = <T>(name: string, filled: T, none: T, after = look({ [name]: filled })) => ({
  sent: { [name]: filled },
  rounds: [{ name, filled, empty: none, control: patch, write: patch, after }],
});
const json = 'application/json';

testThen(empty, {
  valid: {
    'zero is stored': round('price', 5, 0, look({ price: 0 })),
    'false is stored': round('gift', true, false, look({ gift: false })),
  },
  invalid: {
    'zero is ignored': under(takes(json), round('price', 5, 0)),
    'false is ignored': under(takes(json), round('gift', true, false)),
    'an empty list is ignored': under(takes('application/merge-patch+json'), round('tags', ['a'], [] as string[])),
  },
  ignored: {
    'the member is gone': round('price', 5, 0, look({})),
    'the schema does not allow zero': under(
      takes(json, { type: 'object', properties: { price: { type: 'number', minimum: 1 } } }),
      round('price', 5, 0),
    ),
    'zero is refused': {
      sent: { price: 5 },
      rounds: [
        { ...{ name: 'price', filled: 5, empty: 0, control: patch }, write: exchange('PATCH', 422), after: undefined },
      ],
    },
  },
  noted: {
    'PATCH takes /tags: [], and leaves the list; the media type does not say what that means': under(
      takes(json),
      round('tags', ['a'], [] as string[]),
    ),
  },
  irrelevant: {
    'GET fails': round('price', 5, 0, exchange('GET', 500)),
    'a cache answered': round('price', 5, 0, exchange('GET', 200, { price: 5 }, { age: '3' })),
  },
});

const put = exchange('PUT', 204);
const replaced = (after: ReturnType<typeof look>) => ({
  sent: { gift: true },
  rounds: [{ name: 'gift', filled: true, empty: false, control: put, write: put, after }],
});
testThen(putEmpty, {
  valid: { 'false is stored': replaced(look({ gift: false })) },
  invalid: { 'false is ignored': replaced(look({ gift: true })) },
  ignored: { 'the member is gone': replaced(look({})) },
  irrelevant: { 'GET fails': replaced(exchange('GET', 503)) },
});

test('flags are false before a patch sets them', () => {
  expect(clearFlags({ gift: true, name: 'a', size: 3 })).toEqual({ gift: false, name: 'a', size: 3 });
});
