import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { reduceToRequired } from './request-content.js';

const create = { method: 'POST', path: '/things', provenance: 'described', statuses: [], parameters: [] } as const;
const withSchema = (schema: JsonObject) => ({
  ...createBareCollection('things'),
  create: { ...create, request: { mediaType: 'application/json', schema } },
});

test('keeps the members and values that the schema requires, and the marker', () => {
  const overrides = { '/leadId': 'm1', '/name': 'b' };
  const collection = { ...withSchema({ type: 'object', required: ['name'] }), marker: '/note', overrides };
  const reduced = reduceToRequired({ body: { name: 'a', leadId: 'm1', note: 'mark' }, collection }, undefined);
  expect(reduced).toEqual({
    body: { name: 'a', note: 'mark' },
    collection: { ...collection, overrides: { '/name': 'b' } },
  });
});

test('keeps the whole body where no schema says what is required', () => {
  for (const [body, collection] of [
    [{ name: 'a' }, withSchema({ type: 'object' })],
    [{ name: 'a' }, createBareCollection('things')],
    [[1], withSchema({ required: ['name'] })],
  ] as const)
    expect(reduceToRequired({ body, collection }, undefined)).toEqual({ body, collection });
});

test('finds what is required through allOf and $ref', () => {
  const document = { schemas: { Content: { type: 'object', required: ['title'] } } };
  const schema: JsonObject = { allOf: [{ $ref: '#/schemas/Content' }, { required: ['kind'] }] };
  const { body } = reduceToRequired(
    { body: { title: 'a', kind: 'b', labels: ['c'] }, collection: withSchema(schema) },
    document,
  );
  expect(body).toEqual({ title: 'a', kind: 'b' });
});
