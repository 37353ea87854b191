import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createSilentService,
  type ScriptedReply,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const around = async (replies: Record<string, ScriptedReply>, more: Partial<DeclaredService> = {}, base = '') => {
  const service = await serveReplies(replies, base);
  return { ...(await survey(createDeclaredService(service.baseUrl, more), service.client)), asked: service.asked };
};
const posts: Record<string, ScriptedReply> = {
  'GET /posts': [
    { id: 1, title: 'a', createdAt: '2026-01-01T00:00:00Z', note: null },
    { id: 2, title: 'b', createdAt: '2026-01-01T00:00:00Z', note: null, draft: true },
  ],
  'GET /posts/1': { id: 1, title: 'a' },
};

describe('where collections are searched', () => {
  it.each<[string, ScriptedReply]>([
    ['a directory of paths', { posts: '/posts' }],
    ['a directory of URLs with holes', { posts_url: '/posts{?page,size}', user_url: '/users/{user}' }],
    ['HAL', { _links: { self: { href: '/' }, posts: { href: 'posts' } } }],
    ['a list of links', { links: [{ rel: 'posts', href: '/posts' }] }],
    [
      'a text with URLs',
      { raw: 'This is a service.\nposts: /posts, n/a and/or more\n', headers: { 'content-type': 'text/plain' } },
    ],
    [
      'HTML',
      {
        raw: '<a href="posts">x</a> <a href=\'/style.css\'>y</a> <a href="https://elsewhere.example/posts2">z</a> <a href="#top">',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      },
    ],
    ['tables', { posts: [{ id: 1 }] }],
    [
      'an OData service document',
      {
        '@odata.context': '/$metadata',
        value: [
          { name: 'Posts', kind: 'EntitySet', url: 'posts' },
          { name: 'Me', kind: 'Singleton', url: 'users' },
        ],
      },
    ],
    ['links of JSON:API', { jsonapi: { version: '1.1' }, links: { self: '/', posts: { href: '/posts', meta: {} } } }],
    ['the Link field', { raw: '{}', headers: { link: '</posts>; rel="collection", </users>; rel="self"' } }],
  ])('%s', async (_, root) => {
    const { collections, asked } = await around({ ...posts, 'GET /': root });
    expect(collections.map(({ path }) => path)).toEqual(['/posts']);
    expect(asked.filter((line) => /css|elsewhere|users|posts2/.test(line))).toEqual([]);
  });

  it('an index at /db', async () => {
    const index = { posts: [{ id: 1 }], profile: {}, numbers: [1] };
    const { collections, notes } = await around({ ...posts, 'GET /db': index, 'GET /profile': { name: 'a' } });
    expect(collections.map(({ path }) => path)).toEqual(['/posts']);
    expect(notes).toEqual(['/profile: no collection: GET returned no list; its operations are checked one by one']);
  });

  it('in an index at /db only when it has tables', async () => {
    const { asked } = await around({ ...posts, 'GET /db': { status: {}, version: 1 } });
    expect(asked).not.toContain('GET /status');
  });

  it('below the base path only', async () => {
    const { collections } = await around(
      { 'GET /v1/': { posts: '/v1/posts', others: '/posts' }, 'GET /v1/posts': [{ id: 1 }] },
      {},
      '/v1',
    );
    expect(collections.map(({ path }) => path)).toEqual(['/posts']);
  });

  it.each(['/api', '/api/v1', '/v1'])('at %s when the root lists nothing', async (root) => {
    const { collections } = await around({
      [`GET ${root}`]: { posts: `${root}/posts` },
      [`GET ${root}/posts`]: [{ id: 1 }],
    });
    expect(collections.map(({ path }) => path)).toEqual([`${root}/posts`]);
  });

  it('behind a link that leads to another directory, once', async () => {
    const { collections, notes, asked } = await around({
      ...posts,
      'GET /': { blog: '/blog', health: '/health' },
      'GET /health': { ok: true },
      'GET /blog': { posts: '/blog/posts', deeper: '/blog/deeper' },
      'GET /blog/posts': [],
      'GET /blog/deeper': { deepest: '/blog/deeper/deepest' },
    });
    expect(collections.map(({ path }) => path)).toEqual(['/blog/posts']);
    expect(asked).not.toContain('GET /blog/deeper/deepest');
    expect(notes).toEqual([
      '/health: no collection: GET returned no list; its operations are checked one by one',
      '/blog/posts: is empty, so the form of an item is unknown; to create items, declare resources[].create, or try a minimal object with --guess',
      '/blog/deeper: no collection: GET returned no list; its operations are checked one by one',
    ]);
  });

  it('but not at paths whose GET has an effect', async () => {
    const { asked } = await around({ 'GET /': { out: '/logout', gone: '/account/delete', posts: '/posts' }, ...posts });
    expect(asked.filter((line) => /logout|delete/.test(line))).toEqual([]);
  });

  it('at no more than thirty paths', async () => {
    const directory = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`c${n}`, `/c${n}`]));
    const { asked } = await around({ 'GET /': directory });
    expect(asked.filter((line) => /\/c\d+$/.test(line))).toHaveLength(30);
  });

  it.each<[string, Record<string, ScriptedReply>, RegExp]>([
    [
      'nothing',
      {},
      /^the operations of the service are unknown: no OpenAPI document, no links at GET \/; name an OpenAPI document with --openapi/,
    ],
    [
      'no list',
      { 'GET /': { health: '/health' }, 'GET /health': { ok: true } },
      /^\/health: no collection: GET returned no list; its operations are checked one by one$/,
    ],
    [
      'texts',
      { 'GET /': { tags: '/tags' }, 'GET /tags': ['a'] },
      /^\/tags: GET \/tags\/a returns no item, so items cannot be addressed$/,
    ],
    [
      'an empty list',
      { 'GET /': { tags: '/tags' }, 'GET /tags': [] },
      /^\/tags: is empty, so the form of an item is unknown; to create items, declare resources\[\]\.create/,
    ],
    [
      'entries without id',
      { 'GET /': { tags: '/tags' }, 'GET /tags': [{ colour: {} }] },
      /^\/tags: entries carry no id, so items cannot be addressed$/,
    ],
    [
      'no items',
      { 'GET /': { tags: '/tags' }, 'GET /tags': [{ id: 'a b' }] },
      /^\/tags: GET \/tags\/a%20b returns no item, so items cannot be addressed$/,
    ],
    [
      'another item',
      { 'GET /': { tags: '/tags' }, 'GET /tags': [{ id: 1 }], 'GET /tags/1': { id: 2 } },
      /^\/tags: GET \/tags\/1 returns no item/,
    ],
  ])('and notes: %s', async (_, replies, note) => {
    const { notes } = await around(replies);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(note);
  });

  it('and notes a missing response', async () => {
    const { baseUrl, client } = createSilentService();
    const { notes, collections } = await survey(createDeclaredService(baseUrl), client);
    expect(collections).toEqual([]);
    expect(notes[0]).toMatch(/^GET \/: no answer; name an OpenAPI document/);
  });

  it('but not when a document or the profile names collections', async () => {
    const { asked } = await around(posts, { resources: [{ name: 'posts', collection: '/posts', where: 'p:1:1' }] });
    // For a link to a document, and for views.
    expect(asked.filter((one) => one === 'GET /')).toHaveLength(2);
  });

  it.each([
    ['without a profile', {}],
    ['with a profile', { resources: [{ name: 'posts', collection: '/posts', where: 'p:1:1' }] }],
  ])('views that are no lists are operations: %s', async (_, more) => {
    const { collections, resources } = await around(
      { ...posts, 'GET /': { posts: '/posts', me: '/me', page: '/page' }, 'GET /me': { name: 'Ada' } },
      more,
    );
    expect(collections.map(({ path }) => path)).toEqual(['/posts']);
    const views = resources.filter(({ name }) => !name.startsWith('/posts'));
    expect(views.flatMap(({ operations }) => operations)).toMatchObject([
      { name: 'GET /me', role: 'view', status: 200, operation: { provenance: 'observed' } },
    ]);
  });

  it.each([
    ['where the user named collections', { collections: ['/posts'] }],
    ['where only declared resources are checked', { operations: { only: 'declared' as const } }],
  ])('no views are requested %s', async (_, more) => {
    const resources = [{ name: 'posts', collection: '/posts', where: 'p:1:1' }];
    const { asked } = await around({ ...posts, 'GET /': { me: '/me' }, 'GET /me': {} }, { resources, ...more });
    expect(asked).not.toContain('GET /me');
  });
});

describe('facts from entries', () => {
  const root = { 'GET /': { posts: '/posts' } };

  it('schemas: members of all entries are required; members that the service sets, or that are always empty, are not sent', async () => {
    const { collections } = await around({ ...root, ...posts });
    const members = { title: { type: 'string', minLength: 1, maxLength: 24 }, draft: { type: 'boolean' } };
    expect(collections[0]).toMatchObject({
      itemPath: '/posts/{id}',
      id: { pointer: '/id' },
      item: { required: ['id', 'title', 'createdAt', 'note'] },
      read: { provenance: 'observed' },
      head: { provenance: 'assumed' },
      marker: '/title',
      pagination: { items: '', style: 'unknown' },
    });
    expect(collections[0]?.create?.request).toEqual({
      mediaType: 'application/json',
      schema: { type: 'object', properties: members, required: ['title'] },
    });
    expect(collections[0]?.replace?.request).toEqual(collections[0]?.create?.request);
    expect(collections[0]?.patch?.request).toEqual({
      mediaType: 'application/json',
      schema: { type: 'object', properties: members },
    });
  });

  it('writes are assumed only if the run may write', async () => {
    const writes = async (permit: DeclaredService['permit']) => {
      const { collections } = await around({ ...root, ...posts }, { permit });
      const { create, replace, patch, remove } = collections[0] ?? {};
      return [create, replace, patch, remove].map((operation) => operation?.provenance);
    };
    expect(await writes('reads')).toEqual([undefined, undefined, undefined, undefined]);
    expect(await writes('writes')).toEqual(['assumed', 'assumed', 'assumed', 'assumed']);
  });

  it('writes are read from Allow, and the media type of a patch from Accept-Patch', async () => {
    const allow = (methods: string, more = {}) => ({ raw: '', status: 204, headers: { allow: methods, ...more } });
    const { collections } = await around(
      {
        ...root,
        ...posts,
        'OPTIONS /posts': allow('GET, HEAD'),
        'OPTIONS /posts/1': allow('GET,patch , DELETE', { 'accept-patch': 'application/merge-patch+json' }),
      },
      { permit: 'reads' },
    );
    const { create, replace, patch, remove, facts } = collections[0] ?? {};
    expect([create, replace]).toEqual([undefined, undefined]);
    expect(patch?.request?.mediaType).toBe('application/merge-patch+json');
    expect(remove?.path).toBe('/posts/{id}');
    expect(facts).toContainEqual({
      about: 'remove',
      value: 'DELETE /posts/{id}',
      provenance: 'assumed',
      evidence: 'OPTIONS /posts/1: Allow: GET,patch , DELETE',
    });
  });

  it('pages with a wrapper are understood', async () => {
    const page = { data: [{ id: 1 }], next: '/posts?page=2', total: 9 };
    const { collections } = await around({ ...root, 'GET /posts': page, 'GET /posts/1': { id: 1 } });
    expect(collections[0]?.pagination).toMatchObject({ style: 'link', items: '/data', next: '/next', total: '/total' });
  });

  it('members that refer to another collection get an existing id', async () => {
    const { collections } = await around({
      ...posts,
      'GET /': { posts: '/posts', comments: '/comments' },
      'GET /comments': [{ id: 1, postId: 2 }],
      'GET /comments/1': { id: 1 },
    });
    expect(collections[1]).toMatchObject({ name: 'comments', overrides: { '/postId': 1 } });
  });
});
