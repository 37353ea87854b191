import type { JsonObject } from '../../src/demo/service/http/json.js';
import { pageSizes } from './page.js';

const shelves = '/shelves';
const books = `${shelves}/{shelfId}/books`;
const copies = `${books}/{bookId}/copies`;
const copy = `${copies}/{copyId}`;

/** What a profile declares of the library: what its document cannot say. */
export const libraryProfile = {
  name: 'library',
  idempotency: { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false, mismatch: [422] },
  pagination: {
    style: 'offset',
    params: { size: 'limit', offset: 'offset' },
    items: '/items',
    total: '/total',
    defaultSize: pageSizes.defaultSize,
    maxSize: pageSizes.maximumSize,
    overMax: 'clamp',
    pastEnd: 'empty',
  },
  errors: { shape: 'problem+json', bodySyntax: [400], semantic: [422], conflict: [409] },
  resources: [
    {
      name: 'shelves',
      collection: shelves,
      item: `${shelves}/{shelfId}`,
      id: { pointer: '/id', format: 'integer' },
      marker: { field: '/name' },
    },
    {
      name: 'authors',
      collection: '/authors',
      item: '/authors/{authorId}',
      id: { pointer: '/id', format: 'uuid' },
      marker: { field: '/name' },
    },
    {
      name: 'books',
      collection: books,
      item: `${books}/{bookId}`,
      id: { pointer: '/id', format: 'uuid' },
      create: { unique: ['/isbn'] },
      parents: { '{shelfId}': shelves, '/authorId': '/authors' },
      marker: { field: '/title' },
      semanticInvalid: [{ title: 'By an unknown author', authorId: '00000000-0000-4000-8000-000000000000' }],
    },
    {
      name: 'copies',
      collection: copies,
      item: copy,
      id: { pointer: '/id', format: 'uuid' },
      parents: { '{shelfId}': shelves, '{bookId}': books },
      marker: { field: '/label' },
      states: {
        pointer: '/status',
        initial: 'available',
        terminal: ['retired'],
        transitions: { available: { retirement: 'retired' } },
      },
      actions: [
        {
          name: 'retirement',
          path: `${copy}/retirement`,
          body: { reason: 'worn out' },
          from: ['available'],
          fields: { date: '/date', reason: '/reason', author: '/author' },
          readable: true,
          repeat: 'conflict',
        },
      ],
    },
  ],
} as const satisfies JsonObject;
