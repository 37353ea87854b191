import {
  exchange,
  rawExchange,
  silentExchange,
  testThen,
  textExchange,
  under,
} from '../../test/support/then-table.fixture.js';
import unknown from '../absence/missing-item-answers-404.js';
import credentials from '../access/reading-without-credentials-answers-401.js';
import tag from '../caching/current-entity-tag-answers-304.js';
import headSupported from '../safety/head-is-supported.js';
import headMirrors from '../safety/head-matches-get.js';
import repeated from '../safety/repeated-get-returns-the-same.js';
import oddIds from '../validation/unusual-ids-are-not-a-server-error.js';
import oddQueries from '../validation/unusual-queries-are-not-a-server-error.js';
import alwaysFails from './described-get-does-not-always-fail.js';
import internals from './errors-show-no-internals.js';
import effect from './get-does-not-change-what-it-returns.js';
import headFields from './head-has-the-fields-of-get.js';
import problems from './problem-details-are-well-formed.js';
import safe from './safe-requests-are-not-a-server-error.js';
import allow from './status-405-names-the-methods.js';
import statuses from './statuses-are-registered.js';

type Reads = readonly [ReturnType<typeof get>, ReturnType<typeof get>, ReturnType<typeof get>, ReturnType<typeof get>];
const path = '/settings';
const get = (status: number, json?: Parameters<typeof exchange>[2], headers = {}) =>
  exchange('GET /settings', status, json, headers);
const counts = (...values: number[]) => values.map((hits) => get(200, { hits })) as unknown as Reads;
const statusesOf = (...values: number[]) => values.map((status) => get(status)) as unknown as Reads;

testThen(effect, {
  valid: { 'the same four times': { path, template: '/settings', reads: counts(1, 1, 1, 1) } },
  invalid: {
    'one more with each read': { path, template: '/settings', reads: counts(1, 2, 3, 4) },
    'two less with each read': { path, template: '/settings', reads: counts(9, 7, 5, 3) },
  },
  ignored: {
    'more after a pause': { path, template: '/settings', reads: counts(1, 2, 3, 60) },
    'a page about the service': { path, template: '/status', reads: counts(1, 2, 3, 4) },
    'a declared statistic': under(
      { collection: { accessStatistics: ['/hits'] } },
      { path, template: '/settings', reads: counts(1, 2, 3, 4) },
    ),
  },
});

testThen(repeated.elsewhere, {
  valid: { 'the same status': { path, reads: statusesOf(200, 200, 200, 200) } },
  invalid: {
    'gone after a read': { path, reads: statusesOf(200, 404, 404, 404) },
    'there in turn': { path, reads: statusesOf(404, 200, 404, 200) },
  },
  irrelevant: {
    'never there': { path, reads: statusesOf(404, 404, 404, 404) },
    'refused for the load': { path, reads: statusesOf(200, 200, 403, 200) },
  },
});

const raw = (method: string, status: number, content = '', length?: string) =>
  rawExchange(`${method} /settings`, status, content, length === undefined ? {} : { 'content-length': length });
const both = (head: ReturnType<typeof raw>, length = '2') => ({
  gets: [raw('GET', 200, '{}', length), raw('GET', 200, '{}', '2')],
  heads: [head],
});
/** As many heads, each with a status and a length, between GETs of two bytes. */
const asked = (...heads: (readonly [status: number, length: string])[]) => ({
  gets: ['2', '2', '2'].map((length) => raw('GET', 200, '{}', length)),
  heads: heads.map(([status, length]) => raw('HEAD', status, '', length)),
});
const compressed = { 'content-length': '2', 'content-encoding': 'gzip' };
testThen(headSupported.elsewhere, {
  valid: { '200': both(raw('HEAD', 200)), '404 and 200': asked([404, '2'], [200, '2']) },
  invalid: { '405': both(raw('HEAD', 405)), '404': both(raw('HEAD', 404)) },
  noted: { 'HEAD returned 301': both(raw('HEAD', 301)) },
  irrelevant: { '403': both(raw('HEAD', 403)) },
});
testThen(headMirrors.elsewhere, {
  valid: {
    'the same length': both(raw('HEAD', 200, '', '2')),
    'no length': both(raw('HEAD', 200)),
    'another length once': asked([200, '9'], [200, '2']),
    'another status once': asked([404, '2'], [200, '2']),
  },
  invalid: {
    'another status': both(raw('HEAD', 204)),
    content: both(raw('HEAD', 200, '{}', '2')),
    'another length': both(raw('HEAD', 200, '', '9')),
    'another length each time': asked([200, '9'], [200, '8']),
    'another status each time': asked([404, '2'], [404, '2']),
  },
  ignored: {
    'a length that differs between two GETs': both(raw('HEAD', 200, '', '9'), '3'),
    'GET is compressed, and HEAD is not': {
      gets: [0, 1].map(() => rawExchange('GET /settings', 200, '{}', compressed)),
      heads: [raw('HEAD', 200, '', '9')],
    },
  },
});

const attempts = {
  valid: { 'no failure': { failure: undefined, ordinary: get(200) } },
  invalid: { '500 at the unusual one only': { failure: get(500), ordinary: get(200) } },
  irrelevant: { 'everything fails': { failure: get(500), ordinary: get(500) } },
};
testThen(oddQueries.elsewhere, attempts);
testThen(oddIds.elsewhere, attempts);

testThen(unknown.elsewhere, {
  valid: { '404': { real: get(200), id: 'x9', asked: get(404) }, '410': { real: get(200), id: 'x9', asked: get(410) } },
  invalid: {
    '200': { real: get(200), id: 'x9', asked: get(200) },
    '500': { real: get(200), id: 'x9', asked: get(500) },
    '400 for a number': { real: get(200), id: '79', asked: get(400) },
    '403, and the profile says that nothing is hidden': under(
      { dialect: { hidesNothing: true } },
      { real: get(200), id: 'x9', asked: get(403) },
    ),
  },
  irrelevant: {
    '400 for a text that may be ill-formed': { real: get(200), id: 'x9', asked: get(400) },
    '403': { real: get(200), id: 'x9', asked: get(403) },
  },
});

const tagged = (asked: ReturnType<typeof get>, isStable = true) => ({
  read: get(200, {}, { etag: '"a"' }),
  asked,
  isStable,
});
testThen(tag.elsewhere, {
  valid: { '304': tagged(get(304)) },
  invalid: { '200': tagged(get(200, {}, { etag: '"a"' })), '412': tagged(get(412)) },
  irrelevant: { '500': tagged(get(500)), 'another tag later': tagged(get(200, {}, { etag: '"a"' }), false) },
});

testThen(internals, {
  valid: { 'a plain error': { errors: [get(404, { title: 'Not Found' })] } },
  invalid: { 'a stack trace': { errors: [textExchange('GET /x', 500, 'Error: x\n    at find (/srv/find.js:1:2)')] } },
  ignored: { 'a path of the service': { errors: [get(404, { instance: '/settings' })] } },
});

const problem = (status: number, json: object) =>
  get(status, json as never, { 'content-type': 'application/problem+json' });
testThen(problems, {
  valid: { 'the status of the response': { problems: [problem(404, { status: 404 })] } },
  invalid: {
    'another status': { problems: [problem(404, { status: 400 })] },
    'a status as text': { problems: [problem(404, { status: '404' })] },
  },
  ignored: { 'no status at all': { problems: [problem(404, { title: 'x' })] } },
});

testThen(statuses, {
  valid: { registered: { seen: [get(200), get(404)], declared: [] } },
  invalid: { '499': { seen: [get(499)], declared: [] }, '201 to GET': { seen: [get(201)], declared: [] } },
  ignored: { '499 of the document': { seen: [get(499)], declared: [499] } },
});

const options = exchange('OPTIONS /settings', 204);
testThen(safe, {
  valid: { 'no failure': { seen: [options, get(405)], isRead: false } },
  invalid: {
    '500 where there is no GET': { seen: [options, get(500)], isRead: false },
    '500 for another id': { seen: [options, get(200), get(500)], isRead: true },
  },
  ignored: { '501 for OPTIONS': { seen: [exchange('OPTIONS /settings', 501), get(200)], isRead: true } },
  irrelevant: { 'GET itself fails': { seen: [options, get(500), get(500)], isRead: true } },
});

testThen(allow, {
  valid: { 'with Allow': { refused: [get(405, undefined, { allow: 'POST' })] } },
  invalid: { 'without Allow': { refused: [get(405)] } },
  ignored: { 'an empty Allow': { refused: [get(405, undefined, { allow: '' })] } },
});

testThen(credentials.elsewhere, {
  valid: { '401': { full: get(200), asked: get(401) } },
  invalid: { '200': { full: get(200), asked: get(200) }, '403': { full: get(200), asked: get(403) } },
  ignored: {
    '404 of a service that hides what exists': under(
      { dialect: { hideExistence: true } },
      { full: get(200), asked: get(404) },
    ),
  },
  irrelevant: {
    'not readable with credentials': { full: silentExchange('GET /settings'), asked: get(401) },
    'a redirect to a login': { full: get(200), asked: get(302) },
  },
});

const fields = { 'content-type': 'application/json', etag: '"a"', link: '</things?page=2>; rel="next"' };
const withFields = (head: object, get: object = fields, again = get) => ({
  gets: [get, again].map((one) => rawExchange('GET', 200, '{}', one as Record<string, string>)),
  heads: [rawExchange('HEAD', 200, '', head as Record<string, string>)],
});
testThen(headFields, {
  valid: { 'HEAD has the fields of GET': withFields({ ...fields, 'content-length': '2' }) },
  invalid: {
    'HEAD has no Link': withFields({ 'content-type': 'application/json' }),
    'HEAD has the length of the content, and no entity tag': withFields({
      ...fields,
      etag: undefined,
      'content-length': '2',
    }),
    'HEAD has another entity tag': withFields({ ...fields, etag: '"b"', 'content-length': '2' }),
  },
  ignored: {
    'GET is compressed, and its entity tag is weak': withFields(
      { ...fields, etag: '"a"', 'content-length': '9' },
      { ...fields, etag: 'W/"a"', 'content-encoding': 'gzip' },
      { ...fields, etag: 'W/"a"', 'content-encoding': 'gzip' },
    ),
    'the entity tag may be computed from the content': withFields({ ...fields, etag: undefined }),
    'each response has another entity tag': withFields({ ...fields, etag: '"b"', 'content-length': '2' }, fields, {
      ...fields,
      etag: '"c"',
    }),
    'only one of two GETs has the field': withFields({ 'content-type': 'application/json', etag: '"a"' }, fields, {
      etag: '"a"',
    }),
  },
});

const round = (status: number, control = 200) => ({ read: get(status), control: exchange('GET /tags', control) });
const silentRound = { read: silentExchange('GET'), control: exchange('GET /tags', 200) };

testThen(alwaysFails, {
  valid: { 'refused with 404 at last': { rounds: [round(500), round(404)] } },
  invalid: { '500 each time': { rounds: [round(500), round(500), round(500), round(500)] } },
  irrelevant: {
    '503 once': { rounds: [round(500), round(503)] },
    'no response once': { rounds: [round(500), silentRound] },
    'another address failed, too': { rounds: [round(500), round(500, 500)] },
  },
  noted: { 'GET failed for a time': { rounds: [round(500), round(500), round(200), round(500)] } },
});
