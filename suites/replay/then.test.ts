import type { Creation, Exchange, Item } from '#rule';
import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import type { ItemCount } from './_shared/count-items.js';
import aborted from './aborted-post-sent-again-creates-one-item.js';
import concurrent from './concurrent-requests-with-one-key-create-one-item.js';
import different from './different-keys-create-different-items.js';
import perCaller from './key-applies-to-its-caller-only.js';
import perEndpoint from './key-applies-to-its-endpoint-only.js';
import removedItem from './key-outlives-its-item.js';
import outlived from './key-outlives-other-keys.js';
import seconds from './key-outlives-seconds.js';
import payloadEffect from './key-with-another-payload-creates-no-second-item.js';
import payloadStatus from './key-with-another-payload-is-refused.js';
import missing from './missing-key-is-refused.js';
import repeated from './repeated-key-creates-one-item.js';
import action from './repeated-key-performs-an-action-once.js';
import sameItem from './repeated-key-returns-the-first-item.js';
import observed from './repeated-post-is-observed.js';
import unusual from './unusual-keys-are-observed.js';

const post = (status: number, json?: { id: string }) => exchange('POST /things', status, json);
const creation = (made: Exchange, named: Item | undefined): Creation => ({
  exchange: made,
  item: named,
  sent: {},
  mark: 'm',
});
const [one, two] = [item({}, 't1'), item({}, 't2')];
const first = { ...creation(post(201, { id: 't1' }), one), item: one };

const count = (ids: readonly string[], more: Partial<ItemCount> = {}): ItemCount => ({
  ...{ ids, usual: 1, shows: [], isUnlisted: false, doubt: undefined, ...more },
});
const sent = [post(201), post(200)];
const countRows = {
  valid: { 'one item': { sent, census: count(['t1']) } },
  invalid: { 'two items': { sent, census: count(['t1', 't2']) } },
  ignored: { 'one creation creates two entries': { sent, census: count(['t1', 't2'], { usual: 2 }) } },
  irrelevant: { 'neither responses nor a list show items': { sent, census: count([], { doubt: 'not shown' }) } },
};
testThen(concurrent, countRows);
testThen(repeated, countRows);
testThen(outlived, countRows);
testThen(seconds, countRows);

const removed = exchange('DELETE /things/t1', 204);
const late = (again: Exchange, look = exchange('GET /things/t1', 404), other?: Exchange) => ({
  ...{ removed, again, other, look },
});
testThen(removedItem, {
  valid: {
    'the first response is repeated': late(post(201, { id: 't1' })),
    'the repetition is refused': late(post(404)),
    'another address does not exist': late(post(201, { id: 't2' }), undefined, exchange('GET /things/t2', 404)),
  },
  invalid: {
    'another item was created': late(post(201, { id: 't2' }), undefined, exchange('GET /things/t2', 200, {})),
    'the removed item is back': late(post(201, { id: 't1' }), exchange('GET /things/t1', 200, {})),
  },
  irrelevant: {
    '403': late(post(403)),
    '500': late(post(500)),
    'a cache answered': late(post(201), exchange('GET /things/t1', 200, {}, { age: '3' })),
  },
});

const none = count([], { isUnlisted: true });
testThen(aborted, {
  valid: {
    'one item': { sent, census: count(['t1']) },
    'the named item exists': { sent, census: none, look: exchange('GET', 200, {}) },
  },
  invalid: {
    'two items': { sent, census: count(['t1', 't2']) },
    'the named item does not exist': { sent, census: none, look: exchange('GET', 404) },
    'no item, and the repetition is refused': { sent: [post(201), post(422)], census: none, isUsuallyMade: true },
  },
  irrelevant: {
    'such creations are refused in any case': { sent: [post(201), post(422)], census: none, isUsuallyMade: false },
    'the list shows no item': { sent, census: none },
  },
});

const keys = { keys: ['a0', 'a1'] };
testThen(different, {
  valid: { 'two items': { first, second: creation(post(201), two), isOne: false, control: undefined, keys } },
  invalid: {
    'the first item is returned': {
      first,
      second: creation(post(200), one),
      isOne: true,
      control: creation(post(201), two),
      keys,
    },
    'the second creation is refused': {
      first,
      second: creation(post(409), undefined),
      isOne: false,
      control: creation(post(201), two),
      keys,
    },
  },
  irrelevant: {
    'equal creations create one item': {
      first,
      second: creation(post(200), one),
      isOne: true,
      control: creation(post(200), one),
      keys,
    },
    'a third key is refused as well': {
      first,
      second: creation(post(409), undefined),
      isOne: false,
      control: creation(post(409), undefined),
      keys,
    },
    'the response names no item': {
      first,
      second: creation(post(500), undefined),
      isOne: false,
      control: undefined,
      keys,
    },
  },
});

testThen(perCaller, {
  valid: { 'an item of its own': { first, second: creation(post(201), two), isOne: false, control: undefined } },
  invalid: {
    'the item of the first caller': {
      first,
      second: creation(post(200), one),
      isOne: true,
      control: creation(post(201), two),
    },
  },
  irrelevant: {
    'the other caller is refused': { first, second: creation(post(403), undefined), isOne: false, control: undefined },
    'the creation fails': { first, second: creation(post(422), undefined), isOne: false, control: undefined },
    'equal creations create one item': {
      first,
      second: creation(post(200), one),
      isOne: true,
      control: creation(post(200), one),
    },
  },
});

const perform = (status: number, json?: { id: string }) => exchange('POST /things/t1/cancellation', status, json);
const endpoint = { control: perform(201), first, isItem: false, isItemUsually: false };
testThen(perEndpoint, {
  valid: { 'the action is performed': { ...endpoint, performed: perform(201, { id: 'r1' }) } },
  invalid: { 'the created item is returned': { ...endpoint, performed: perform(201, { id: 't1' }), isItem: true } },
  noted: { 'under the key of a creation, an action returned 422': { ...endpoint, performed: perform(422) } },
  irrelevant: {
    'the action fails under its own key': { ...endpoint, control: perform(409), performed: perform(409) },
    'the action always returns the item': {
      ...endpoint,
      performed: perform(200, { id: 't1' }),
      isItem: true,
      isItemUsually: true,
    },
  },
});

const keyed = { ...first, key: 'k1' };
const listed = (ids: readonly string[], isWhole = true) => ({ ids, shows: [], isWhole });
testThen(payloadEffect, {
  valid: {
    'only the first item': {
      first: keyed,
      second: creation(post(422), undefined),
      isMade: false,
      listed: listed(['t1']),
    },
  },
  invalid: {
    'a second item exists': { first: keyed, second: creation(post(201), two), isMade: true, listed: undefined },
    'the list shows a second item': {
      first: keyed,
      second: creation(post(422), undefined),
      isMade: false,
      listed: listed(['t2']),
    },
  },
  ignored: {
    'the first item is returned': { first: keyed, second: creation(post(200), one), isMade: false, listed: undefined },
  },
  irrelevant: {
    'nothing shows the items': {
      first: keyed,
      second: creation(post(204), undefined),
      isMade: false,
      listed: undefined,
    },
  },
});

const payload = { control: post(201), first: post(201), isOther: true };
testThen(payloadStatus, {
  valid: {
    '422': { ...payload, second: post(422) },
    'the profile declares 409': under({ dialect: { keyMismatch: [409] } }, { ...payload, second: post(409) }),
  },
  invalid: { '201': { ...payload, second: post(201) }, '500': { ...payload, second: post(500) } },
  irrelevant: {
    'no other payload was sent': { ...payload, second: post(200), isOther: false },
    '403': { ...payload, second: post(403) },
  },
});

const fields = ['/author'];
const record = (status: number, json?: { id: string; author?: string }) =>
  exchange('GET /things/t1/cancellation', status, json);
testThen(action, {
  valid: {
    'the same record': {
      performed: [perform(201, { id: 'r1' }), perform(200, { id: 'r1' })],
      before: [],
      after: [],
      fields,
    },
    'the repetition is refused': {
      performed: [perform(201, { id: 'r1' }), perform(409)],
      before: [],
      after: [record(200, { id: 'r1' })],
      fields,
    },
  },
  invalid: {
    'the repetition returns another record': {
      performed: [perform(201, { id: 'r1' }), perform(201, { id: 'r2' })],
      before: [],
      after: [],
      fields,
    },
    'GET shows another record': {
      performed: [perform(204), perform(204)],
      before: [record(200, { id: 'r1' })],
      after: [record(200, { id: 'r2' })],
      fields,
    },
    'the record has another author': {
      performed: [perform(201, { id: 'r1' }), perform(200, { id: 'r1' })],
      before: [record(200, { id: 'r1', author: 'Ada' })],
      after: [record(200, { id: 'r1', author: 'Grace' })],
      fields,
    },
  },
  irrelevant: { 'no record has an id': { performed: [perform(204), perform(204)], before: [], after: [], fields } },
});

const repetition = (status: number, name?: string, look?: Exchange, shown?: string) => ({
  first,
  repetitions: [{ exchange: post(status, name === undefined ? undefined : { id: name }), name, look, shown }],
});
testThen(sameItem, {
  valid: {
    'the first item': repetition(200, 't1'),
    'another URL of the first item': repetition(200, 't9', exchange('GET /things/t9', 200), 't1'),
  },
  invalid: {
    'another item': repetition(201, 't2', exchange('GET /things/t2', 200), 't2'),
    'an item that does not exist': repetition(201, 't2', exchange('GET /things/t2', 404)),
    '409': repetition(409),
  },
  noted: { 'a repetition returned 204 without naming an item': repetition(204) },
  irrelevant: {
    'the caller is refused': repetition(403),
    'the named resource cannot be read': repetition(200, 't9', exchange('GET', 500)),
    'another id, and a link to the first item': repetition(200, 't9', exchange('GET /things/t1', 200), 't1'),
  },
});

testThen(observed, {
  noted: {
    'POST repeated without a key creates a second item': { exchange: post(201), isOther: true },
    'POST repeated without a key returned 200, without naming a second item': { exchange: post(200), isOther: false },
    'POST repeated without a key returned 409': { exchange: post(409), isOther: false },
  },
});

testThen(unusual, {
  noted: {
    'a creation with no key returned 400': { oddity: 'no key', exchange: post(400) },
    'a creation with a key of 300 characters returned 201': { oddity: 'a key of 300 characters', exchange: post(201) },
  },
});

testThen(missing, {
  valid: { '400': { asked: post(400) }, '422': { asked: post(422) } },
  invalid: { '201': { asked: post(201) } },
  irrelevant: { '403': { asked: post(403) }, '500': { asked: post(500) } },
});
