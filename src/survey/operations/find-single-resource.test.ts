import { describe, expect, test } from 'vitest';
import type { Method } from '../../model/exchange.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { Operation, SurveyedOperation } from '../../model/service/operation.js';
import { findSingleResource } from './find-single-resource.js';

const text = { type: 'string' };
const schema: JsonObject = { type: 'object', properties: { theme: text, at: { ...text, readOnly: true } } };

interface Parts {
  readonly sent?: Json;
  readonly shown?: Json;
  readonly path?: string;
  readonly methods?: readonly Method[];
  readonly change?: Partial<SurveyedOperation>;
  readonly operation?: Partial<Operation>;
  readonly mediaType?: string;
}

function find(parts: Parts, known: Parameters<typeof findSingleResource>[2] = { isLoopback: true }) {
  const {
    sent = schema,
    shown = schema,
    path = '/settings',
    methods = ['GET', 'PUT'],
    mediaType = 'application/json',
  } = parts;
  const operations = methods.map((method): SurveyedOperation => {
    const request = { mediaType, schema: sent as JsonObject };
    const operation: Operation = {
      ...{ method, path, provenance: 'described', statuses: [], parameters: [] },
      ...(method === 'GET' ? { response: { schema: shown as JsonObject } } : method === 'DELETE' ? {} : { request }),
      ...parts.operation,
    };
    return { name: `${method} ${path}`, operation, role: 'view', evidence: '', ...parts.change };
  });
  return findSingleResource(operations, {}, known);
}

test('PUT writes the members that are not read-only', () => {
  expect(find({})).toMatchObject({
    path: '/settings',
    members: ['theme'],
    shown: ['theme', 'at'],
    replace: { method: 'PUT' },
  });
  expect(find({ sent: { type: 'integer' }, shown: { type: 'integer' } })?.members).toBeUndefined();
});

test('POST creates it where DELETE removes it', () => {
  expect(find({ methods: ['GET', 'POST', 'DELETE'] })).toMatchObject({ create: {}, remove: {} });
  expect(find({ methods: ['GET', 'POST'] })).toBeUndefined();
  expect(find({ methods: ['GET', 'PUT', 'POST'] })).not.toHaveProperty('create');
});

describe('nothing is written', () => {
  const withMember = (name: string, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { theme: text, [name]: { ...text, ...more } },
  });
  const required = { name: 'x', in: 'query', required: true } as const;
  test.each<[string, Parts]>([
    ['without GET', { methods: ['PUT', 'DELETE'] }],
    ['without a write', { methods: ['GET', 'DELETE'] }],
    ['at a path with a parameter', { path: '/settings/{name}' }],
    ['to a part of a collection', { change: { owner: 'orders' } }],
    ['to a list', { change: { role: 'list' } }],
    ['where words suggest effects', { path: '/jobs/reset' }],
    ['to what was spared', { change: { spared: '"stop" suggests effects' } }],
    ['to the account of a user', { path: '/users/me' }],
    ['to what computes', { path: '/stats' }],
    ['where a parameter is required', { operation: { parameters: [required] } }],
    ['where GET shows less', { sent: withMember('note') }],
    ['where a member is write-only', { sent: withMember('note', { writeOnly: true }), shown: withMember('note') }],
    ['where a member is a secret', { sent: withMember('apiToken'), shown: withMember('apiToken') }],
    ['where the types differ', { sent: { type: 'integer' } }],
    ['where nothing describes the content', { sent: {}, shown: {} }],
    ['where a form is sent', { mediaType: 'application/x-www-form-urlencoded' }],
  ])('%s', (_, parts) => expect(find(parts)).toBeUndefined());
});

describe('the permission', () => {
  test.each([
    [{ isLoopback: true }, true],
    [{ isLoopback: false }, false],
    [{ isLoopback: false, operations: { restore: ['/settings'] } }, true],
    [{ isLoopback: true, operations: { restore: ['/other'] } }, false],
    [{ isLoopback: true, operations: { restore: [] } }, false],
    [{ isLoopback: false, operations: { exclude: ['/other'] } }, false],
  ])('%j', (known, isFound) => expect(find({}, known) !== undefined).toBe(isFound));

  test('a path that the user names may have the words of an account', () => {
    expect(find({ path: '/me' }, { isLoopback: true, operations: { restore: ['/me'] } })).toBeDefined();
  });
});
