import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  orderSchema,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';

const integer = { type: 'integer' };
const paging = createObjectSchema({ page: integer, size: { ...integer, maximum: 50 } });
const listed = async (...parameters: JsonObject[]) =>
  (
    await surveyDocument(
      createDocument(createOrderPaths({ get: { ...createGet({ type: 'array', items: orderSchema }), parameters } })),
    )
  ).collections[0];

it.each<[string, JsonObject]>([
  ['its description', { description: 'Counted from 1.' }],
  ['that it is deprecated', { deprecated: true }],
])('a parameter says of its values %s', async (_, said) => {
  const found = await listed({ name: 'page', in: 'query', schema: integer, ...said });
  expect(found?.list?.parameters).toMatchObject([{ name: 'page', schema: { ...integer, ...said } }]);
});

describe('an object in the query', () => {
  it.each<[string, JsonObject, string[]]>([
    ['is its members', { name: 'pageable', in: 'query', schema: paging }, ['page', 'size']],
    [
      'is deep when it says so',
      { name: 'at', in: 'query', style: 'deepObject', schema: paging },
      ['at[page]', 'at[size]'],
    ],
    ['is deep when it is called page', { name: 'page', in: 'query', schema: paging }, ['page[page]', 'page[size]']],
  ])('%s', async (_, parameter, names) =>
    expect((await listed(parameter))?.list?.parameters.map(({ name }) => name)).toEqual(names),
  );

  it('keeps limits, and is required only if its members are', async () => {
    const found = await listed({ name: 'pageable', in: 'query', required: true, schema: paging });
    expect(found?.pagination).toMatchObject({ style: 'page', params: { page: 'page', size: 'size' }, maxSize: 50 });
    expect(found?.list?.parameters.map(({ required }) => required)).toEqual([false, false]);
  });
});
