import { expect, test } from 'vitest';
import type { SentExchange } from '../../http/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { testCollection } from '../test-service.fixture.js';
import { ItemHistory } from './item-history.js';
import type { FindRoute } from './route-table.js';
import type { SeenExchange } from './seen-exchange.js';

const findRoute: FindRoute = (path) => {
  const [, list = '', id, below, own] = path.split(/[/?]/);
  const [collection, key, above] = below ? [below, own, `/${list}/{above}`] : [list, id, ''];
  const template = `${above}/${collection}`;
  return !key
    ? { template, kind: 'collection', collection }
    : { template: `${template}/{id}`, kind: 'item', collection, id: key };
};

type Recorded = readonly [method: string, path: string, status: number, json?: Json, sent?: Json];

/** Records exchanges, and returns the requests that the last one makes suspects, and those whose effect it shows. */
const record = (...exchanges: readonly Recorded[]) => recordIn({}, ...exchanges);

function recordIn(books: Pick<Collection, 'envelope'>, ...exchanges: readonly Recorded[]) {
  const history = new ItemHistory(true, true);
  history.setRoutes(findRoute, [{ ...testCollection, ...books, name: 'books' }]);
  const [last] = exchanges
    .map(([method, path, status, json, sent], n): SeenExchange => {
      const answer = { status, headers: {}, text: JSON.stringify(json ?? null), json: json ?? null };
      const content = sent === undefined ? undefined : JSON.stringify(sent);
      const exchange = { n, method, path, answer, silence: undefined, fields: {}, content };
      return { exchange, sent: exchange as unknown as SentExchange };
    })
    .map((seen) => history.record(seen, findRoute(seen.exchange.path)))
    .slice(-1);
  const name = ({ exchange: { method, path } }: SeenExchange) => `${method} ${path}`;
  return { suspects: last?.suspects.map(name), effects: last?.followed.filter(({ effect }) => effect).map(name) };
}

const thing = { id: '7', name: 'a' };
const made = [
  ['POST', '/shelves/3/books', 201, thing, { name: 'a' }],
  ['GET', '/shelves/3/books/7', 200, thing],
  ['PATCH', '/shelves/3/books/7', 422],
  ['GET', '/authors/5', 200, {}],
] as const;
const gone = ['GET', '/shelves/3/books/7', 404] as const;

test('an item that is gone is an effect of the write to it that was refused', () => {
  expect(record(...made, gone).effects).toEqual(['PATCH /shelves/3/books/7']);
});

test('an item that is gone makes suspects of the requests that do not name it', () => {
  const [creation, read, , other] = made;
  expect(record(creation, read, other, ['DELETE', '/shelves/4', 204], gone).suspects).toEqual([
    'DELETE /shelves/4',
    'GET /authors/5',
  ]);
});

test.each([
  ['/shelves/3', 204],
  ['/shelves/3', 202],
  ['/shelves/3/', 204],
])('an item went with the one above it: DELETE %s, %i', (path, status) => {
  const [creation, read, , other] = made;
  expect(record(creation, read, other, ['DELETE', path, status], gone)).toEqual({ suspects: [], effects: [] });
  expect(record(...made, ['DELETE', path, status], gone)).toEqual({ suspects: [], effects: [] });
});

test('an item did not go with one above it whose DELETE was refused', () => {
  expect(record(...made, ['DELETE', '/shelves/3', 409], gone).effects).toEqual(['PATCH /shelves/3/books/7']);
});

test.each([
  ['that was read', made],
  ['that was created', made.filter(([method]) => method !== 'GET')],
])('an item %s is not gone where it is not found below another one', (_, before) => {
  expect(record(...before, ['GET', '/shelves/4/books/7', 404])).toEqual({ suspects: [], effects: [] });
});

test('an item with a path of its own is gone wherever it was created', () => {
  expect(record(...made, ['GET', '/books/7', 404]).effects).toEqual(['PATCH /shelves/3/books/7']);
});

test('an item that was created is gone below the path of its creation, without a slash or query at its end', () => {
  const before = ['POST', '/shelves/3/books/?notify=no', 201, thing, { name: 'a' }] as const;
  expect(record(before, ['GET', '/authors/5', 200, {}], gone).suspects).toEqual(['GET /authors/5']);
});

test('an item at a path of its own went with what it was created below', () => {
  const [creation] = made;
  const read = ['GET', '/books/7', 200, thing] as const;
  const after = [['DELETE', '/shelves/3', 204] as const, ['GET', '/books/7', 404] as const];
  expect(record(creation, read, ...after).suspects).toEqual([]);
});

test('a refused write has an effect on what is sent and shown as a member', () => {
  const show = (name: string, seen: number) => ({ volume: { id: '7', name, seen } });
  const read = (name: string, seen: number) => ['GET', '/shelves/3/books/7', 200, show(name, seen)] as const;
  const before = [['POST', '/shelves/3/books', 201, show('a', 0), { volume: { name: 'a' } }] as const, read('a', 1)];
  const refused = ['PUT', '/shelves/3/books/7', 409, null, { volume: { name: 'b' } }] as const;
  const envelope = { style: 'member', request: 'volume', response: 'volume' } as const;
  expect(recordIn({ envelope }, ...before, refused, read('b', 2)).effects).toEqual(['PUT /shelves/3/books/7']);
  // What clients do not write may count reads.
  expect(recordIn({ envelope }, ...before, refused, read('a', 2)).effects).toEqual([]);
});
