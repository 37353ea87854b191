import { exchange, testThen, textExchange } from '../../test/support/then-table.fixture.js';
import allow from './allow-names-the-described-methods.js';
import address from './described-address-is-there.js';
import examples from './documented-examples-are-accepted.js';
import mediaType from './response-has-a-described-media-type.js';
import status from './response-has-a-described-status.js';
import headers from './response-has-the-required-headers.js';
import schema from './response-matches-its-schema.js';
import writes from './writes-are-as-described.js';

const json = { 'content-type': 'application/json' };
const object = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } as const;
const operation = {
  ...{ method: 'GET' as const, path: '/things', provenance: 'described' as const, statuses: [200], parameters: [] },
  responses: {
    200: { contents: [{ mediaType: 'application/json; charset=utf-8', schema: object }], requiredHeaders: ['X-Total'] },
    '4XX': { contents: [], requiredHeaders: [] },
  },
};
const get = (code: number, body?: Parameters<typeof exchange>[2], fields = {}) =>
  exchange('GET /things', code, body, { ...json, ...fields });

testThen(status, {
  valid: { described: { operation, read: get(200) } },
  invalid: { '203': { operation, read: get(203) } },
  ignored: {
    'an error that no document describes': { operation, read: get(503) },
    'any status by default': {
      operation: { ...operation, responses: { default: { contents: [], requiredHeaders: [] } } },
      read: get(203),
    },
  },
});

testThen(mediaType, {
  valid: { 'the type, with another parameter': { operation, read: get(200, { id: 1 }) } },
  invalid: {
    'another type': { operation, read: textExchange('GET', 200, 'x', { 'content-type': 'text/plain' }) },
    'no type': { operation, read: textExchange('GET', 200, 'x') },
  },
  ignored: { 'no content': { operation, read: exchange('GET', 200) } },
});

testThen(schema, {
  valid: { valid: { operation, read: get(200, { id: 1, more: true }) } },
  invalid: {
    'a missing member': { operation, read: get(200, {}) },
    'another type': { operation, read: get(200, { id: 'a' }) },
  },
  ignored: {
    'content that is not JSON': { operation, read: textExchange('GET', 200, 'x', json) },
    'a status without a description': { operation, read: get(203, {}) },
  },
});

testThen(headers, {
  valid: { 'with the field': { operation, read: get(200, {}, { 'x-total': '1' }) } },
  invalid: { 'without it': { operation, read: get(200, {}) } },
  ignored: { 'a status that needs none': { operation, read: get(404) } },
});

const real = { isReal: true, isListed: true };
testThen(address, {
  valid: { '200': { ...real, read: get(200) }, '403': { ...real, read: get(403) } },
  invalid: {
    '404': { ...real, read: get(404) },
    '405 of an example': { ...real, isReal: false, read: get(405) },
  },
  irrelevant: {
    '404 of an example': { ...real, isReal: false, read: get(404) },
    '404 of an item that its list no longer shows': { ...real, isListed: false, read: get(404) },
  },
});

const options = exchange('OPTIONS /things', 204);
testThen(allow, {
  valid: { all: { options, allow: 'GET, PUT', methods: ['GET', 'PUT'] } },
  invalid: { 'without PUT': { options, allow: 'GET', methods: ['GET', 'PUT'] } },
  ignored: { 'more, in lower case': { options, allow: 'get,put,delete', methods: ['GET', 'PUT'] } },
});

const made = (code: number, body: object) => ({
  operation,
  exchange: exchange('POST /things', code, body as never, json),
});
testThen(writes, {
  valid: { described: { seen: [made(200, { id: 1 })], isWrapped: false } },
  invalid: {
    'another status': { seen: [made(202, { id: 1 })], isWrapped: false },
    'content that breaks the schema': { seen: [made(200, {})], isWrapped: false },
  },
  ignored: {
    'a refusal': { seen: [made(409, {})], isWrapped: false },
    'a write that only the profile declares': {
      seen: [{ operation: { ...operation, responses: undefined }, exchange: exchange('DELETE /things/1', 204) }],
      isWrapped: false,
    },
    'the content of an envelope': { seen: [made(200, {})], isWrapped: true },
  },
});

const tried = (code: number, neutral: readonly number[], body: object = { id: 1 }, other: object = { id: 2 }) => ({
  example: body as never,
  asked: exchange('POST /things', code),
  neutral: neutral.map((status) => ({ body: other as never, exchange: exchange('POST /things', status) })),
});
testThen(examples, {
  valid: { accepted: { schema: object, seen: [tried(201, []), tried(200, [])] } },
  invalid: {
    'refused with other values, too': { schema: object, seen: [tried(201, []), tried(422, [422, 400])] },
    'refused with the only variation that is valid': { schema: object, seen: [tried(400, [422])] },
  },
  irrelevant: {
    'accepted with other values': { schema: object, seen: [tried(422, [422, 201])] },
    'a conflict': { schema: object, seen: [tried(409, [])] },
    'an example that its schema forbids': { schema: object, seen: [tried(422, [422], {})] },
    'variations that the schema forbids': { schema: object, seen: [tried(422, [422, 422], { id: 1 }, {})] },
    'nothing that can be varied': { schema: object, seen: [tried(422, [])] },
  },
});
