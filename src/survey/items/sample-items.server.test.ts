import { describe, expect, it, test } from 'vitest';
import {
  createDeclaredService,
  type ScriptedReply,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';
import { survey } from '../survey.js';

const looked = async (replies: Record<string, ScriptedReply>, base = '', list = '/things') => {
  const { baseUrl, client, asked } = await serveReplies(replies, base);
  const { collections, notes } = await survey(createDeclaredService(baseUrl, { collections: [list] }), client);
  return { thing: collections[0], notes, asked };
};

describe('the URL of items', () => {
  it.each<[string, Record<string, ScriptedReply>, string, string]>([
    ['an id', { 'GET /things': [{ id: 7 }], 'GET /things/7': { id: 7 } }, '/id', '/things/{id}'],
    ['_id', { 'GET /things': [{ _id: 'a1' }], 'GET /things/a1': { _id: 'a1' } }, '/_id', '/things/{id}'],
    ['uuid', { 'GET /things': [{ uuid: 'u' }], 'GET /things/u': { uuid: 'u' } }, '/uuid', '/things/{id}'],
    ['slug', { 'GET /things': [{ slug: 's-1' }], 'GET /things/s-1': { slug: 's-1' } }, '/slug', '/things/{id}'],
    [
      'an id with a slash',
      { 'GET /things': [{ id: 'a/b' }], 'GET /things/a%2Fb': { id: 'a/b' } },
      '/id',
      '/things/{id}',
    ],
    [
      'HAL links',
      {
        'GET /things': { _embedded: { things: [{ id: 7, _links: { self: { href: '/thing/7' } } }] }, _links: {} },
        'GET /thing/7': { id: 7 },
      },
      '/id',
      '/thing/{id}',
    ],
    [
      'a list of links',
      { 'GET /things': [{ id: 7, links: [{ rel: 'self', href: './thing/7' }] }], 'GET /thing/7': { id: 7 } },
      '/id',
      '/thing/{id}',
    ],
    [
      'a whole URL with a slash at its end',
      { 'GET /things': [{ id: 7, url: '/rest/things/7/' }], 'GET /rest/things/7/': { id: 7 } },
      '/id',
      '/rest/things/{id}/',
    ],
    [
      'texts',
      { 'GET /things': ['a', 'b'], 'GET /things/a': { name: 'a' }, 'GET /things/b': { name: 'b' } },
      '/name',
      '/things/{id}',
    ],
    ['numbers', { 'GET /things': { items: [7] }, 'GET /things/7': { id: 7 } }, '/id', '/things/{id}'],
    [
      'a member with another name',
      { 'GET /things': [{ thing_id: 'x1' }], 'GET /things/x1': { uuid: 'x1' } },
      '/uuid',
      '/things/{id}',
    ],
    [
      'URLs alone, of which two differ in one segment',
      {
        'GET /things': [{ href: '/one/8/details' }, { href: '/one/9/details' }],
        'GET /one/8/details': { id: 8 },
        'GET /one/9/details': { id: 9 },
      },
      '/id',
      '/one/{id}/details',
    ],
    [
      'one URL alone, below the list',
      { 'GET /things': [{ href: '/things/8/details' }], 'GET /things/8/details': { self: '/things/8/details' } },
      '/self',
      '/things/{id}/details',
    ],
    [
      'an object by id',
      {
        'GET /things': { x1: { id: 'x1' }, x2: { id: 'x2' } },
        'GET /things/x1': { id: 'x1' },
        'GET /things/x2': { id: 'x2' },
      },
      '/id',
      '/things/{id}',
    ],
    [
      'the last entry, where the first one is gone',
      { 'GET /things': [{ id: 1 }, { id: 2 }, { id: 3 }], 'GET /things/3': { id: 3 } },
      '/id',
      '/things/{id}',
    ],
  ])('%s', async (_, replies, pointer, itemPath) => {
    const { thing } = await looked(replies);
    expect(thing).toMatchObject({ id: { pointer }, itemPath, read: { path: itemPath, provenance: 'observed' } });
  });

  it('is declared for items, and read where the list has it', async () => {
    const { baseUrl, client } = await serveReplies({ 'GET /things': [{ href: '/one/7' }], 'GET /one/7': { no: 7 } });
    const resources = [
      { name: 'things', collection: '/things', item: '/one/{id}', id: { pointer: '/no' }, where: 'p:1:1' },
    ];
    const { collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections[0]).toMatchObject({ id: { pointer: '/no', alsoAt: ['/href'] }, itemPath: '/one/{id}' });
  });

  it('is read where the list has it, if items have it elsewhere', async () => {
    const { thing } = await looked({ 'GET /things': ['a'], 'GET /things/a': { id: 'a' } });
    expect(thing?.id).toEqual({ pointer: '/id', alsoAt: [''] });
  });

  it.each<[string, Json]>([
    ['texts that lead to nothing', ['a', 'b']],
    ['links with two segments that differ', [{ href: '/a/1/b/2' }, { href: '/a/3/b/4' }]],
  ])('is unknown for %s, and nothing is created', async (_, list) => {
    const { thing } = await looked({ 'GET /things': list });
    expect([thing?.path, thing?.read]).toEqual(['/things', undefined]);
    if (typeof (list as Json[])[0] === 'string') expect(thing?.create).toBeUndefined();
  });

  it.each([
    ['on this machine', 'GET, POST', true, ['create', 'read', 'replace', 'patch', 'remove']],
    ['elsewhere', 'GET, POST', false, []],
    ['for a list that takes no POST', 'GET', true, []],
    ['for a list that does not say so', undefined, true, []],
  ] as const)('is learned from a creation where entries have none, %s', async (_, allow, isLoopback, roles) => {
    const { baseUrl, client } = await serveReplies({
      'GET /things': [{ title: 'a' }, { title: 'b' }],
      ...(allow && { 'OPTIONS /things': { raw: '', status: 204, headers: { allow } } }),
    });
    const { collections } = await survey(
      createDeclaredService(baseUrl, { collections: ['/things'], permit: 'deletes', isLoopback }),
      client,
    );
    const known = ['create', 'read', 'replace', 'patch', 'remove'] as const;
    expect(known.filter((role) => collections[0]?.[role])).toEqual(roles);
    expect(collections[0]?.facts.some(({ about }) => about === 'id')).toBe(false);
  });

  it('is not that of another item with the same status', async () => {
    const { thing } = await looked({ 'GET /things': [{ id: 7 }], 'GET /things/7': { id: 8 } });
    expect(thing?.read).toBeUndefined();
  });

  it('is taken from the path of links to an internal host', async () => {
    const { thing, notes } = await looked(
      {
        'GET /v1/things': [{ id: 7, self: 'http://backend:8080/v1/store/things/7' }],
        'GET /v1/store/things/7': { id: 7 },
      },
      '/v1',
    );
    expect(thing?.itemPath).toBe('/store/things/{id}');
    expect(notes).toContain('/things: the self links of entries point to http://backend:8080; only their path is used');
  });

  it('is unknown when links leave the base path', async () => {
    const { thing, asked } = await looked(
      { 'GET /v1/things': [{ id: 7, self: 'http://backend:8080/v2/things/7' }], 'GET /v2/things/7': { id: 7 } },
      '/v1',
    );
    expect(thing?.read).toBeUndefined();
    expect(asked).not.toContain('GET /v2/things/7');
  });

  it('and their envelope is found: resource objects of JSON:API', async () => {
    const resource = { type: 'thing', id: '7', attributes: { title: 'a' }, relationships: {} };
    const { thing, notes } = await looked({ 'GET /things': { data: [resource] }, 'GET /things/7': { data: resource } });
    const request = {
      mediaType: 'application/vnd.api+json',
      schema: { properties: { title: {} }, required: ['title'] },
    };
    expect(thing).toMatchObject({ envelope: { style: 'json-api', type: 'thing' }, id: { pointer: '/id' } });
    expect(thing?.create).toMatchObject({ request });
    expect(thing?.patch?.request?.mediaType).toBe('application/vnd.api+json');
    expect(thing?.replace).toBeUndefined();
    const { properties } = (thing?.create?.request?.schema ?? {}) as JsonObject;
    expect(Object.keys(properties ?? {})).toEqual(['title']);
    expect(notes[0]).toBe('/things: items are resource objects of JSON:API, and are sent in that form');
  });

  it.each<[string, ScriptedReply, object, string]>([
    [
      'a bare data',
      { data: { id: 7, title: 'a' } },
      { response: 'data' },
      'responses wrap an item in the member "data", and requests do not',
    ],
    [
      'their name',
      { thing: { id: 7, title: 'a' } },
      { response: 'thing', request: 'thing' },
      'responses wrap an item in the member "thing", and so do requests',
    ],
  ])('and their envelope is found: %s', async (_, item, envelope, note) => {
    const { thing, notes } = await looked({
      'GET /things': { things: [{ id: 7, title: 'a' }] },
      'GET /things/7': item,
    });
    expect(thing?.envelope).toEqual({ style: 'member', ...envelope });
    expect(thing?.create?.request?.schema).toMatchObject({ required: ['title'] });
    expect(notes[0]).toBe(`/things: ${note}`);
  });
});

describe('members of items that list entries lack', () => {
  it('are those of items of which the list shows only the ids', async () => {
    const { thing } = await looked({
      'GET /things': [1, 2],
      'GET /things/1': { title: 'a', url: '/things/1' },
      'GET /things/2': { title: 'b', url: '/things/2', size: 2 },
      'OPTIONS /things': { raw: '', status: 204, headers: { allow: 'GET, POST' } },
    });
    expect(thing?.item).toMatchObject({ properties: { title: {}, url: {}, size: {} } });
    expect(thing?.create?.request?.schema).toMatchObject({ properties: { title: {}, size: {} } });
  });

  it('are inferred from at most three items', async () => {
    const list = [1, 2, 3, 4].map((id) => ({ id, title: `t${id}` }));
    const details = list.map((entry) => [`GET /things/${entry.id}`, { ...entry, pages: 10 * entry.id }]);
    const { thing, asked } = await looked({ 'GET /things': list, ...Object.fromEntries(details) });
    expect(asked.filter((line) => /^GET \/things\/\d/.test(line))).toEqual([1, 2, 3].map((id) => `GET /things/${id}`));
    expect(thing?.item).toMatchObject({ properties: { pages: { type: 'integer' } } });
    expect(thing?.create?.request?.schema).toMatchObject({
      properties: { pages: { type: 'integer', minimum: 10, maximum: 30 } },
      required: ['title', 'pages'],
    });
  });
});

describe('references to unknown collections', () => {
  it('are sent with the value of an entry', async () => {
    const { thing } = await looked({
      'GET /things': [
        { id: 1, ownerId: null, groupId: 4 },
        { id: 2, ownerId: 'o-9', groupId: 5 },
      ],
    });
    expect(thing?.overrides).toEqual({ '/ownerId': 'o-9', '/groupId': 4 });
    expect(thing?.facts).toContainEqual({
      about: 'reference /ownerId',
      value: 'o-9',
      provenance: 'observed',
      evidence: 'GET /things',
    });
  });
});

describe('items whose path ends with a slash', () => {
  const things = [{ id: 1 }, { id: 2 }];
  const redirected = (path: string) => ({ raw: '', status: 301, headers: { location: `${path}/` } });

  it('are requested with a slash if the list has one', async () => {
    const { baseUrl, client, asked } = await serveReplies({
      'GET /things/': things,
      'GET /things/1/': { id: 1 },
      'GET /things/2/': { id: 2 },
    });
    const { collections } = await survey(createDeclaredService(baseUrl, { collections: ['/things/'] }), client);
    expect(collections[0]).toMatchObject({ itemPath: '/things/{id}/', read: { path: '/things/{id}/' } });
    expect(collections[0]?.remove?.path).toBe('/things/{id}/');
    expect(asked).not.toContain('GET /things/1');
  });

  it('are requested without a slash if they have none', async () => {
    const { baseUrl, client } = await serveReplies({ 'GET /things/': things, 'GET /things/1': { id: 1 } });
    const { collections } = await survey(createDeclaredService(baseUrl, { collections: ['/things/'] }), client);
    expect(collections[0]?.itemPath).toBe('/things/{id}');
  });

  it('are found if a redirect adds it', async () => {
    const { thing, notes, asked } = await looked({
      'GET /things': things,
      'GET /things/1': redirected('/things/1'),
      'GET /things/1/': { id: 1 },
      'GET /things/2/': { id: 2 },
    });
    expect(thing?.itemPath).toBe('/things/{id}/');
    expect(asked).not.toContain('GET /things/2');
    expect(notes).toEqual([]);
  });

  it('are not found if a redirect leads elsewhere', async () => {
    const { thing, notes } = await looked({
      'GET /things': things,
      'GET /things/1': { raw: '', status: 301, headers: { location: '/THINGS/1' } },
      'GET /THINGS/1': { id: 1 },
    });
    expect(thing?.itemPath).toBeUndefined();
    expect(notes).toContain('/things: GET /things/1 returns no item, so items cannot be addressed');
  });

  it('keep the requested path if there are none', async () => {
    const { baseUrl, client, asked } = await serveReplies({ 'GET /things/': things });
    const { notes } = await survey(createDeclaredService(baseUrl, { collections: ['/things/'] }), client);
    expect(notes).toContain('/things/: GET /things/1/ returns no item, so items cannot be addressed');
    expect(asked).toContain('GET /things/1/');
  });
});

describe('a list beside its items', () => {
  const beside = { 'GET /things/all': [{ id: 'a1' }], 'GET /things/a1': { _id: 'a1', name: 'A' } };
  const look = (replies: Record<string, ScriptedReply>, list = '/things/all') => looked(replies, '', list);

  it('has them at its own place, where creations are sent, too', async () => {
    const { thing } = await look(beside);
    expect(thing).toMatchObject({
      ...{ path: '/things/all', itemPath: '/things/{id}', id: { pointer: '/_id', alsoAt: ['/id'] } },
      ...{ create: { method: 'POST', path: '/things' }, creation: { path: '/things' } },
      ...{ remove: { path: '/things/{id}' } },
    });
  });

  it.each<[string, Record<string, ScriptedReply>]>([
    ['they are below it', { 'GET /things/all/a1': { id: 'a1' } }],
    ['another item is there', { 'GET /things/a1': { id: 'a2' } }],
  ])('has none there if %s', async (_, replies) => {
    const { thing } = await look({ ...beside, ...replies });
    expect(thing?.itemPath).not.toBe('/things/{id}');
    expect([thing?.create?.path, thing?.creation]).toEqual(['/things/all', undefined]);
  });

  it.each<[string, string, Record<string, ScriptedReply>]>([
    ['GET shows', '/shelves/top', { 'GET /shelves/top': { id: 'top', floor: 1 } }],
    ['its number tells', '/shelves/7', {}],
  ])('sends no creation to an item, as %s', async (_, shelf, replies) => {
    const shown = { [`GET ${shelf}/all`]: [{ id: 'a1' }], [`GET ${shelf}/a1`]: { id: 'a1' } };
    const { thing } = await look({ ...shown, ...replies }, `${shelf}/all`);
    expect([thing?.itemPath, thing?.create]).toEqual([`${shelf}/{id}`, undefined]);
  });
});

test('a document of JSON:API with a link to itself is not the item, which is in it', async () => {
  const item = { type: 'things', id: '7', attributes: { name: 'A' } };
  const { thing } = await looked({
    'GET /things': { data: [item], links: { self: '/things' } },
    'GET /things/7': { jsonapi: { version: '1.0' }, links: { self: '/things/7' }, data: item, included: [] },
  });
  expect(thing).toMatchObject({ id: { pointer: '/id' }, envelope: { style: 'json-api', type: 'things' } });
  expect(thing?.create?.request?.schema).toMatchObject({ properties: { name: {} }, required: ['name'] });
});
