import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createObjectSchema,
  createOrderPaths,
  type ScriptedReply,
  serveReplies,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const where = 'assay.yaml:3:5';
const resource = (more: Partial<DeclaredResource> = {}): DeclaredResource => ({
  name: 'orders',
  collection: '/orders',
  where,
  ...more,
});
const entries = { 'GET /orders': [{ id: '1', note: 'a' }] };

const alone = async (
  declared: DeclaredResource,
  more: Partial<DeclaredService> = {},
  replies: Record<string, ScriptedReply> = entries,
) => {
  const { baseUrl, client } = await serveReplies(replies);
  return survey(createDeclaredService(baseUrl, { resources: [declared], ...more }), client);
};

describe('a resource without a document', () => {
  it('has a list, items and its declarations when there are no entries', async () => {
    const { collections, document } = await alone(resource(), {}, { 'GET /orders': [] });
    const { list, read, head, create, replace, patch, remove } = collections[0] ?? {};
    expect([list?.provenance, read?.provenance, head?.provenance]).toEqual(['observed', 'declared', 'assumed']);
    expect([create, replace, patch, remove]).toEqual([undefined, undefined, undefined, undefined]);
    expect(collections[0]).toMatchObject({ name: 'orders', itemPath: '/orders/{id}' });
    expect(document).toBeUndefined();
  });

  it('has the observed facts, and its declarations take precedence', async () => {
    const seen = {
      'GET /orders': [{ key: 'a', note: 'b', count: 3 }],
      'GET /order/a': { key: 'a', note: 'b', count: 3 },
    };
    const declared = resource({ item: '/order/{orderId}', replace: false, delete: { mode: 'soft' } });
    const { collections, contradictions } = await alone(declared, {}, seen);
    const { read, create, replace, patch, remove, deletion } = collections[0] ?? {};
    expect([read?.provenance, create?.provenance, patch?.provenance]).toEqual(['observed', 'assumed', 'assumed']);
    expect([replace, remove?.path, deletion?.mode]).toEqual([undefined, '/order/{id}', 'soft']);
    expect(collections[0]).toMatchObject({ itemPath: '/order/{id}', id: { pointer: '/key' }, marker: '/note' });
    expect(create?.request?.schema).toMatchObject({ required: ['note', 'count'] });
    expect(contradictions).toEqual([]);
  });

  it('has no items when requests show that there are none', async () => {
    expect((await alone(resource())).collections[0]?.read).toBeUndefined();
    expect((await alone(resource({ item: '/orders/{id}' }))).collections[0]?.read?.provenance).toBe('declared');
  });

  it.each(['', '/'])(
    'has items that PUT creates under an id that the client chooses, also below a list in "%s"',
    async (end) => {
      const create = { method: 'PUT', schema: createObjectSchema({ note: textSchema }) } as const;
      const named = resource({ collection: `/orders${end}`, item: `/orders/{id}${end}`, create });
      const { collections } = await alone(named);
      expect(collections[0]?.creation).toEqual({ path: `/orders/{id}${end}`, isNamed: true });
    },
  );

  it('has the operations of its keys', async () => {
    const { collections } = await alone(
      resource({
        item: '/order/{orderId}',
        create: { schema: createObjectSchema({ note: textSchema }), unique: ['/note'], overrides: { '/tenant': 4 } },
        replace: {},
        patch: { field: '/note', mediaType: 'application/merge-patch+json' },
        delete: { mode: 'soft', tombstone: '/deletedAt' },
        marker: { field: '/note' },
        id: { pointer: '/id', mutableBy: ['/note'] },
        volatile: ['/seen'],
        accessStatistics: ['/views'],
        addedBy: 'writes',
        semanticInvalid: [{ note: 7 }],
        pagination: { params: { size: 'limit', offset: 'offset' }, maxSize: 9 },
      }),
      { volatile: ['/updatedAt'], consistency: { readAfterWriteMs: 5 } },
    );
    expect(collections[0]).toMatchObject({
      itemPath: '/order/{id}',
      create: {
        method: 'POST',
        path: '/orders',
        provenance: 'declared',
        request: { mediaType: 'application/json', schema: createObjectSchema({ note: textSchema }) },
      },
      replace: { method: 'PUT', path: '/order/{id}', request: { schema: createObjectSchema({ note: textSchema }) } },
      patch: {
        request: {
          mediaType: 'application/merge-patch+json',
          schema: { type: 'object', properties: { note: textSchema }, minProperties: 1 },
        },
      },
      remove: { method: 'DELETE', path: '/order/{id}' },
      deletion: { mode: 'soft', tombstone: '/deletedAt' },
      marker: '/note',
      id: { pointer: '/id', mutableBy: ['/note'] },
      unique: ['/note'],
      overrides: { '/tenant': 4 },
      volatile: ['/updatedAt', '/seen'],
      accessStatistics: ['/views'],
      isAddedByWrites: true,
      semanticInvalid: [{ note: 7 }],
      pagination: { style: 'offset', params: { size: 'limit', offset: 'offset' }, maxSize: 9 },
      consistency: { itemMs: 5, listMs: 2000 },
    });
  });

  it('has its place in the profile as evidence', async () => {
    const { collections } = await alone(resource({ create: { example: { note: 'a' } } }));
    expect(collections[0]?.facts).toContainEqual({
      about: 'create',
      value: 'POST /orders',
      provenance: 'declared',
      evidence: where,
    });
    expect(collections[0]?.create?.request).toEqual({ mediaType: 'application/json', example: { note: 'a' } });
  });

  it('uses the example of the creation for a replacement without one', async () => {
    const { collections } = await alone(
      resource({ create: { example: { note: 'a' } }, replace: { mediaType: 'application/vnd.x+json' } }),
    );
    expect(collections[0]?.replace?.request).toEqual({ mediaType: 'application/vnd.x+json', example: { note: 'a' } });
  });

  it.each<[string, object, object]>([
    [
      'schema',
      { schema: createObjectSchema({ note: textSchema }, { required: ['note'] }) },
      { schema: createObjectSchema({ note: textSchema }) },
    ],
    ['example', { example: { note: 'a' } }, { example: { note: 'a' } }],
  ])('accepts any part of the creation in a patch without a declaration: %s', async (_, create, request) => {
    const { collections } = await alone(resource({ create, patch: {} }));
    expect(collections[0]?.patch?.request).toEqual({ mediaType: 'application/json', ...request });
  });

  it('keeps the example of a patch', async () => {
    const create = { schema: createObjectSchema({ note: textSchema }) };
    const { collections } = await alone(resource({ create, patch: { example: { note: 'b' } } }));
    expect(collections[0]?.patch?.request).toEqual({ mediaType: 'application/json', example: { note: 'b' } });
  });

  it('keeps the bodies of a document when the profile declares only the media type', async () => {
    const body = (member: string) => ({
      content: { 'application/json': { schema: createObjectSchema({ [member]: textSchema }) } },
    });
    const item = { put: { requestBody: body('whole') }, patch: { requestBody: body('part') } };
    const declared = resource({ replace: { mediaType: 'application/x+json' }, patch: {} });
    const { collections } = await surveyDocument(createDocument(createOrderPaths({}, item)), entries, {
      resources: [declared],
    });
    const { replace, patch } = collections[0] ?? {};
    const described = (member: string) => ({
      schema: createObjectSchema({ [member]: textSchema }),
      schemaFrom: 'described',
    });
    expect(replace?.request).toEqual({ mediaType: 'application/x+json', ...described('whole') });
    expect(patch?.request).toEqual({ mediaType: 'application/json', ...described('part') });
  });

  it('declares actions with item paths in one form', async () => {
    const { collections } = await alone(
      resource({
        actions: [
          {
            name: 'cancel',
            path: '/orders/{orderId}/cancel',
            body: {},
            from: ['open'],
            fields: { date: '/at' },
            readable: true,
            repeat: 'same',
          },
        ],
      }),
    );
    expect(collections[0]?.actions[0]).toMatchObject({
      name: 'cancel',
      path: '/orders/{id}/cancel',
      post: { method: 'POST', path: '/orders/{id}/cancel' },
      get: { method: 'GET' },
      body: {},
      from: ['open'],
      fields: { date: '/at' },
      repeat: 'same',
    });
  });

  it('takes idempotency keys from the profile, for the operations it names', async () => {
    const keys = { in: 'header', name: 'Key', format: 'raw', required: true } as const;
    expect((await alone(resource(), { idempotency: keys })).collections[0]?.idempotency).toEqual(keys);
    expect(
      (await alone(resource(), { idempotency: { ...keys, ops: ['POST /orders'] } })).collections[0]?.idempotency,
    ).toEqual(keys);
    expect(
      (await alone(resource(), { idempotency: { ...keys, ops: ['/users'] } })).collections[0]?.idempotency,
    ).toBeUndefined();
  });

  it('is paged as the profile declares for all collections, whatever responses show', async () => {
    const { collections, contradictions } = await alone(resource(), { pagination: { items: '/data' } });
    expect(collections[0]?.pagination.items).toBe('/data');
    expect(contradictions).toMatchObject([
      { about: 'items', believed: { value: '/data', provenance: 'declared' }, doubted: { value: '' } },
    ]);
  });

  it('may have offsets that count from 1', async () => {
    const pagination = { style: 'offset', params: { offset: 'o' } } as const;
    const read = async (base: { base?: 0 | 1 }) =>
      (await alone(resource(), { pagination: { ...pagination, ...base } })).collections[0]?.pagination.firstOffset;
    expect([await read({ base: 1 }), await read({ base: 0 }), await read({})]).toEqual([1, undefined, undefined]);
  });

  it('is not paged if it is exempt', async () => {
    const { collections } = await alone(resource(), {
      pagination: { style: 'page', params: { page: 'p' }, exempt: ['/orders'] },
    });
    expect(collections[0]?.pagination.style).toBe('none');
  });
});
