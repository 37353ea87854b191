import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createOrderPaths,
  createPost,
  orderSchema,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';

describe('operations', () => {
  const creation = async (more: object) =>
    (await surveyDocument(createDocument(createOrderPaths({ post: createPost(orderSchema, more as never) }))))
      .collections[0]?.create;

  it.each<[string, object, boolean | undefined]>([
    ['nothing said', {}, undefined],
    ['a scheme', { security: [{ key: [] }] }, true],
    ['none', { security: [] }, false],
    ['optional', { security: [{}, { key: [] }] }, false],
  ])('secured: %s', async (_, more, secured) => expect((await creation(more))?.secured).toBe(secured));

  it('takes security of the whole document where an operation says nothing', async () => {
    const { collections } = await surveyDocument(createDocument(createOrderPaths(), { security: [{ key: [] }] }));
    expect(collections[0]?.list?.secured).toBe(true);
  });

  it.each<[string, object, unknown]>([
    [
      'of the media type',
      { requestBody: { content: { 'application/json': { schema: orderSchema, example: { note: 'a' } } } } },
      { note: 'a' },
    ],
    [
      'named',
      {
        requestBody: {
          content: { 'application/json': { schema: orderSchema, examples: { one: { value: { note: 'b' } } } } },
        },
      },
      { note: 'b' },
    ],
    [
      'of the schema',
      { requestBody: { content: { 'application/json': { schema: { ...orderSchema, examples: [{ note: 'c' }] } } } } },
      { note: 'c' },
    ],
  ])('example %s', async (_, more, example) => expect((await creation(more))?.request?.example).toEqual(example));

  it.each([
    [['application/json', 'application/vnd.x+json'], 'application/json'],
    [['application/xml', 'application/vnd.x+json'], 'application/vnd.x+json'],
    [['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    [['*/*'], 'application/json'],
    [['application/x-www-form-urlencoded', 'application/json'], 'application/json'],
    [['multipart/form-data', 'application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
  ])('of %j uses %s', async (types, chosen) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: orderSchema }]));
    expect((await creation({ requestBody: { content } }))?.request?.mediaType).toBe(chosen);
  });

  it('prefers merge patches for PATCH', async () => {
    const content = {
      'application/json': { schema: orderSchema },
      'application/merge-patch+json': { schema: orderSchema },
    };
    const { collections } = await surveyDocument(
      createDocument(createOrderPaths({}, { patch: { requestBody: { content } } })),
    );
    expect(collections[0]?.patch?.request?.mediaType).toBe('application/merge-patch+json');
  });

  it('takes a removal with only 202 for asynchronous', async () => {
    const { collections } = await surveyDocument(
      createDocument(createOrderPaths({}, { delete: { responses: { 202: {} } } })),
    );
    expect(collections[0]?.deletion.mode).toBe('async');
  });
});
