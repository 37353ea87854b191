import { expect, test } from 'vitest';
import type { Exchange } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { openAnswer } from './request-content.js';

/** What the answer to GET of a path shows as the item, in a collection below an item of another one that is not known here. */
function open(path: string) {
  const collection = {
    ...{ name: 'books', path: '/shelves/{shelf}/books', itemPath: '/shelves/{shelf}/books/{id}' },
    envelope: { style: 'member', response: 'data' },
  } as Partial<Collection> as Collection;
  const json = { data: { id: '1' } };
  const exchange = { method: 'GET', path, answer: { status: 200, json } } as unknown as Exchange;
  openAnswer(exchange, { collection });
  return exchange.answer?.json;
}

test('an item is read from its envelope at any address of its collection, as the cleanup reads it', () => {
  expect(['/shelves/north/books/1', '/shelves/north/books/1?full=yes', '/shelves/north/books'].map(open)).toEqual(
    Array(3).fill({ id: '1' }),
  );
  const others = ['/shelves/north/books/1/pages', '/shelves/north', '/shelves/north/films/1'];
  expect(others.map(open)).toEqual(Array(3).fill({ data: { id: '1' } }));
});
