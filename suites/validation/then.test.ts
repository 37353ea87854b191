import type { Exchange, Json } from '#rule';
import { exchange, testThen, textExchange, under } from '../../test/support/then-table.fixture.js';
import meaning from './declared-invalid-body-answers-422.js';
import declaredWrites from './declared-invalid-put-and-patch-are-refused.js';
import shape from './errors-have-one-shape.js';
import leak from './errors-show-no-internals.js';
import forbidden from './forbidden-values-are-not-a-server-error.js';
import invalidWrites from './invalid-put-and-patch-are-refused.js';
import malformedContent from './malformed-content-is-not-a-server-error.js';
import malformedJson from './malformed-json-answers-400.js';
import keepsRequired from './patch-keeps-required-members.js';
import problem from './problem-details-are-well-formed.js';
import repeated from './refused-request-stays-refused.js';
import schema from './schema-violation-is-refused.js';
import statuses from './statuses-are-registered.js';
import mediaType from './unknown-media-type-answers-415.js';
import references from './unknown-references-are-refused-by-put-and-patch.js';
import method from './unsupported-method-answers-405.js';
import ids from './unusual-ids-are-not-a-server-error.js';
import idsInWrites from './unusual-ids-in-writes-are-not-a-server-error.js';
import queries from './unusual-queries-are-not-a-server-error.js';
import unusualValues from './unusual-values-are-not-a-server-error.js';

const post = (status: number, json?: Json) => exchange('POST /things', status, json);
const ordinary = post(201, { id: 't2' });

const provoked = (failure?: Exchange, after?: Exchange) => ({ failure, ordinary: after });
for (const rule of [forbidden, malformedContent, ids, idsInWrites, queries, unusualValues])
  testThen(rule, {
    valid: { 'no server error': provoked() },
    invalid: { 'only the unusual request fails': provoked(post(500), ordinary) },
    irrelevant: {
      'an ordinary request fails as well': provoked(post(500), post(500)),
      'no ordinary request': provoked(post(500)),
    },
  });

const sentInvalid = (status: number, valid: ReturnType<typeof post> | undefined = ordinary, later?: number) => ({
  ...{ exchange: post(status), ordinary: valid, later: later === undefined ? undefined : post(later) },
});
testThen(meaning, {
  valid: {
    '422': { ...sentInvalid(422), ordinary: undefined },
    '422, also with a valid element before the invalid one': {
      ...sentInvalid(422, ordinary, 422),
      ordinary: undefined,
    },
    'the profile declares 400': under({ dialect: { badMeaning: [400] } }, sentInvalid(400)),
  },
  invalid: {
    '201': sentInvalid(201),
    '400': sentInvalid(400),
    '403, though a valid POST succeeds': sentInvalid(403),
    '201 with a valid element before the invalid one': sentInvalid(422, ordinary, 201),
  },
  ignored: {
    'valid bodies are refused, and this one is accepted': sentInvalid(422, post(409), 201),
    'the longer list is refused for another reason': sentInvalid(422, ordinary, 409),
  },
  irrelevant: {
    '403, as for a valid POST': sentInvalid(403, post(403)),
    'the service failed': sentInvalid(500),
    'valid bodies are refused as well': sentInvalid(400, post(400)),
    'the outcome is open': sentInvalid(202),
  },
});

const error = (...names: string[]) => ({ exchange: post(400), shape: { kind: 'object' as const, names } });
testThen(shape, {
  valid: { 'the same members': { told: [error('message'), error('message')] } },
  invalid: {
    'no member in common': { told: [error('message'), error('message'), error('fault')] },
    'text beside JSON': {
      told: [error('message'), { exchange: textExchange('GET', 404, 'no'), shape: { kind: 'text', names: [] } }],
    },
  },
  ignored: { 'one error has more members': { told: [error('message'), error('message', 'fields')] } },
});

testThen(leak, {
  valid: { 'a sentence': { errors: [post(400, { message: 'size is not a number' })] } },
  invalid: {
    'a stack frame in the second error': {
      errors: [post(400), textExchange('GET', 500, 'Error: x\n    at run (/srv/app/index.js:10:5)')],
    },
    'words of a database': { errors: [post(400, { message: 'SQLSTATE 23505' })] },
  },
  ignored: { 'the word error': { errors: [post(500, { message: 'internal error at line 3' })] } },
});

const got = (answer: Exchange, look?: Exchange) => ({ exchange: answer, look, isTraceable: true, word: 'w1' });
const shown = exchange('GET', 200, { note: 'w1' });
const hidden = exchange('GET', 200, { note: null });
const plain = got(post(201), shown);
const defect = { how: 'cut' as const, ordinary, plain };
testThen(malformedJson, {
  valid: { '400': { ...defect, got: got(post(400)) } },
  invalid: {
    '201 without an effect': { ...defect, got: got(post(201), hidden) },
    '422': { ...defect, got: got(post(422)) },
  },
  noted: { 'content with the defect "cut" is accepted': { ...defect, got: got(post(201), shown) } },
  irrelevant: {
    '403': { ...defect, got: got(post(403)) },
    'the service failed': { ...defect, got: got(post(500)) },
    'well-formed content is refused as well': { ...defect, ordinary: post(428), got: got(post(428)) },
    'well-formed content is not shown either': {
      ...defect,
      plain: got(post(201), hidden),
      got: got(post(201), hidden),
    },
  },
});

testThen(mediaType, {
  valid: { '415': { ordinary: undefined, got: got(post(415)), plain: undefined } },
  invalid: {
    '400': { ordinary, got: got(post(400)), plain },
    '201 without an effect': { ordinary, got: got(post(201), hidden), plain },
  },
  noted: { 'content of POST is read whatever its media type': { ordinary, got: got(post(201), shown), plain } },
  irrelevant: {
    '403': { ordinary, got: got(post(403)), plain },
    '406': { ordinary, got: got(post(406)), plain },
    'valid content is refused as well': { ordinary: post(400), got: got(post(400)), plain },
    'valid content is not shown either': { ordinary, got: got(post(201), hidden), plain: got(post(201), hidden) },
  },
});

const details = (json: Json, status = 400) =>
  exchange('POST /things', status, json, { 'content-type': 'application/problem+json' });
testThen(problem, {
  valid: { 'all members': { problems: [details({ type: 'about:blank', title: 'no', status: 400, detail: 'x' })] } },
  invalid: {
    'a title that is not a string': { problems: [details({}), details({ title: 1 })] },
    'another status': { problems: [details({ status: 500 })] },
    'a status as text': { problems: [details({ status: '400' })] },
    'a list': { problems: [details([])] },
  },
  ignored: { 'no members': { problems: [details({})] }, 'further members': { problems: [details({ errors: [1] })] } },
});

const first = post(400);
testThen(repeated, {
  valid: { 'refused again': { first, repeated: [post(400), post(422)] } },
  invalid: {
    'accepted in the end': { first, repeated: [post(400), post(201)] },
    'a server error in the end': { first, repeated: [post(500)] },
  },
  irrelevant: { 'the service is unavailable': { first, repeated: [post(503)] } },
});

const invalid = { body: { size: 11 }, pointer: '/size', keyword: 'maximum' };
const usual = exchange('GET', 200, { size: 3 });
const stored = { invalid, exchange: post(201), shown: exchange('GET', 200, { size: 11 }), usual };
testThen(schema, {
  valid: { '400': { invalid, exchange: post(400) } },
  invalid: { 'the value is stored': stored },
  noted: {
    'lenient: maximum violated at /size returned 201': { ...stored, shown: exchange('GET', 200, { size: 10 }) },
    'lenient: format violated at /size returned 201': { ...stored, invalid: { ...invalid, keyword: 'format' } },
  },
  irrelevant: { '403': { invalid, exchange: post(403) }, 'the service failed': { invalid, exchange: post(500) } },
});

testThen(statuses, {
  valid: { 'registered statuses': { tour: [post(201), exchange('GET', 200, {}), exchange('DELETE', 204)] } },
  invalid: {
    'an unregistered status': { tour: [post(201), exchange('GET', 299, {})] },
    '206 without a range': { tour: [exchange('GET', 206, {})] },
  },
  ignored: {
    'the profile accepts the status': under({ dialect: { extraStatuses: [499] } }, { tour: [exchange('GET', 499)] }),
  },
});

const get = exchange('GET', 200, { id: 't1' });
const allow = { allow: 'GET' };
testThen(method, {
  valid: {
    '405 with Allow': { get, asked: exchange('POST', 405, undefined, allow) },
    '501 for an unknown method': { get, asked: exchange('PROPFIND', 501) },
  },
  invalid: {
    '405 without Allow': { get, asked: exchange('POST', 405) },
    '404 for an item that exists': { get, asked: exchange('POST', 404) },
    'PROPFIND is acknowledged': { get, asked: exchange('PROPFIND', 204) },
    'PROPFIND is answered with another content': { get, asked: exchange('PROPFIND', 200, {}) },
    'PROPFIND is handled as GET': { get, asked: exchange('PROPFIND', 200, { id: 't1' }) },
  },
  irrelevant: {
    'a router returns 404 for an unknown method': { get, asked: exchange('PROPFIND', 404) },
    'POST is supported': { get, asked: exchange('POST', 200, {}) },
    'WebDAV is supported': { get, asked: exchange('PROPFIND', 207) },
    'GET fails': { get: exchange('GET', 500), asked: exchange('POST', 405) },
  },
});

const nonsense = { note: 'x', rank: 0 };
const written = (status: number, look?: object) => [
  { sent: nonsense, write: exchange('PUT', status), look: look && exchange('GET', 200, { id: 't1', ...look }) },
];
testThen(declaredWrites, {
  valid: { 'PUT is refused with 422': written(422), 'PUT is refused with 409': written(409) },
  invalid: { 'PUT stores it': written(200, nonsense) },
  irrelevant: {
    'PUT corrects it': written(200, { ...nonsense, rank: 1 }),
    'PUT returns 403': written(403),
    'PUT fails': written(500),
  },
});

const tooLow = { body: { rank: -1 }, pointer: '/rank', keyword: 'minimum' };
const nullRank = { body: { rank: null }, pointer: '/rank', keyword: 'type' };
const shownRank = exchange('GET', 200, { id: 't1', rank: 5 });
const breach = (miss: { body: { rank: number | null }; pointer: string; keyword: string }, rank: number | null) => ({
  before: shownRank,
  accepted: [{ miss, write: exchange('PATCH', 200), look: exchange('GET', 200, { id: 't1', rank }) }],
});
testThen(invalidWrites, {
  valid: { 'everything is refused': { before: shownRank, accepted: [] } },
  invalid: { 'the value is stored': breach(tooLow, -1) },
  ignored: {
    'the value is corrected': breach(tooLow, 0),
    'null is treated as absent': breach(nullRank, null),
    'the item does not show the member': { ...breach(tooLow, -1), before: exchange('GET', 200, { id: 't1' }) },
  },
});

const referring = (refused: number, accepted: number, ...writes: { status: number; isStored?: boolean }[]) => ({
  pointer: '/customerId',
  refused: post(refused),
  accepted: post(accepted),
  writes: writes.map(({ status, isStored = false }) => ({
    write: exchange('PUT', status),
    look: status === 200 ? exchange('GET', 200, {}) : undefined,
    isStored,
  })),
});
testThen(references, {
  valid: { 'PUT and PATCH refuse it': referring(422, 201, { status: 422 }, { status: 404 }) },
  invalid: {
    'PUT stores it': referring(422, 201, { status: 200, isStored: true }),
    'only the second write stores it': referring(404, 201, { status: 422 }, { status: 200, isStored: true }),
  },
  irrelevant: {
    'POST takes it, too': referring(201, 201),
    'POST refuses a known reference': referring(422, 422),
    'POST refuses both for another reason': referring(403, 403),
    'POST was refused for another reason': referring(403, 201),
    'PUT ignores the member': referring(422, 201, { status: 200 }),
  },
});

const requiresName = {
  collection: {
    create: { request: { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } },
    patch: { request: { mediaType: 'application/merge-patch+json' } },
  } as never,
};
const removal = (status: number, look?: ReturnType<typeof exchange>, isGone = false) => ({
  ...{ before: exchange('GET', 200, { name: 'a' }), sent: { name: 'a' } },
  tried: [{ name: 'name', patch: exchange('PATCH', status), after: look, isGone }],
});
const nameless = exchange('GET', 200, {});
testThen(keepsRequired, {
  valid: { 'the patch is refused': under(requiresName, removal(422)) },
  invalid: { 'the member is gone': under(requiresName, removal(200, nameless, true)) },
  noted: {
    'PATCH takes null for name, and the item keeps a value': under(
      requiresName,
      removal(200, exchange('GET', 200, { name: '' })),
    ),
    'PATCH takes null for name, and the media type does not say what null means': under(
      {
        collection: {
          ...(requiresName.collection as object),
          patch: { request: { mediaType: 'application/json' } },
        } as never,
      },
      removal(200, nameless, true),
    ),
  },
  irrelevant: {
    'the document does not require it': under(
      {
        collection: {
          create: { request: { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
        } as never,
      },
      removal(200, nameless, true),
    ),
    'PATCH is refused for another reason': under(requiresName, removal(403)),
    'GET fails': under(requiresName, removal(200, exchange('GET', 500), true)),
  },
});
