import { exchange, item, listing, testThen, under } from '../../test/support/then-table.fixture.js';
import changed from './changed-representation-does-not-answer-304.js';
import inTime from './created-items-are-listed-in-time.js';
import current from './current-entity-tag-answers-304.js';
import freshness from './declared-freshness-is-observed.js';
import eachChange from './each-change-changes-the-entity-tag.js';
import ifMatch from './if-match-is-observed.js';
import takesAny from './if-match-takes-any-listed-tag.js';
import replaces from './if-none-match-star-replaces-nothing.js';
import removedItem from './removed-item-does-not-answer-304.js';
import staleWrite from './stale-if-match-changes-nothing.js';
import staleDelete from './stale-if-match-deletes-nothing.js';
import listShows from './write-is-visible-in-the-list.js';
import visible from './write-is-visible-in-the-next-get.js';
import required from './write-without-required-if-match-answers-428.js';

const read = exchange('GET', 200, { note: 'a' }, { etag: '"1"' });
const written = exchange('PUT', 204);
const after = exchange('GET', 200, { note: 'b' }, { etag: '"2"' });

testThen(changed, {
  valid: {
    '200': { read, written, changed: after, asked: after },
    '412': { read, written, changed: after, asked: exchange('GET', 412) },
  },
  invalid: { '304': { read, written, changed: after, asked: exchange('GET', 304) } },
  irrelevant: {
    'the representation is the same': { read, written, changed: read, asked: exchange('GET', 304) },
    'only a timestamp changed': {
      ...{ read, written, changed: exchange('GET', 200, { note: 'a', updatedAt: '2026-01-01T00:00:00Z' }) },
      asked: exchange('GET', 304),
    },
    'a cache answered': { read, written, changed: after, asked: exchange('GET', 304, undefined, { age: '3' }) },
    'the item is gone': { read, written, changed: exchange('GET', 404), asked: exchange('GET', 404) },
  },
});

testThen(current, {
  valid: { '304': { read, tag: '"1"', asked: exchange('GET', 304), again: undefined } },
  invalid: {
    '200 with the same tag': { read, tag: '"1"', asked: read, again: read },
    '412': { read, tag: '"1"', asked: exchange('GET', 412), again: read },
  },
  irrelevant: {
    'the tag changed by itself': { read, tag: '"1"', asked: after, again: after },
    'GET fails': { read, tag: '"1"', asked: exchange('GET', 500), again: undefined },
  },
});

const declared = { collection: { maxAge: 60 } };
testThen(freshness, {
  noted: {
    'GET has a max-age of 60 seconds, as declared': under(declared, { told: 60 }),
    'GET has a max-age of 30 seconds; the profile declares 60': under(declared, { told: 30 }),
    'the profile declares 60 seconds, but GET has no max-age': under(declared, { told: undefined }),
  },
});

const stale = { sent: { note: 'c' }, exchange: exchange('PUT', 412) };
const tried = { written, before: after, stale, telling: ['note'] };
testThen(staleWrite, {
  valid: { 'the item is unchanged': { ...tried, after } },
  invalid: { 'the outdated write is stored': { ...tried, after: exchange('GET', 200, { note: 'c' }) } },
  ignored: { 'another client changed the item': { ...tried, after: exchange('GET', 200, { note: 'd' }) } },
  irrelevant: { 'GET fails': { ...tried, after: exchange('GET', 500) } },
});

const refusedWrite = exchange('PUT', 412);
const heeded = { tag: '"a1"', never: refusedWrite, weak: refusedWrite, any: exchange('PUT', 200) };
testThen(ifMatch, {
  valid: { 'If-Match is heeded': heeded },
  noted: {
    'PUT with an If-Match that no representation has is carried out': {
      ...heeded,
      never: exchange('PUT', 200),
      weak: exchange('PUT', 200),
    },
    'If-Match with a weak tag that no representation has is carried out': { ...heeded, weak: exchange('PUT', 200) },
    'If-Match: * returns 412 for an item that exists': { ...heeded, any: refusedWrite },
    'the entity tags are weak, so If-Match never matches them': { ...heeded, tag: 'W/"a1"' },
  },
});

const removed = exchange('DELETE', 412);
testThen(staleDelete, {
  valid: { 'the item exists': { written, removed, after } },
  invalid: { 'the item is gone': { written, removed, after: exchange('GET', 404) } },
  irrelevant: { 'GET fails': { written, removed, after: exchange('GET', 500) } },
});

const write = { sent: { note: 'b' }, before: read, written, truth: after, late: undefined };
testThen(visible, {
  valid: { 'the next GET shows the write': { ...write, after } },
  invalid: { 'the next GET shows the old value': { ...write, after: read } },
  irrelevant: {
    'the write changed nothing': { ...write, truth: read, after: read },
    'the change appeared later': { ...write, truth: read, after: read, late: after },
    'a cache answered': { ...write, after: exchange('GET', 200, { note: 'a' }, { age: '3' }) },
    'the profile declares a cache lifetime': under({ collection: { maxAge: 60 } }, { ...write, after: read }),
    'GET has a max-age': {
      ...write,
      before: exchange('GET', 200, { note: 'a' }, { 'cache-control': 'max-age=9' }),
      after: read,
    },
    'GET fails': { ...write, after: exchange('GET', 500) },
  },
});

const state = (tag: string, gift: boolean, note = 'n') => exchange('GET', 200, { id: 't1', gift, note }, { etag: tag });
testThen(eachChange, {
  valid: { 'each change has another tag': { reads: [state('"a"', false), state('"b"', true)], changed: ['gift'] } },
  invalid: { 'the tag stays': { reads: [state('"a"', false), state('"a"', true)], changed: ['gift'] } },
  ignored: {
    'a value and its tag return': {
      reads: [state('"a"', false), state('"b"', true), state('"a"', false)],
      changed: ['gift'],
    },
  },
  irrelevant: {
    'another member changed by itself': { reads: [state('"a"', false), state('"a"', false, 'x')], changed: ['gift'] },
    'no read shows the change': { reads: [state('"a"', false), state('"a"', false)], changed: ['gift'] },
  },
  noted: {
    'a weak entity tag stayed when /gift changed': {
      reads: [state('W/"a"', false), state('W/"a"', true)],
      changed: ['gift'],
    },
  },
});

const gone = exchange('GET', 404);
const asked = (status: number, headers = {}) => ({
  ...{
    read: state('"a"', true),
    removed: exchange('DELETE', 204),
    gone,
    asked: exchange('GET', status, undefined, headers),
  },
});
testThen(removedItem, {
  valid: { 'the tag of a removed item returns 404': asked(404), 'it returns 412': asked(412) },
  invalid: { 'the tag of a removed item returns 304': asked(304) },
  irrelevant: {
    'the item is still there': { ...asked(304), gone: exchange('GET', 200) },
    'DELETE is refused': { ...asked(304), removed: exchange('DELETE', 409) },
    'a cache answered': asked(304, { age: '9' }),
  },
});

const unread = exchange('GET', 200, { id: 't1', note: 'a' });
const rewritten = exchange('GET', 200, { id: 't1', note: 'b' });
const unconditional = (status: number, look = unread) => ({
  before: unread,
  tried: [{ asked: exchange('PATCH', status), look }],
});
testThen(required, {
  valid: { 'PATCH is refused with 428': unconditional(428), 'PATCH is refused with 412': unconditional(412) },
  invalid: {
    'PATCH is stored': unconditional(200, rewritten),
    'PATCH is refused and stored': unconditional(428, rewritten),
    'the item is gone': unconditional(204, exchange('GET', 404)),
  },
  irrelevant: {
    'PATCH is refused for another reason': unconditional(422),
    'PATCH succeeds without effect': unconditional(200),
  },
});

const listed = (note: string, headers = {}) => exchange('GET /things', 200, [{ id: 't1', note }], headers);
const shownAs = (note: string, old: readonly string[], headers = {}) => ({
  ...{ before: exchange('GET', 200, { id: 't1', note: 'a' }), written: exchange('PATCH', 200) },
  truth: exchange('GET', 200, { id: 't1', note: 'b' }),
  ...{ last: { entries: [], isWhole: true, trouble: undefined, pages: [listed(note, headers)] } },
  ...{ shown: { id: 't1', note }, old: [...old] },
});
testThen(listShows, {
  valid: { 'the list shows the new value': shownAs('b', []) },
  invalid: { 'the list shows the old value': shownAs('a', ['/note']) },
  ignored: {
    'the member changes by itself': under({ collection: { volatile: ['/note'] } }, shownAs('a', ['/note'])),
  },
  irrelevant: {
    'the list may be cached': shownAs('a', ['/note'], { 'cache-control': 'max-age=9' }),
    'a cache answered': shownAs('a', ['/note'], { age: '3' }),
  },
});

const kept = exchange('GET', 200, { note: 'a' });
const starred = (asked: ReturnType<typeof exchange>, look: ReturnType<typeof exchange>) => ({
  ...{ before: kept, asked, sent: { note: 'b' }, telling: ['note'], after: look },
});
testThen(replaces, {
  valid: {
    '412': starred(exchange('PUT', 412), kept),
    'a success without effect': starred(exchange('PUT', 204), kept),
  },
  invalid: { 'the item is replaced': starred(exchange('PUT', 200), exchange('GET', 200, { note: 'b' })) },
  irrelevant: { 'the item is gone': starred(exchange('PUT', 200), exchange('GET', 404)) },
});

const fresh = { item: item(), listing: listing([]), isListed: false, read: exchange('GET', 200) };
testThen(inTime, {
  valid: { 'the list has the item': { ...fresh, isListed: true } },
  invalid: { 'the list lacks the item': fresh },
  irrelevant: {
    'the list was not read to its end': { ...fresh, listing: { ...listing([]), isWhole: false } },
    'the item is gone': { ...fresh, read: exchange('GET', 404) },
  },
});

const listedTags = (status: number, tag = '"b2"') => ({
  ...{ control: exchange('PUT', 200), read: exchange('GET', 200), exchange: exchange('PUT', status) },
  ...{ tag: '"b2"', after: { tag, read: exchange('GET', 200) } },
});
testThen(takesAny, {
  valid: { 'the write is carried out': listedTags(204) },
  invalid: { 'the condition is false': listedTags(412) },
  irrelevant: {
    'the write is refused otherwise': listedTags(409),
    'the entity tag changed without a write': listedTags(412, '"c3"'),
  },
});
