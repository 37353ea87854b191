import { expect, test } from 'vitest';
import { compare, type Json } from '#rule';
import {
  exchange,
  item,
  observed,
  rawExchange,
  silentExchange,
  testThen,
  textExchange,
  under,
} from '../../test/support/then-table.fixture.js';
import { wrapsItem } from './_shared/success-flags.js';
import internals from './bodies-show-no-internals.js';
import mediaType from './content-matches-its-media-type.js';
import failed from './failed-request-does-not-answer-success.js';
import noFailure from './no-request-fails-each-time.js';
import noStop from './no-request-stops-the-service.js';
import noErrorInside from './no-success-reports-an-error.js';
import noEffect from './refused-request-has-no-effect.js';
import noContent from './status-204-has-no-content.js';
import success from './success-has-no-error-in-the-body.js';
import flag from './success-has-no-success-flag.js';

testThen(internals, {
  valid: { 'public names': { good: [exchange('GET', 200, { id: 't1', note: 'a' })] } },
  noted: {
    'names of internals: /__v in GET /things/t1; /*/password_hash in GET /things': {
      good: [
        exchange('GET', 200, { id: 't1', __v: 0 }),
        exchange('GET /things?limit=1', 200, [{ password_hash: 'x' }]),
      ],
    },
  },
});

const good = exchange('POST /things', 201, { id: 't1', note: 'a', size: 1 });
const invalid = { good, way: 'refused' as const, effect: undefined, broken: 'type at /size', isBroken: true };
const missing = { ...invalid, way: 'missing' as const, broken: '/things/t9' };
testThen(failed, {
  valid: {
    '400': { ...invalid, bad: exchange('POST /things', 400) },
    '404': { ...missing, bad: exchange('GET', 404) },
  },
  invalid: {
    'an error in a success': {
      ...invalid,
      bad: exchange('POST /things', 200, { error: { code: 400, message: 'size is not a number' } }),
    },
    'a page where a valid request returned JSON': {
      ...invalid,
      bad: textExchange('POST /things', 200, '<!doctype html><h1>Ugyldig</h1>', { 'content-type': 'text/html' }),
    },
    'no item was created': { ...invalid, bad: exchange('POST /things', 201, {}), effect: exchange('GET', 404) },
    'an error for a missing item': { ...missing, bad: exchange('GET', 200, { success: false, message: 'not found' }) },
  },
  noted: {
    'lenient: type at /size was accepted': { ...invalid, bad: good, effect: exchange('GET', 200, {}) },
    'an id that was never used has a representation': {
      ...missing,
      bad: exchange('GET', 200, { id: 't9', note: 'b', size: 2 }),
    },
    'type at /size returned 204, and its effect is not visible': { ...invalid, bad: exchange('POST /things', 204) },
  },
  ignored: { 'the body became valid': { ...invalid, bad: good, isBroken: false } },
});

const made = good;
testThen(noContent, {
  valid: { 'nothing after the header section': { made, raw: rawExchange('DELETE', 204) } },
  invalid: { 'content after the header section': { made, raw: rawExchange('DELETE', 204, '{}') } },
  irrelevant: { '200': { made, raw: rawExchange('DELETE', 200, '{}') } },
});

const thing = item({ note: 'a', size: 1 });
const read = exchange('GET', 200, { id: 't1', note: 'a', size: 1 });
testThen(success, {
  valid: {
    'the item and the list': { item: thing, answers: [thing.createdBy, read, exchange('GET /things', 200, [])] },
  },
  invalid: {
    'an error in the list': {
      item: thing,
      answers: [read, exchange('GET /things', 200, { error: { code: 504, message: 'timeout' } })],
    },
    'problem details': {
      item: thing,
      answers: [exchange('GET /things', 200, { title: 'x' }, { 'content-type': 'application/problem+json' })],
    },
  },
  ignored: {
    'an item with a member named error': {
      item: thing,
      answers: [exchange('GET', 200, { id: 't1', note: 'a', size: 1, error: 'was late' })],
    },
  },
});

const flags = { made, sent: { note: 'a' }, isWrapped: false, entry: undefined };
const enveloped = (name: string, value: boolean | string) => ({
  ...{ ...flags, get: exchange('GET', 200, { [name]: value, data: {} }) },
  list: exchange('GET /things', 200, { [name]: value, data: [] }),
});
const describedThing = {
  collection: {
    read: {
      method: 'GET',
      path: '/things/{id}',
      provenance: 'described',
      statuses: [],
      parameters: [],
      responses: {
        200: {
          requiredHeaders: [],
          contents: [
            {
              mediaType: 'application/json',
              schema: { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } } },
            },
          ],
        },
      },
    },
  },
} as const;
testThen(flag, {
  valid: { 'no flag': { ...flags, get: read, list: exchange('GET /things', 200, { data: [] }) } },
  invalid: {
    'success: true': enveloped('success', true),
    'status: success': enveloped('status', 'success'),
    'beside the item': { ...enveloped('success', true), list: undefined, isWrapped: true },
    'in the response to the creation alone': {
      ...flags,
      made: exchange('POST /things', 201, { ok: true, id: 't1' }),
      get: read,
      list: undefined,
    },
    'the only member that the document does not describe': under(describedThing, {
      ...flags,
      get: exchange('GET', 200, { success: true, id: 't1', note: 'a' }),
      list: exchange('GET /things', 200, [{ id: 't1', note: 'a' }]),
      entry: { id: 't1', note: 'a' },
    }),
  },
  ignored: {
    'the client sent the member': { ...enveloped('success', true), sent: { success: true } },
    'the client sent the member, and GET does not show it': {
      ...flags,
      made: exchange('POST /things', 201, { ok: true, id: 't1' }),
      sent: { ok: true },
      get: read,
      list: undefined,
    },
    'a text of another meaning': enveloped('success', 'often'),
  },
  irrelevant: {
    'only the item has the member, and entries of a bare list show all others': {
      ...flags,
      get: exchange('GET', 200, { success: true, id: 't1', note: 'a', size: 1 }),
      list: exchange('GET /things', 200, [{ id: 't0', note: 'b', size: 2 }]),
    },
    'the document leaves it out, and no entry shows that it is no member': under(describedThing, {
      ...flags,
      get: exchange('GET', 200, { success: true, id: 't1', note: 'a' }),
      list: undefined,
    }),
    'the list shows it, too': under(describedThing, {
      ...flags,
      get: exchange('GET', 200, { success: true, id: 't1', note: 'a' }),
      list: undefined,
      entry: { success: true, id: 't1', note: 'a' },
    }),
    'others are not described, either': under(describedThing, {
      ...flags,
      get: exchange('GET', 200, { success: true, id: 't1', more: 'a' }),
      list: undefined,
    }),
    'only the item has the member': {
      ...flags,
      get: exchange('GET', 200, { success: true }),
      list: exchange('GET /things', 200, []),
    },
  },
});

test('an item is in a member where nothing beside it has an id', () => {
  const readId = (shown: Json | undefined) =>
    compare.isObject(shown) && shown.id !== undefined ? String(shown.id) : undefined;
  expect(wrapsItem({ success: true, data: { id: 1 } }, '1', readId)).toBe(true);
  expect(wrapsItem({ success: true, id: 1, owner: { id: 1 } }, '1', readId)).toBe(false);
  expect(wrapsItem({ success: true, owner: { id: 2 } }, '1', readId)).toBe(false);
});

const json = { 'content-type': 'application/problem+json; charset=utf-8' };

testThen(noFailure, {
  valid: { '201': observed(exchange('POST /things', 201)), '422': observed(exchange('POST /things', 422)) },
  invalid: {
    '500': observed(exchange('POST /things', 500)),
    'a broken connection': observed({ ...silentExchange('GET'), silence: 'ECONNRESET: read ECONNRESET' }),
  },
  ignored: {
    '501': observed(exchange('PROPFIND', 501)),
    '502 to 504': observed(exchange('GET', 503)),
    'no response in time': observed({ ...silentExchange('GET'), silence: 'no response within 10 s' }),
  },
});

testThen(noStop, {
  valid: { '201': observed(exchange('POST /things', 201)), '500': observed(exchange('POST /things', 500)) },
  invalid: {
    'a broken connection': observed({ ...silentExchange('GET'), silence: 'UND_ERR_SOCKET: other side closed' }),
  },
  ignored: {
    '502': observed(exchange('GET', 502)),
    'a refused connection': observed({ ...silentExchange('GET'), silence: 'ECONNREFUSED: connect ECONNREFUSED' }),
    'no response in time': observed({ ...silentExchange('GET'), silence: 'no response within 10 s' }),
  },
});

const refused = observed(exchange('PUT', 409));
testThen(noEffect, {
  valid: { 'no effect': refused },
  invalid: {
    'an item that exists': {
      ...observed(exchange('POST /things', 429)),
      effect: { kind: 'created', before: null, after: { id: 't1', note: 'a' } },
    },
    'an item with the refused values': {
      ...refused,
      effect: { kind: 'changed', before: { note: 'a' }, after: { note: 'b' } },
    },
    'an item that is gone': { ...refused, effect: { kind: 'removed', before: { note: 'a' }, after: null } },
  },
  irrelevant: { 'a success': observed(exchange('PUT', 200)), 'a failure': observed(exchange('PUT', 500)) },
});

testThen(noErrorInside, {
  valid: {
    'an item': observed(exchange('GET', 200, { id: 't1', note: 'a' })),
    'a log entry with an error': observed(
      exchange('GET /log/7', 200, { id: '7', level: 'error', message: 'it failed' }),
    ),
    'a job that failed': observed(exchange('GET /jobs/7', 200, { id: '7', state: 'failed', error: { message: 'no' } })),
    'results of a batch': observed(exchange('POST /batch', 200, { results: [{ status: 404, error: 'not found' }] })),
  },
  invalid: {
    'an error': observed(exchange('GET /things', 200, { error: { code: 400, message: 'the size is not valid' } })),
    'a failure flag': observed(exchange('POST /things', 201, { success: false, message: 'not stored' })),
  },
  irrelevant: {
    'results of several requests': observed(exchange('POST /things', 207, { error: { code: 400 } })),
    'a refusal': observed(exchange('GET', 404, { error: { code: 404 } })),
  },
});

testThen(mediaType, {
  valid: { JSON: observed(exchange('GET', 200, { id: 't1' }, json)) },
  invalid: { 'content that was cut off': observed(textExchange('GET', 409, '{"title": "Conf', json)) },
  ignored: { 'no content': observed(textExchange('GET', 409, '', json)) },
  irrelevant: {
    text: observed(textExchange('GET', 200, 'Conflict', { 'content-type': 'text/plain' })),
    'a part': observed(textExchange('GET', 206, '{"a', json)),
    '204': observed(textExchange('PUT', 204, '', json)),
  },
});
