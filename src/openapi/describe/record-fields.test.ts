import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import { describeRecord, listRecordFacts } from './record-fields.js';

/** An action whose GET shows a record with these members, all of them required unless named. */
function actionWith(properties: JsonObject, required = Object.keys(properties)) {
  const plain = { path: '/orders/{id}/refund', provenance: 'described', statuses: [], parameters: [] } as const;
  const post: Operation = { ...plain, method: 'POST' };
  const get: Operation = { ...plain, method: 'GET', response: { schema: { type: 'object', properties, required } } };
  return {
    name: 'refund',
    post: { operation: post, evidence: '#/post' },
    get: { operation: get, evidence: '#/get' },
  };
}

const date = { type: 'string', format: 'date-time' };
const text = { type: 'string' };

test('record members in a document become facts with their place', () => {
  const action = actionWith({ id: text, createdAt: date, reason: text, created_by: text });
  const fields = { date: '/createdAt', reason: '/reason', author: '/created_by' };
  expect(describeRecord({}, action)).toEqual({ fields });
  expect(listRecordFacts({}, [action])).toEqual([
    { about: 'action refund fields', value: fields, provenance: 'described', evidence: '#/get' },
  ]);
});

test('a note that clients may send is the reason in the record', () => {
  const note = { anyOf: [text, { type: 'null' }], default: null };
  const action = actionWith({ id: text, note });
  const request = { mediaType: 'application/json', schema: { type: 'object', properties: { note } } };
  const sendable = { ...action, post: { ...action.post, operation: { ...action.post.operation, request } } };
  expect(describeRecord({}, sendable)).toEqual({ fields: { reason: '/note' } });
  expect(describeRecord({}, action)).toEqual({});
});

test.each([
  ['what may be missing', actionWith({ date, reason: text }, ['id'])],
  ['what may be null', actionWith({ date: { type: ['string', 'null'], format: 'date-time' } })],
  ['a date that is none', actionWith({ date: text })],
  ['one of two dates', actionWith({ date, createdAt: date })],
  ['nothing', actionWith({})],
])('%s is not expected in every record', (_, action) => {
  expect(describeRecord({}, action)).toEqual({});
  expect(listRecordFacts({}, [action])).toEqual([]);
});
