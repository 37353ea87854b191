import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createObjectSchema,
  serveReplies,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json } from '../../model/json.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import { survey } from '../survey.js';

const inner = createObjectSchema({ note: textSchema, place: textSchema });

const declare = async (shown: Json, more: Partial<DeclaredResource>) => {
  const { baseUrl, client } = await serveReplies({ 'GET /orders': [shown], 'GET /orders/1': shown });
  const resource = { name: 'orders', collection: '/orders', where: 'assay.yaml:3:5', ...more };
  return (await survey(createDeclaredService(baseUrl, { resources: [resource] }), client)).collections[0];
};

describe('a declared body in a wrapper', () => {
  it.each<[string, '' | '/order']>([
    ['with', '/order'],
    ['without', ''],
  ])('is unwrapped where items show what is inside, and so are pointers %s the wrapper', async (_, to) => {
    const found = await declare(
      { id: '1', note: 'a', place: 'b' },
      {
        create: {
          schema: createObjectSchema({ order: inner }),
          example: { order: { note: 'c', place: 'd' } },
          unique: [`${to}/note`],
          overrides: { [`${to}/place`]: 'e' },
        },
        patch: { mediaType: 'application/json-patch+json' },
        marker: { field: `${to}/note` },
        semanticInvalid: [{ order: { note: 'no' } }],
        conflicts: [{ order: { note: 'taken' } }],
      },
    );
    expect(found).toMatchObject({
      envelope: { style: 'member', request: 'order', plain: ['PUT', 'PATCH'] },
      create: { request: { schema: inner, example: { note: 'c', place: 'd' } } },
      unique: ['/note'],
      overrides: { '/place': 'e' },
      marker: '/note',
      semanticInvalid: [{ note: 'no' }],
      conflicts: [{ note: 'taken' }],
    });
  });

  it.each<[string, DeclaredResource['replace'], readonly string[]]>([
    ['in the wrapper', { example: { order: { note: 'f', place: 'g' } } }, ['PATCH']],
    ['without it', { example: { note: 'f', place: 'g' } }, ['PUT', 'PATCH']],
    ['as it is shown, where nothing tells', {}, ['PUT', 'PATCH']],
  ])('may have a replacement %s', async (_, replace, plain) => {
    const create = { example: { order: { note: 'c', place: 'd' } } };
    const found = await declare({ id: '1', note: 'a', place: 'b' }, { create, replace });
    expect(found?.envelope).toEqual({ style: 'member', request: 'order', plain });
    if (replace && Object.keys(replace).length > 0)
      expect(found?.replace?.request?.example).toEqual({ note: 'f', place: 'g' });
  });

  it.each<[string, Json]>([
    ['the member itself', { id: '1', order: { note: 'a', place: 'b' } }],
    ['nothing of it', { id: '1', size: 3 }],
  ])('stays as it is where items show %s', async (_, shown) => {
    const found = await declare(shown, {
      create: { schema: createObjectSchema({ order: inner }), unique: ['/order/note'] },
    });
    expect(found?.envelope).toBeUndefined();
    expect(found?.unique).toEqual(['/order/note']);
  });
});
