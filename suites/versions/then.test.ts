import { exchange, testThen, under } from '../../test/support/then-table.fixture.js';
import inputs from './accepted-inputs-stay-accepted.js';
import members from './members-keep-their-names-and-types.js';
import parallel from './old-and-new-version-answer-in-parallel.js';
import operations from './resources-and-methods-are-kept.js';
import sunset from './sunset-is-not-before-deprecation.js';

const then = { name: 'things', path: '/things', operations: [], members: {}, required: ['note'] };
const post = (status: number) => exchange('POST /things', status);
const input = { then, whole: undefined, isLuck: false };
testThen(inputs, {
  valid: { '201': { ...input, asked: post(201) } },
  invalid: { 'only a body with more members is accepted': { ...input, asked: post(400), whole: post(201) } },
  ignored: { 'other values are accepted': { ...input, asked: post(422), isLuck: true } },
  irrelevant: {
    'a body with more members is refused as well': { ...input, asked: post(400), whole: post(400) },
    'the caller has no permission': { ...input, asked: post(403) },
  },
});

const read = exchange('GET', 200, { id: 't1', note: 7 });
testThen(members, {
  valid: { 'the same names and types': { read, left: [] } },
  invalid: { 'another type': { read, left: [{ pointer: '/note', was: ['string'], is: 'number' }] } },
  ignored: { 'another value of the same type': { read: exchange('GET', 200, { id: 't1', note: 'b' }), left: [] } },
});

const get = (status: number, headers = {}) => exchange('GET /v1/things', status, undefined, headers);
const round = (which: 'old' | 'new', ...statuses: number[]) => ({
  which,
  looks: statuses.map((status) => get(status)),
});
testThen(parallel, {
  valid: { 'both answer': { rounds: [round('old', 200), round('new', 200), round('old', 200)] } },
  invalid: {
    'the old version is gone': { rounds: [round('old', 404), round('new', 200)] },
    'the old version is gone afterwards': { rounds: [round('old', 200), round('new', 200), round('old', 410)] },
  },
  ignored: { 'one of two collections is missing': { rounds: [round('old', 200, 404), round('new', 200, 200)] } },
  irrelevant: {
    'the new version is refused': { rounds: [round('old', 200), round('new', 403)] },
    'the new version fails': { rounds: [round('old', 200), round('new', 500)] },
  },
});

const operation = (name: string, status: number) => ({
  operation: name,
  exchange: exchange(name.replace('{id}', 't1'), status),
});
const kept = operation('GET /things/{id}', 200);
testThen(operations, {
  valid: { 'all operations answer': { asked: [kept, operation('PUT /things/{id}', 400)], isThere: true } },
  invalid: {
    'PUT is no longer supported': { asked: [kept, operation('PUT /things/{id}', 405)], isThere: true },
    'the list is gone': { asked: [operation('GET /things', 404)], isThere: true },
  },
  ignored: {
    'the profile declares the status for conflicts': under(
      { dialect: { conflict: [405] } },
      { asked: [kept, operation('POST /things/{id}/refund', 405)], isThere: true },
    ),
  },
  irrelevant: {
    'the item does not exist': { asked: [operation('PUT /things/{id}', 404)], isThere: false },
    'nothing was requested': { asked: [], isThere: true },
    'an operation is refused': { asked: [kept, operation('PUT /things/{id}', 403)], isThere: true },
  },
});

const dates = (deprecation?: string, end?: string) => ({
  looks: [get(200, { ...(deprecation && { deprecation }), ...(end && { sunset: end }) })],
});
const [early, late] = ['Sun, 01 Nov 2026 00:00:00 GMT', 'Tue, 01 Dec 2026 00:00:00 GMT'];
testThen(sunset, {
  valid: { 'Sunset after Deprecation': dates('@1793491200', late) },
  invalid: { 'Sunset before Deprecation': dates('@1796083200', early) },
  noted: {
    'the old version has neither date': dates(),
    'the old version does not have both dates': dates(undefined, late),
  },
  irrelevant: { 'the old version does not answer': { looks: [get(404)] } },
});
