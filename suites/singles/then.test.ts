import { expect, test } from 'vitest';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import { exchange, testThen } from '../../test/support/then-table.fixture.js';
import { removableSingle } from './_shared/needs.js';
import deleted from './deleted-single-resource-is-gone.js';
import location from './location-of-a-single-resource-is-there.js';
import replaced from './put-replaces-a-single-resource.js';
import repeated from './repeated-put-of-a-single-resource-has-one-effect.js';
import invalid from './single-resource-refuses-invalid-content.js';
import failing from './writing-a-single-resource-is-not-a-server-error.js';

const get = (status: number, json?: Parameters<typeof exchange>[2]) => exchange('GET /settings', status, json);
const put = (status: number) => exchange('PUT /settings', status);
const post = (status: number) => exchange('POST /notice', status);

const first = { size: 1, note: 'a' };
const second = { size: 1, note: 'b' };
const before = { put: put(204), sent: { size: 1 }, omitted: ['note'], after: get(200, first) };
const again = { first, second, before, kept: ['note'], full: get(200, second), put: put(204) };

testThen(replaced, {
  valid: { 'the omitted member is gone': { first, before: { ...before, after: get(200, { size: 1 }) }, kept: [] } },
  invalid: { 'each of two values is kept': { ...again, after: get(200, second) } },
  ignored: {
    'the first value is the default': { ...again, after: get(200, first) },
    'the second value was never stored': { ...again, full: get(200, first), after: get(200, first) },
  },
  irrelevant: { 'no second value was drawn': { first, before, kept: ['note'] } },
});

const once = { sent: { size: 5 }, first: put(204), before: get(200, { size: 5, at: 1 }), second: put(204) };

testThen(repeated, {
  valid: { 'the same content': { ...once, again: get(200, { size: 5, at: 1 }), after: get(200, { size: 5, at: 1 }) } },
  invalid: {
    'the value is added': { ...once, again: get(200, { size: 5, at: 1 }), after: get(200, { size: 10, at: 1 }) },
    'a number is added': { ...once, sent: 5, before: get(200, 5), again: get(200, 5), after: get(200, 10) },
  },
  ignored: {
    'only a member of the service changes': {
      ...once,
      again: get(200, { size: 5, at: 2 }),
      after: get(200, { size: 5, at: 3 }),
    },
  },
  noted: {
    'the content changes by itself': { ...once, again: get(200, { size: 6 }), after: get(200, { size: 7 }) },
  },
});

const large = { invalid: { body: { size: 900 }, pointer: '/size', keyword: 'maximum' }, write: put(204) };
const usual = { control: put(204), usual: get(200, { size: 5 }) };

testThen(invalid, {
  valid: { 'refused with 422': { ...large, write: put(422) } },
  invalid: {
    'the value is shown': { ...large, ...usual, shown: get(200, { size: 900 }) },
    'a required member is absent': {
      ...{ invalid: { body: {}, pointer: '/size', keyword: 'required' }, write: put(204), ...usual },
      shown: get(200, {}),
    },
    'a number of the wrong kind is shown': {
      ...{ invalid: { body: 'five', pointer: '', keyword: 'type' }, write: put(204) },
      ...{ shown: get(200, 'five'), control: put(204), usual: get(200, 5) },
    },
  },
  ignored: {
    'the value was corrected': { ...large, ...usual, shown: get(200, { size: 500 }) },
    'null is treated as absent': {
      ...{ invalid: { body: { size: null }, pointer: '/size', keyword: 'type' }, write: put(204), ...usual },
      shown: get(200, { size: null }),
    },
    'a format differs between validators': {
      ...{ invalid: { body: { size: 'x' }, pointer: '/size', keyword: 'format' }, write: put(204), ...usual },
      shown: get(200, { size: 'x' }),
    },
  },
  irrelevant: {
    'refused for the caller': { ...large, write: put(403) },
    'a server error': { ...large, write: put(500) },
    'nothing is invalid': { ...large, invalid: { body: null, pointer: '', keyword: 'none' } },
    'valid content is refused, too': { ...large, ...usual, control: put(422), shown: get(200, { size: 900 }) },
  },
});

const removal = { sent: { text: 'a' }, write: post(201), removed: exchange('DELETE /notice', 204) };

testThen(deleted, {
  valid: { '404': { ...removal, after: get(404) }, '410': { ...removal, after: get(410) } },
  invalid: { 'the content is still there': { ...removal, after: get(200, { text: 'a', at: 1 }) } },
  irrelevant: { 'GET is refused': { ...removal, after: get(403) } },
  noted: { 'DELETE resets the content': { ...removal, after: get(200, { text: 'default' }) } },
});

const created = { created: post(201), location: '/notices/latest', isAbsent: false };

testThen(location, {
  valid: {
    'it leads there': { ...created, read: get(200, {}) },
    'no Location': { ...created, location: undefined, read: get(200, {}) },
  },
  invalid: { 'it leads nowhere': { ...created, isAbsent: true, read: get(404) } },
  irrelevant: {
    'another host': { ...created, read: get(404) },
    'the resource at the path, at another host': { ...created, read: get(200, {}), otherHost: 'inside:8080' },
    'it cannot be followed': { ...created, read: undefined },
    'it is refused': { ...created, read: get(403) },
  },
});

testThen(failing, {
  valid: { 'no failure': { tries: [] } },
  invalid: { '500 each time, between reads that succeed': { write: put(500), tries: [put(500), get(200, {})] } },
  irrelevant: { 'GET fails, too': { write: put(500), tries: [put(500), get(500)] } },
});

const operation = { path: '/settings', provenance: 'described', statuses: [], parameters: [] } as const;
const read = { ...operation, method: 'GET' } as const;
const replace = { ...operation, method: 'PUT' } as const;
const remove = { ...operation, method: 'DELETE' } as const;
const create = { ...operation, method: 'POST' } as const;

test.each([
  ['PUT', { replace }, false],
  ['PUT and DELETE', { replace, remove }, false],
  ['PUT that may create it, and DELETE', { replace: { ...replace, statuses: [201] }, remove }, true],
  ['POST and DELETE', { create, remove }, true],
])('%s: it may be deleted only if something described creates it again', (_, writes, isMet) => {
  const collection = createBareCollection('settings');
  const address = { kind: 'resource', name: '/settings', operations: [], values: [], collection } as const;
  const subject = { ...address, single: { path: '/settings', read, ...writes } };
  expect(removableSingle.isMet(subject)).toBe(isMet);
});
