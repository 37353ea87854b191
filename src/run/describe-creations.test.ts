import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Exchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { Collection } from '../model/service/subject.js';
import { describeCreations } from './describe-creations.js';
import { createCollectionState } from './items/collection-state.js';
import { createServiceModel } from './service-model.js';

const create = { method: 'POST', path: '/things', provenance: 'declared', statuses: [], parameters: [] } as const;

/** The description of a collection at a path whose last creation got this response. */
function describe(status: number, json: Json | undefined, sent: Json, path = '/things', isForeign = false) {
  const collection: Collection = { ...createBareCollection('things'), path, create: { ...create, path } };
  const state = { ...createCollectionState(), isForeign };
  const answer = { status, json, text: json === undefined ? '' : JSON.stringify(json), headers: {} };
  const exchange = { n: 1, method: 'POST', path, answer } as unknown as Exchange;
  state.tally = { created: 0, failed: { exchange, sent } };
  const addressing = { of: () => state } as never;
  const [reach] = describeCreations({ model: createServiceModel([collection], undefined), addressing });
  return reach;
}

test.each<[string, number, Json | undefined, Json, string, string | undefined]>([
  [
    'a complaint',
    422,
    { detail: 'code: must be a string' },
    {},
    'POST /things → 422 `code: must be a string`',
    '{"code":"…"}',
  ],
  [
    'the same complaint twice',
    422,
    { title: 'code: is required', detail: 'code: is required' },
    {},
    'POST /things → 422 `code: is required`',
    '{"code":"…"}',
  ],
  ['words without a member', 400, { title: 'Not here', status: 400 }, {}, 'POST /things → 400 `Not here`', '{"…":"…"}'],
  ['no words', 400, undefined, { name: 'x assay-0a0b0c0d-1x', n: 2 }, 'POST /things → 400', '{"name":"example","n":2}'],
])('%s: quoted, with an example to fill', (_, status, json, sent, refusal, example) => {
  expect(describe(status, json, sent)).toMatchObject({
    refusal,
    add: `resources: [{ collection: /things, create: { example: ${example} } }]`,
  });
});

test.each<[string, number, Json | undefined, string | undefined]>([
  ['a method that is not implemented', 405, undefined, 'create: false'],
  ['no id', 201, { ok: true, name: 'a', ref: 'r1' }, 'id: { pointer: /ref }'],
  ['no member that may be an id', 200, { ok: true }, undefined],
  ['a lack of rights', 403, undefined, undefined],
  ['a gateway that fails', 503, { detail: 'busy' }, undefined],
])('%s: the line for the profile', (_, status, json, what) => {
  const add = what === undefined ? undefined : `resources: [{ collection: /things, ${what} }]`;
  expect(describe(status, json, { name: 'a' })?.add).toBe(add);
});

test.each([401, 403])('%s: names the flag for credentials', (status) => {
  expect(describe(status, undefined, {})?.refusal).toBe(
    `POST /things → ${status}; to give credentials: --token-env NAME`,
  );
});

test('the line for the profile is YAML, also where the path has braces', () => {
  const { add = '' } =
    describe(422, { detail: 'a: must be {b: c}, #d' }, { 'e f': [':'] }, '/rooms/{room}/things') ?? {};
  expect(parse(add)).toEqual({
    resources: [{ collection: '/rooms/{room}/things', create: { example: { a: '…', 'e f': [':'] } } }],
  });
});

test('an item that existed before: named, with an id to choose', () => {
  expect(describe(201, { id: 1, name: 'theirs' }, { name: 'x' }, '/things', true)).toMatchObject({
    refusal: 'POST /things → 201, with an item that existed before, which is left unchanged',
    add: 'resources: [{ collection: /things, create: { example: {"id":"…","name":"x"}, unique: [/id] } }]',
  });
});
