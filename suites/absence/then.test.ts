import { exchange, item, silentExchange, testThen, under } from '../../test/support/then-table.fixture.js';
import action from './action-under-a-missing-item-answers-404.js';
import removal from './delete-of-a-missing-item-is-not-a-server-error.js';
import missing from './missing-item-answers-404.js';

testThen(action, {
  valid: { '404': { asked: exchange('POST', 404) } },
  invalid: { '201': { asked: exchange('POST', 201, {}) }, '500': { asked: exchange('POST', 500) } },
  irrelevant: {
    'the caller has no permission': { asked: exchange('POST', 403) },
    'the content is refused first': { asked: exchange('POST', 422) },
    'no response': { asked: silentExchange('POST') },
  },
});

testThen(removal, {
  valid: {
    '404': { removed: exchange('DELETE', 404) },
    '410': { removed: exchange('DELETE', 410) },
    'the profile declares 204': under(
      { dialect: { deleteMissing: 'no-content' } },
      { removed: exchange('DELETE', 204) },
    ),
  },
  invalid: { '500': { removed: exchange('DELETE', 500) } },
  ignored: { 'the service returns 204 as for a deleted item': { removed: exchange('DELETE', 204) } },
  irrelevant: {
    '401': { removed: exchange('DELETE', 401) },
    'DELETE is not supported': { removed: exchange('DELETE', 501) },
    '400': { removed: exchange('DELETE', 400) },
  },
});

const unknown = { item: item({ note: 'a' }, '7'), isDeleted: false, look: undefined, named: undefined };
const deleted = { ...unknown, item: item({ note: 'a' }, '7'), isDeleted: true };
testThen(missing, {
  valid: {
    '404': { ...unknown, asked: exchange('GET', 404) },
    '410 for a deleted item': { ...deleted, asked: exchange('GET', 410) },
    '404 for PATCH': { ...unknown, asked: exchange('PATCH', 404), named: { note: 'b' } },
  },
  invalid: {
    '400 for a well-formed id': { ...unknown, asked: exchange('GET', 400) },
    '200 with an error': { ...unknown, asked: exchange('GET', 200, { error: 'not found' }) },
    '410 for an id that was never used': { ...unknown, asked: exchange('GET', 410) },
    'HEAD returns 200': { ...unknown, asked: exchange('HEAD', 200), look: exchange('GET', 404) },
    '500': { ...unknown, asked: exchange('GET', 500) },
    '403, and the profile says that nothing is hidden': under(
      { dialect: { hidesNothing: true } },
      { ...unknown, asked: exchange('GET', 403) },
    ),
  },
  irrelevant: {
    '400 for an id that may be malformed': { ...unknown, item: item({}, 'x-unknown'), asked: exchange('GET', 400) },
    'the caller has no permission': { ...unknown, asked: exchange('GET', 403) },
    'PATCH returns 403, and nothing is hidden': under(
      { dialect: { hidesNothing: true } },
      { ...unknown, asked: exchange('PATCH', 403), named: { note: 'b' } },
    ),
    'a cache answers': { ...deleted, asked: exchange('GET', 200, { id: '7' }, { age: '3' }) },
    'the deleted item still exists': { ...deleted, asked: exchange('GET', 200, { id: '7', note: 'a' }) },
    'another item has the id': { ...deleted, asked: exchange('GET', 200, { id: '7', note: 'b' }) },
    'the item is shown as deleted': { ...deleted, asked: exchange('GET', 200, { id: '7', deletedAt: '2026-01-01' }) },
    'tombstones are declared': under(
      { dialect: { deletedItem: 'tombstone' } },
      { ...deleted, asked: exchange('GET', 200, { id: '7' }) },
    ),
  },
});
