import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createOrderPaths,
  createPost,
  orderSchema,
  type ScriptedReply,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const naming = async (
  collections: readonly string[],
  replies: Record<string, ScriptedReply>,
  more: Partial<DeclaredService> = {},
) => {
  const { baseUrl, client, asked } = await serveReplies(replies);
  return { ...(await survey(createDeclaredService(baseUrl, { collections, ...more }), client)), asked, baseUrl };
};
const things: Record<string, ScriptedReply> = {
  'GET /things': [{ id: 1, title: 'a' }],
  'GET /things/1': { id: 1, title: 'a' },
};

describe('collections that were named', () => {
  it('are requested, and no other paths', async () => {
    const { collections, asked } = await naming(['/things'], { ...things, 'GET /': { others: '/others' } });
    expect(collections.map(({ name, itemPath }) => [name, itemPath])).toEqual([['things', '/things/{id}']]);
    expect(asked.filter((line) => /^GET \/(db|others)$/.test(line))).toEqual([]);
  });

  it('are added to those of a document', async () => {
    const replies = {
      ...things,
      'GET /openapi.json': createDocument(createOrderPaths()),
      'GET /orders': [{ id: 'x' }],
    };
    const { collections, asked } = await naming(['/things', '/orders'], replies);
    expect(collections.map(({ name, list }) => [name, list?.provenance])).toEqual([
      ['orders', 'described'],
      ['things', 'observed'],
    ]);
    expect(asked.filter((line) => line === 'GET /orders')).toHaveLength(1);
    expect(asked.filter((line) => line === 'GET /things')).toHaveLength(1);
  });

  it('are added to those of a profile', async () => {
    const resources = [{ name: 'orders', collection: '/orders', where: 'p:1:1' }];
    const { collections } = await naming(['/things', '/orders/'], { ...things, 'GET /orders': [] }, { resources });
    expect(collections.map(({ name }) => name)).toEqual(['orders', 'things']);
  });

  it.each<[string, Record<string, ScriptedReply>, RegExp]>([
    ['404', {}, /^--collection \/things: returns 404, so it was not checked$/],
    [
      '401',
      { 'GET /things': { raw: '', status: 401 } },
      /returns 401; credentials with more rights would show more, so/,
    ],
    ['an object', { 'GET /things': { a: 1 } }, /^--collection \/things: returns no list of objects, so/],
    [
      'a redirect to elsewhere',
      { 'GET /things': { raw: '', status: 302, headers: { location: 'https://login.example/' } } },
      /returns 302 to https:\/\/login\.example\/, which is not followed, so/,
    ],
  ])('are noted when they are not lists: %s', async (_, replies, note) => {
    const { collections, notes } = await naming(['/things'], replies);
    expect(collections).toEqual([]);
    expect(notes.at(-1)).toMatch(note);
  });

  it('are corrected if a redirect only adds a slash', async () => {
    const { collections, notes, asked } = await naming(['/things'], {
      'GET /things': { raw: '', status: 301, headers: { location: '/things/' } },
      'GET /things/': [{ id: 1, title: 'a' }],
      'GET /things/1': { id: 1, title: 'a' },
    });
    expect(collections[0]).toMatchObject({ name: 'things', path: '/things/', itemPath: '/things/{id}' });
    expect(notes).toContain('/things: redirects with 301 to /things/, which is checked instead');
    expect(asked.filter((line) => line === 'GET /things')).toHaveLength(1);
  });
});

describe('a resource that no document describes', () => {
  const declared = { name: 'things', collection: '/things', where: 'p:1:1' };

  it('is found by requests', async () => {
    const { collections } = await naming([], things, { resources: [declared] });
    expect(collections[0]).toMatchObject({
      read: { provenance: 'observed' },
      create: { provenance: 'assumed', request: { schema: { required: ['title'] } } },
    });
  });

  it('keeps its declared creation, and drops guessed writes', async () => {
    const create = { example: { title: 'x', colour: 'red' } };
    const { collections } = await naming([], things, { resources: [{ ...declared, create }] });
    expect(collections[0]?.create).toMatchObject({ provenance: 'declared', request: create });
    expect(collections[0]?.create?.request?.schema).toBeUndefined();
    expect(collections[0]?.replace).toBeUndefined();
  });
});

describe('idempotency keys', () => {
  it('are noted when a preflight response allows one, and not used', async () => {
    const preflight = { raw: '', status: 204, headers: { 'access-control-allow-headers': 'Accept, Idempotency-Key' } };
    const { notes, collections } = await naming(['/things'], { ...things, 'OPTIONS /things': preflight });
    expect(notes).toContain(
      '/things: a preflight response names Idempotency-Key, so POST may take an idempotency key; to test it, declare idempotency',
    );
    expect(collections[0]?.idempotency).toBeUndefined();
  });
});

describe('media types of writes', () => {
  const allowing = (headers: Record<string, string>) => ({ raw: '', status: 204, headers });

  it('are not changed if they are not JSON', async () => {
    const { notes, collections } = await naming(['/things'], {
      ...things,
      'OPTIONS /things': allowing({ 'accept-post': 'text/turtle' }),
      'OPTIONS /things/1': allowing({ 'accept-patch': 'text/x-diff' }),
    });
    expect([collections[0]?.create, collections[0]?.patch]).toEqual([undefined, undefined]);
    expect(collections[0]?.replace).toBeDefined();
    expect(notes).toEqual(
      expect.arrayContaining([
        '/things: POST takes only text/turtle, which is not supported',
        '/things: PATCH takes only text/x-diff, which is not supported',
      ]),
    );
  });

  it('are JSON Patch where a service takes no other patches', async () => {
    const { collections } = await naming(['/things'], {
      ...things,
      'OPTIONS /things/1': allowing({ 'accept-patch': 'application/json-patch+json' }),
    });
    expect(collections[0]?.patch?.request?.mediaType).toBe('application/json-patch+json');
  });
});

it.each<[string, string]>([
  ['/things', '/things/'],
  ['/things/', '/things'],
])('a missing path %s is requested as %s', async (named, path) => {
  const { collections } = await naming([named], { [`GET ${path}`]: [] });
  expect(collections.map((one) => one.path)).toEqual([path]);
});

describe('a list that is refused without a query', () => {
  const refused = { raw: '{}', status: 400 };
  const links = { 'GET /': { things: '/things?tenant=north&page=1', notes: '/notes' } };

  it('gets that of a link, and its items only if they need it', async () => {
    const { collections, notes, asked } = await naming(['/things'], {
      ...links,
      'GET /things': refused,
      'GET /things?tenant=north': [{ id: 1 }],
      'GET /things/1': { id: 1 },
    });
    expect(collections[0]).toMatchObject({ path: '/things', itemPath: '/things/{id}' });
    expect(notes).toContain(
      '/things: is refused without a query, so tenant is sent with it, as in a link of the service',
    );
    expect(asked.filter((line) => line === 'GET /things')).toHaveLength(1);
  });

  it('gives it to items that are refused without it, and to lists that no link names', async () => {
    const { collections } = await naming(['/things', '/things/1/parts'], {
      ...links,
      'GET /things': refused,
      'GET /things?tenant=north': [{ id: 1 }],
      'GET /things/1': refused,
      'GET /things/1?tenant=north': { id: 1 },
      'GET /things/1/parts': refused,
      'GET /things/1/parts?tenant=north': [],
    });
    expect(collections.map(({ path }) => path)).toEqual(['/things', '/things/{thingId}/parts']);
    expect(collections[0]?.itemPath).toBe('/things/{id}');
  });

  it('gets the one that the user names, and is asked for it otherwise', async () => {
    const replies = { 'GET /things': refused, 'GET /things?tenant=north': [{ id: 1 }], 'GET /things/1': { id: 1 } };
    const { collections } = await naming(['/things'], replies, { collectionQueries: { '/things': '?tenant=north' } });
    const known = { path: '/things', itemPath: '/things/{id}', listQuery: { tenant: 'north' } };
    expect(collections[0]).toMatchObject(known);
    expect((await naming(['/things'], replies)).notes).toEqual([
      "--collection /things: returns 400, so it was not checked; if it needs a query, name it: --collection '/things?NAME=VALUE'",
    ]);
  });

  it.each<[string, ScriptedReply, boolean, JsonObject[]?]>([
    ['needs it, too', { raw: '', status: 404 }, true],
    ['needs it, too, and entries have no id', { raw: '', status: 404 }, true, [{ title: 'a' }]],
    ['refuses that id', refused, false],
  ])(
    'is sent with items that the list does not show where a missing item %s',
    async (_, withQuery, isSent, list = []) => {
      const replies: Record<string, ScriptedReply> = { 'GET /things': refused, 'GET /things?tenant=north': list };
      for (const id of ['4711471147', 'assay-4711', '00000000-0000-4000-8000-000000004711'])
        Object.assign(replies, { [`GET /things/${id}`]: refused, [`GET /things/${id}?tenant=north`]: withQuery });
      const { baseUrl, client, asked } = await serveReplies(replies);
      const known = { collections: ['/things'], collectionQueries: { '/things': '?tenant=north' } };
      await survey(createDeclaredService(baseUrl, known), client);
      await client.send({ method: 'GET', path: '/things/1', role: 'survey' });
      expect(asked.at(-1)).toBe(isSent ? 'GET /things/1?tenant=north' : 'GET /things/1');
    },
  );

  it('is not searched where the list is found, or is missing', async () => {
    for (const replies of [things, {}])
      expect((await naming(['/things'], { ...links, ...replies })).asked.filter((line) => /\?t/.test(line))).toEqual(
        [],
      );
  });
});

describe('a collection below an item', () => {
  const albums: Record<string, ScriptedReply> = {
    'GET /albums': [{ id: 6 }, { id: 7 }],
    'GET /albums/6': { id: 6 },
    'GET /albums/7': { id: 7 },
    'GET /albums/7/photos': [{ id: 1, title: 'a', album_id: 7 }],
    'GET /albums/7/photos/1': { id: 1, title: 'a', album_id: 7 },
  };

  it('is below one that the run creates; the named one is taken where it can create none', async () => {
    const { collections } = await naming(['/albums', '/albums/7/photos'], albums);
    const photos = collections.find(({ name }) => name === 'photos');
    expect(photos).toMatchObject({
      path: '/albums/{albumId}/photos',
      itemPath: '/albums/{albumId}/photos/{id}',
      parents: [{ place: '{albumId}', collection: 'albums', existing: '7' }],
      standing: ['1'],
    });
    expect(photos?.create?.request?.schema).not.toHaveProperty('properties.album_id');
  });

  it('keeps its path where nothing is known of the item', async () => {
    const { collections } = await naming(['/albums/7/photos'], albums);
    expect(collections.map(({ path, parents }) => [path, parents])).toEqual([['/albums/7/photos', []]]);
  });

  it('says where the items of a list are', async () => {
    const { collections } = await naming(['/albums', '/album/7/photos'], {
      'GET /albums': [{ id: 7 }],
      'GET /album/7': { id: 7 },
      'GET /album/7/photos': [],
    });
    expect(collections.map(({ path }) => path)).toEqual(['/albums', '/album/{albumId}/photos']);
  });
});

it('a described collection below an item is not checked twice where the user names it below one item', async () => {
  const replies: Record<string, ScriptedReply> = {
    'GET /openapi.json': createDocument({
      ...createOrderPaths(),
      '/orders/{id}/lines': { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) },
      '/orders/{id}/lines/{line}': { get: createGet(orderSchema) },
    }),
    'GET /orders': [{ id: 'x' }],
  };
  const { collections } = await naming(['/orders/x/lines'], replies);
  expect(collections.map(({ path, parents }) => [path, parents.map(({ existing }) => existing)])).toEqual([
    ['/orders', []],
    ['/orders/{id}/lines', ['x']],
  ]);
});

it('a described collection is joined with the one that is named, where only the named ones have its parent', async () => {
  const replies: Record<string, ScriptedReply> = {
    'GET /openapi.json': createDocument({
      '/orders/{order}/lines': { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) },
      '/notes': { get: createGet({ type: 'array', items: orderSchema }) },
    }),
    'GET /orders': [{ id: 'x' }],
    'GET /orders/x': { id: 'x' },
    'GET /orders/x/lines': [],
    'GET /v2/notes': [],
  };
  const { collections } = await naming(['/orders', '/orders/x/lines', '/v2/notes'], replies);
  expect(collections.map(({ name, path, parents }) => [name, path, parents[0]?.existing])).toEqual([
    ['notes', '/notes', undefined],
    ['orders', '/orders', undefined],
    ['/v2/notes', '/v2/notes', undefined],
    ['lines', '/orders/{order}/lines', 'x'],
  ]);
});
