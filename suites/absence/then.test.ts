import type { Exchange, Item, JsonObject } from '#rule';
import { exchange, item, silentExchange, testThen, under } from '../../test/support/then-table.fixture.js';
import action from './action-under-a-missing-item-answers-404.js';
import removal from './delete-of-a-missing-item-answers-404.js';
import missing from './missing-item-answers-404.js';
import page from './unknown-path-returns-no-page.js';

testThen(action, {
  valid: { '404': { asked: exchange('POST', 404) } },
  invalid: { '201': { asked: exchange('POST', 201, {}) }, '500': { asked: exchange('POST', 500) } },
  irrelevant: {
    'the caller has no permission': { asked: exchange('POST', 403) },
    'the content is refused first': { asked: exchange('POST', 422) },
    'no response': { asked: silentExchange('POST') },
  },
});

const removed = exchange('DELETE', 204);
const describe = (path: string, statusesOfList: readonly number[] = [200]) => {
  const described = { path, provenance: 'described', parameters: [] } as const;
  const list = { ...described, method: 'GET', statuses: statusesOfList } as const;
  return { collection: { list, remove: { ...described, method: 'DELETE', statuses: [204, 404] } as const } };
};
testThen(removal, {
  valid: {
    '404': { removed: exchange('DELETE', 404) },
    '410': { removed: exchange('DELETE', 410) },
    'the profile declares 204': under({ dialect: { deleteMissing: 'no-content' } }, { removed }),
    'the profile declares 204, the document 404': under(
      { dialect: { deleteMissing: 'no-content' }, ...describe('/notes/{id}') },
      { removed },
    ),
  },
  invalid: {
    '500': { removed: exchange('DELETE', 500) },
    '204, and the document names 404': under(describe('/notes/{id}'), { removed }),
    '204, and the profile declares 404': under({ dialect: { deleteMissing: 'not-found' } }, { removed }),
  },
  ignored: {
    'the service returns 204 as for a deleted item': { removed },
    '202, and the document names 404': under(describe('/notes/{id}'), {
      removed: exchange('DELETE', 202),
      read: undefined,
    }),
    'the named 404 may be for the parent': under(describe('/books/{book}/notes/{id}'), { removed }),
    '404 is named for the list, too': under(describe('/notes/{id}', [200, 404]), { removed }),
  },
  irrelevant: {
    '401': { removed: exchange('DELETE', 401) },
    'DELETE is not supported': { removed: exchange('DELETE', 501) },
    '400': { removed: exchange('DELETE', 400) },
  },
});

/** One request to a missing item, where items have other ids or content. */
const askMissing =
  (isDeleted: boolean) =>
  (
    asked: Exchange,
    {
      made = item({ note: 'a' }, '7'),
      existing = exchange('GET', 200, {}),
      ...more
    }: { made?: Item; existing?: Exchange; look?: Exchange; named?: JsonObject } = {},
  ) => ({
    requests: [{ item: made, isDeleted, asked, look: more.look, named: more.named }],
    existing,
  });
const [unknown, deleted] = [askMissing(false), askMissing(true)];
testThen(missing, {
  valid: {
    '404': unknown(exchange('GET', 404)),
    '410 for a deleted item': deleted(exchange('GET', 410)),
    '404 for PATCH': unknown(exchange('PATCH', 404), { named: { note: 'b' } }),
  },
  invalid: {
    '400 for a well-formed id': unknown(exchange('GET', 400)),
    '200 with an error': unknown(exchange('GET', 200, { error: 'not found' })),
    '410 for an id that was never used': unknown(exchange('GET', 410)),
    'HEAD returns 200': unknown(exchange('HEAD', 200), { look: exchange('GET', 404) }),
    '500': unknown(exchange('GET', 500)),
    '403, and the profile says that nothing is hidden': under(
      { dialect: { hidesNothing: true } },
      unknown(exchange('GET', 403)),
    ),
  },
  irrelevant: {
    '400 for HEAD, which may refuse each item': unknown(exchange('HEAD', 400)),
    '400, as for an item that exists': unknown(exchange('GET', 400), { existing: exchange('GET', 400) }),
    '400 for an id that may be malformed': unknown(exchange('GET', 400), { made: item({}, 'x-unknown') }),
    'the caller has no permission': unknown(exchange('GET', 403)),
    'PATCH returns 403, and nothing is hidden': under(
      { dialect: { hidesNothing: true } },
      unknown(exchange('PATCH', 403), { named: { note: 'b' } }),
    ),
    'a cache answers': deleted(exchange('GET', 200, { id: '7' }, { age: '3' })),
    'the deleted item still exists': deleted(exchange('GET', 200, { id: '7', note: 'a' })),
    'the deleted item still exists, in a member': deleted(exchange('GET', 200, { thing: { id: '7', note: 'a' } })),
    'the deleted item still exists, and shows its id only': deleted(exchange('GET', 200, { id: '7', at: '1' }), {
      made: item({}, '7'),
    }),
    'another item has the id': deleted(exchange('GET', 200, { id: '7', note: 'b' })),
    'the item is shown as deleted': deleted(exchange('GET', 200, { id: '7', deletedAt: '2026-01-01' })),
    'the item is shown as deleted, in a member': deleted(
      exchange('GET', 200, { thing: { note: 'a', size: 2, deleted: true } }),
      { made: item({ note: 'a', size: '2' }, '7', exchange('POST', 202, { thing: { note: 'a', size: 2 } })) },
    ),
    'tombstones are declared': under(
      { dialect: { deletedItem: 'tombstone' } },
      deleted(exchange('GET', 200, { id: '7' })),
    ),
  },
});

const html = { 'content-type': 'text/html; charset=utf-8' };
const atPath = (path: string, status = 200, fields: Record<string, string> = html) =>
  exchange(`GET ${path}`, status, undefined, fields);
const below = {
  missing: exchange('GET /orders/8', 404, {}),
  asked: atPath('/orders/7/x'),
  again: atPath('/orders/7/y'),
  astray: atPath('/orders/8/z'),
};
const inApi = { ...below, asked: atPath('/api/orders/7/x'), again: atPath('/api/orders/7/y') };
testThen(page, {
  valid: {
    '404': { ...below, asked: atPath('/orders/7/x', 404), again: undefined, top: undefined, astray: undefined },
  },
  invalid: {
    'a page, and 404 at another place': { ...below, top: atPath('/z', 404) },
    'a page at each unknown path, also of the API': { ...inApi, top: atPath('/z') },
  },
  noted: {
    'the service returns a page at each unknown path, as an application in the browser needs it': {
      ...below,
      top: atPath('/z'),
    },
  },
  irrelevant: {
    'a page below existing items only': { ...below, astray: atPath('/orders/8/z', 404), top: atPath('/z', 404) },
    'a page once': { ...below, again: atPath('/orders/7/y', 404), top: atPath('/z', 404) },
    'a cache answers': { ...below, again: atPath('/orders/7/y', 200, { ...html, age: '3' }), top: atPath('/z', 404) },
  },
});
