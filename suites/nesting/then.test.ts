import { exchange, listing, page, testThen, under } from '../../test/support/then-table.fixture.js';
import cascade from './children-of-a-removed-item-are-gone.js';
import used from './delete-of-an-item-in-use-is-not-a-server-error.js';
import belongs from './item-belongs-to-its-parent-only.js';
import kept409 from './item-with-children-is-kept.js';
import key from './key-applies-below-its-parent-only.js';
import location from './location-is-below-its-parent.js';
import missing from './missing-parent-takes-no-items.js';
import reading from './reading-below-an-item-does-not-change-it.js';
import writes from './writes-below-another-parent-have-no-effect.js';

const shown = { id: '1', note: 'mark-1' };
const read = exchange('GET /shops/7/things/1', 200, shown);
const astray = (status: number, json?: object) => exchange('GET /shops/8/things/1', status, json as typeof shown);
const others = listing([{ id: '2', note: 'mark-3' }]);
const seen = { read, astray: astray(404), lists: [others], marks: ['mark-1', 'mark-2'], isListed: true };
testThen(belongs, {
  valid: {
    'GET below another parent returns 404': seen,
    'there is no list': { ...seen, lists: [], isListed: false },
  },
  invalid: {
    'GET below another parent returns the item': { ...seen, astray: astray(200, shown) },
    'the list below another parent shows the item': { ...seen, lists: [listing([shown])] },
    'the filtered list below another parent shows the item': { ...seen, lists: [others, listing([shown])] },
  },
  ignored: { 'another item has the same id': { ...seen, astray: astray(200, { id: '1', note: 'mark-3' }) } },
  irrelevant: {
    'the caller may not read it': { ...seen, astray: astray(403) },
    'the list shows no created item': { ...seen, lists: [listing([])], isListed: false },
  },
});

const kept = {
  marker: '/note',
  before: read,
  writes: [exchange('DELETE', 404)],
  after: read,
  parent: exchange('GET', 200),
};
testThen(writes, {
  valid: { 'the item is unchanged': kept },
  invalid: {
    'the item is gone': { ...kept, after: exchange('GET', 404) },
    'the item has another text': { ...kept, after: exchange('GET', 200, { ...shown, note: 'other' }) },
    'its parent is gone': { ...kept, parent: exchange('GET', 404) },
  },
  ignored: { 'a write succeeded on another item': { ...kept, writes: [exchange('DELETE', 204)] } },
  irrelevant: { 'GET fails afterwards': { ...kept, after: exchange('GET', 500) } },
});

const none = {
  before: exchange('GET', 404),
  list: page(undefined),
  read: exchange('GET', 404),
  post: exchange('POST', 404),
  control: undefined,
  after: exchange('GET', 404),
};
testThen(missing, {
  valid: { 'everything returns 404': none, 'there is no list': { ...none, list: undefined } },
  invalid: {
    'a creation succeeds': { ...none, post: exchange('POST', 201) },
    'the list has entries': { ...none, list: page([shown]) },
    'an item of another parent is shown': { ...none, read: exchange('GET', 200, shown) },
    'the list is an empty page, and the document names 404': under(
      { collection: { list: { statuses: [200, 404] } as never } },
      { ...none, list: page([]) },
    ),
    'the creation fails, and succeeds below a parent': {
      ...none,
      post: exchange('POST', 500),
      control: exchange('POST', 201),
    },
  },
  noted: {
    'a creation below a missing parent creates the parent, too': {
      ...none,
      post: exchange('POST', 201),
      after: exchange('GET', 200),
    },
    'the list below a missing parent returns a page': under(
      { collection: { list: { statuses: [200, 404] }, pagination: { style: 'page', params: {}, base: 1 } } as never },
      { ...none, list: page([]) },
    ),
  },
  ignored: {
    'addresses of items name no parent': { ...none, read: undefined },
    'no POST creates items': { ...none, post: undefined },
  },
  irrelevant: {
    'no POST creates items, and there is no list': { ...none, post: undefined, list: undefined, read: undefined },
    'the creation is accepted for later': { ...none, post: exchange('POST', 202) },
    'creations fail everywhere': { ...none, post: exchange('POST', 500), control: exchange('POST', 500) },
    'the service is not available': { ...none, post: exchange('POST', 503) },
  },
});

const posted = {
  first: exchange('POST', 201, shown),
  second: exchange('POST', 201, shown),
  page: read,
  isCurrent: true,
  isListed: true,
};
testThen(key, {
  valid: { 'an item is created below each parent': posted },
  invalid: { 'no item is below the second parent': { ...posted, isListed: false } },
  noted: {
    'below another parent, the key of a creation returned 422': {
      ...posted,
      second: exchange('POST', 422),
      isListed: false,
    },
  },
  irrelevant: {
    'the list shows no created item': { ...posted, isCurrent: false, isListed: false },
    'the creation is not done': { ...posted, second: exchange('POST', 202), isListed: false },
  },
});

const gone = exchange('GET', 404);
const there = exchange('GET', 200, shown);
const removal = (status: number) => exchange('DELETE /shops/7', status);
const refusal = { below: there, asked: removal(409), after: there, child: there, isRight: false };
testThen(kept409, {
  valid: { 'DELETE returns 409': refusal },
  invalid: {
    'DELETE succeeds': { ...refusal, asked: removal(204), after: gone, child: gone },
    'DELETE returns 409, and the item below is gone': { ...refusal, child: gone },
    '400, and DELETE of an item without others succeeds': { ...refusal, asked: removal(400), isRight: true },
  },
  irrelevant: {
    'the caller may not remove it': { ...refusal, asked: removal(403) },
    'DELETE succeeds without effect': { ...refusal, asked: removal(204) },
  },
});

const cascading = { below: there, before: there, asked: removal(204), after: gone, child: gone, kept: there };
testThen(cascade, {
  valid: { 'the item below is gone': cascading },
  invalid: {
    'the item below is still there': { ...cascading, child: there },
    'an item below another one is gone': { ...cascading, kept: gone },
  },
  irrelevant: {
    'DELETE is refused': { ...cascading, asked: removal(409), after: there },
    'GET fails': { ...cascading, child: exchange('GET', 500) },
  },
});

const calm = { control: there, before: there, reads: [exchange('GET', 200, [])], after: there, again: undefined };
const changed = exchange('GET', 200, { ...shown, note: 'read' });
testThen(reading, {
  valid: { 'the item is unchanged': calm },
  invalid: {
    'another member': { ...calm, after: changed, again: changed },
    'the item is gone': { ...calm, after: gone, again: gone },
  },
  ignored: { 'the member changes by itself': { ...calm, control: changed, after: changed, again: changed } },
  irrelevant: { 'GET fails': { ...calm, after: exchange('GET', 500), again: undefined } },
});

const created = (below: string, at: string | undefined) => ({
  exchange: exchange('POST', 201, shown),
  ...{ below, location: at, look: there, path: at },
});
testThen(location, {
  valid: {
    'each names its own': [
      created('/shops/7/things', '/shops/7/things/1'),
      created('/shops/8/things', '/shops/8/things/1'),
    ],
  },
  invalid: {
    'the second names the first': [
      created('/shops/7/things', '/shops/7/things/1'),
      created('/shops/8/things', '/shops/7/things/2'),
    ],
  },
  ignored: {
    'another form of address': [created('/shops/7/things', '/things/1'), created('/shops/8/things', '/things/2')],
  },
  irrelevant: {
    'one has no Location': [created('/shops/7/things', undefined), created('/shops/8/things', '/shops/8/things/1')],
  },
});

const beneath = exchange('POST /shops/7/things', 201, shown);
const failing = { made: beneath, asked: exchange('DELETE', 500), control: exchange('DELETE', 204) };
const removing = (status: number) => ({
  ...failing,
  asked: exchange('DELETE', status),
  control: undefined,
  again: undefined,
});
testThen(used, {
  valid: { 'both are removed': removing(204), 'it is refused': removing(409) },
  invalid: { 'it fails twice, and not without items below': { ...failing, again: exchange('DELETE', 500) } },
  irrelevant: {
    'it fails without items below, too': {
      ...failing,
      control: exchange('DELETE', 500),
      again: exchange('DELETE', 500),
    },
    'it fails once': { ...failing, again: exchange('DELETE', 204) },
    'an intermediary answers': removing(503),
  },
});
