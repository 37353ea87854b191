import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  type ScriptedReply,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import { survey } from '../survey.js';

const shelf = { id: 1, name: 'A', links: { self: '/shelves/1', books: '/shelves/1/books', owner: '/people/9' } };
const volume = { id: 'b', shelfId: 1, title: 'x', _links: { pages: { href: '/shelves/1/books/b/pages' } } };
const page = { id: 3, text: 'y', copyId: 'b' };
const replies: Record<string, ScriptedReply> = {
  'GET /': { shelves: '/shelves' },
  'GET /shelves': [shelf, { id: 2, name: 'B' }],
  'GET /shelves/1': shelf,
  'GET /shelves/1/books': [volume],
  'GET /shelves/1/books/b': volume,
  'GET /shelves/1/books/b/pages': [page],
  'GET /shelves/1/books/b/pages/3': page,
};

const looked = async (more: Record<string, ScriptedReply> = {}) => {
  const { baseUrl, client, asked } = await serveReplies({ ...replies, ...more });
  return { ...(await survey(createDeclaredService(baseUrl), client)), asked };
};

describe('a path below an item that it links to', () => {
  it('is a collection below any such item', async () => {
    const { collections, contradictions, asked } = await looked();
    expect(collections.map(({ name, path, itemPath }) => [name, path, itemPath])).toEqual([
      ['shelves', '/shelves', '/shelves/{id}'],
      ['books', '/shelves/{shelveId}/books', '/shelves/{shelveId}/books/{id}'],
      ['pages', '/shelves/{shelveId}/books/{bookId}/pages', '/shelves/{shelveId}/books/{bookId}/pages/{id}'],
    ]);
    expect(collections[1]).toMatchObject({
      parents: [{ place: '{shelveId}', collection: 'shelves' }],
      create: { path: '/shelves/{shelveId}/books' },
      remove: { path: '/shelves/{shelveId}/books/{id}' },
    });
    expect(contradictions).toEqual([]);
    expect(asked).not.toContain('GET /people/9');
  });

  it('is created without the id of its parent, which is in its path', async () => {
    const { collections } = await looked();
    expect(collections[1]?.create?.request?.schema).toMatchObject({ required: ['title'] });
    expect(collections[2]?.create?.request?.schema).toMatchObject({ required: ['text'] });
    expect(collections.map(({ overrides }) => overrides)).toEqual([{}, {}, {}]);
  });

  it.each<[string, ScriptedReply]>([
    ['no list', { some: 'record' }],
    ['an empty list', []],
  ])('is ignored if it answers %s', async (_, reply) => {
    const { collections, notes } = await looked({ 'GET /shelves/1/books': reply });
    expect(collections.map(({ name }) => name)).toEqual(['shelves']);
    expect(notes).toEqual([]);
  });

  it('is kept when its parent takes no POST', async () => {
    const allow = { raw: '', status: 204, headers: { allow: 'GET' } };
    const { collections, notes } = await looked({ 'OPTIONS /shelves': allow });
    expect(collections.map(({ name }) => name)).toEqual(['shelves', 'books', 'pages']);
    expect(collections[1]?.parents).toEqual([{ place: '{shelveId}', collection: 'shelves' }]);
    expect(collections[0]?.create?.method).toBe('PUT');
    expect(notes.filter((note) => /needs a parent/.test(note))).toEqual([]);
  });
});
