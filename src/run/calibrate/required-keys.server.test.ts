import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type Json } from '../../model/json.js';
import { held } from '../../rule/finding.js';
import { audit, createBodyRule, type ReceivedRequest, readableCollection } from '../test-service.fixture.js';

useSteadyClock();

const creating = createBodyRule('a/make', { when: async (body, { items }) => items.create(body), then: () => held });

/** Creates items at a service that refuses a POST without a key, with this text. */
async function createWithKey(error: string, hasKey: (arrival: ReceivedRequest) => boolean) {
  const { outcomes, leftovers, notes, collections } = await audit(
    (arrival) =>
      arrival.method === 'POST' && !hasKey(arrival)
        ? error === ''
          ? { status: 400 }
          : { status: 400, json: { error } }
        : undefined,
    { tried: [creating], collections: [readableCollection] },
  );
  expect(leftovers).toEqual([]);
  return { told: outcomes.map(({ verdict, why }) => why ?? verdict), notes, idempotency: collections[0]?.idempotency };
}

test.each<[string, string, string, (arrival: ReceivedRequest) => boolean]>([
  [
    'the usual field',
    'An idempotency key is required',
    'field Idempotency-Key',
    ({ headers }) => 'idempotency-key' in headers,
  ],
  [
    'the usual field, where refusals say nothing',
    '',
    'field Idempotency-Key',
    ({ headers }) => 'idempotency-key' in headers,
  ],
  [
    'its older form',
    'Idempotency key missing',
    'field X-Idempotency-Key',
    ({ headers }) => 'x-idempotency-key' in headers,
  ],
  [
    'the field that the refusal names',
    'Send a Shop-Idempotency-Id',
    'field Shop-Idempotency-Id',
    ({ headers }) => 'shop-idempotency-id' in headers,
  ],
])('a key that creations need is sent in %s', async (_, error, place, hasKey) => {
  const { told, notes, idempotency } = await createWithKey(error, hasKey);
  expect(told).toEqual(['held']);
  expect(notes).toContain(`${readableCollection.name}: creations need an idempotency key, and take it in the ${place}`);
  expect(idempotency).toMatchObject({ in: 'header', required: true });
});

test('a key is sent in the member that the refusal names', async () => {
  const hasKey = ({ json }: ReceivedRequest) => isObject(json) && typeof json.idempotency_key === 'string';
  const { told, idempotency } = await createWithKey('idempotency_key is required', hasKey);
  expect(told).toEqual(['held']);
  expect(idempotency).toMatchObject({ in: 'body', name: 'idempotency_key', required: true });
});

test('no key is sent where nothing asks for one', async () => {
  const { told, idempotency } = await createWithKey('closed', () => false);
  expect(told).not.toEqual(['held']);
  expect(idempotency).toBeUndefined();
});

test.each<[string, Json, (value: unknown) => boolean]>([
  ['a stored text', { type: 'string', minLength: 1 }, (value) => typeof value === 'string'],
  ['a switch', { type: 'boolean' }, (value) => typeof value === 'boolean'],
])('%s with such a name is no key where no refusal asks for it', async (_, member, isRight) => {
  const properties = { name: { type: 'string', minLength: 1, maxLength: 12 }, isIdempotent: member };
  const schema = { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
  const { create } = readableCollection;
  const collection = {
    ...readableCollection,
    create: create && { ...create, provenance: 'assumed', request: { mediaType: 'application/json', schema } },
  } as typeof readableCollection;
  const { outcomes, collections } = await audit(
    ({ method, json }) =>
      method === 'POST' && isObject(json) && !isRight(json.isIdempotent) ? { status: 422, json: {} } : undefined,
    { tried: [creating], collections: [collection] },
  );
  expect(outcomes.map(({ verdict, why }) => why ?? verdict)).toEqual(['held']);
  expect(collections[0]?.idempotency).toBeUndefined();
});
