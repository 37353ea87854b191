import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import declared from './declared-conflict-answers-409.js';
import freed from './freed-unique-value-can-be-reused.js';
import illegal from './illegal-transition-answers-409.js';
import later from './refused-action-succeeds-after-the-state-changes.js';
import duplicate from './refused-duplicate-has-no-effect.js';
import transition from './refused-transition-has-no-effect.js';
import taken from './taken-unique-value-answers-409.js';
import keeping from './write-keeps-the-state.js';

const post = (status: number) => exchange('POST /things', status);
const perform = (status: number) => exchange('POST /things/t1/refund', status);
const look = exchange('GET', 200, { id: 't1', state: 'open', note: 'a' });
const stop = { item: item(), state: 'open', look };

testThen(declared, {
  valid: {
    '409': { asked: post(409) },
    'the profile declares 422': under({ dialect: { conflict: [422] } }, { asked: post(422) }),
  },
  invalid: {
    '201': { asked: post(201) },
    '400': { asked: post(400) },
    '403, though a valid POST succeeds': { asked: post(403) },
  },
  irrelevant: {
    '401': { asked: post(401) },
    '403 for the rate': { asked: exchange('POST /things', 403, undefined, { 'retry-after': '9' }) },
    'the outcome is open': { asked: post(202) },
    '303': { asked: post(303) },
  },
});

const freeing = { refused: exchange('POST', 409), write: exchange('DELETE', 204), isRight: false };
const merged = { dialect: { conflict: [409, 422] } };
const again = exchange('POST', 422);
testThen(freed, {
  valid: { '201': { ...freeing, asked: exchange('POST', 201) } },
  invalid: {
    '409': { ...freeing, asked: exchange('POST', 409) },
    '422, the status of conflicts, and the content is accepted with another value': under(merged, {
      ...{ ...freeing, asked: again, isRight: true },
    }),
  },
  irrelevant: {
    'members only look unique': undefined,
    'the value was free before': { ...freeing, refused: exchange('POST', 201), asked: exchange('POST', 201) },
    'the second refusal is no conflict': { ...freeing, asked: exchange('POST', 400) },
    'the content is refused with another value, too': under(merged, { ...freeing, asked: again }),
  },
});

const step = (status: number) => ({ name: 'refund', stop, asked: perform(status) });
testThen(illegal, {
  valid: { 'every attempt returns 409': { tried: [step(409), step(409)], right: [] } },
  invalid: {
    'one of two succeeds': { tried: [step(409), step(201)], right: [] },
    '400, and the content is valid elsewhere': { tried: [step(400)], right: ['refund'] },
    '403, and the caller may perform it elsewhere': { tried: [step(403)], right: ['refund'] },
  },
  irrelevant: {
    'the state forbids no action': { tried: [], right: [] },
    '400, and the content may be invalid': { tried: [step(400)], right: [] },
    'the caller has no permission': { tried: [step(403)], right: [] },
  },
});

const retry = { refused: [perform(409)], ready: { ...stop, state: 'paid' }, isRight: true };
testThen(later, {
  valid: { '201': { ...retry, asked: perform(201) } },
  invalid: { 'still 409': { ...retry, asked: perform(409) } },
  irrelevant: {
    'the first request was not refused': { ...retry, refused: [perform(201)], asked: perform(201) },
    'the action fails elsewhere as well': { ...retry, asked: perform(409), isRight: false },
    'the caller has no permission': { ...retry, asked: perform(403) },
  },
});

const trace = (after: ReturnType<typeof exchange>, again?: ReturnType<typeof exchange>) => ({
  ...{ before: look, after, again, refused: [post(409)] },
});
const changed = exchange('GET', 200, { id: 't1', state: 'open', note: 'b' });
const entries = [
  { id: 't1', note: 'm' },
  { id: 't2', note: 'm' },
];
testThen(duplicate, {
  valid: { 'one item, unchanged': { refused: post(409), trace: trace(look), found: entries.slice(0, 1), pages: [] } },
  invalid: {
    'a second item': { refused: post(409), trace: trace(look), found: entries, pages: [] },
    'the first item changed': { refused: post(409), trace: trace(changed, changed), found: [], pages: [] },
    'the first item is gone': { refused: post(409), trace: trace(exchange('GET', 404)), found: [], pages: [] },
  },
  irrelevant: {
    'members only look unique': undefined,
    'the duplicate was accepted': { refused: post(201), trace: trace(look), found: entries, pages: [] },
    'a member changes with every read': { refused: post(409), trace: trace(changed, look), found: [], pages: [] },
  },
});

const attempt = { action: { name: 'refund', path: '/things/{id}/refund' }, before: undefined };
const refusal = { state: 'open', tries: [{ ...attempt, asked: perform(409) }], stray: undefined };
const record = exchange('GET /things/t1/refund', 200, { id: 'r1' });
testThen(transition, {
  valid: { 'the item is unchanged': { ...refusal, trace: trace(look) } },
  invalid: {
    'the item changed': { ...refusal, trace: trace(changed, changed) },
    'a record exists': {
      ...{ ...refusal, trace: trace(look) },
      stray: { found: record, expected: { record: 'none' }, actual: { '/id': 'r1' }, shows: [record] },
    },
  },
  irrelevant: {
    'the state forbids no action': { ...refusal, tries: [], trace: trace(look) },
    'the action was not refused': {
      ...refusal,
      tries: [{ ...attempt, asked: perform(201) }],
      trace: trace(changed, changed),
    },
    'GET of the record fails': {
      ...{ ...refusal, trace: trace(look) },
      stray: { found: exchange('GET', 500), expected: { record: 'none' }, actual: { record: 'gone' }, shows: [] },
    },
  },
});

const claim = { sent: { ref: 'a' }, unique: ['/ref'], first: post(201), isRight: false, look: undefined };
const second = exchange('GET /things/t2', 200, { id: 't2', ref: 'a' });
testThen(taken, {
  valid: { '409': { ...claim, asked: post(409), isDone: false } },
  invalid: {
    '201, and both items have the value': { ...claim, asked: post(201), isDone: true, look: second },
    '400, and other values are accepted': { ...claim, asked: post(400), isDone: false, isRight: true },
  },
  irrelevant: {
    'members only look unique': undefined,
    '201, and the second item has another value': {
      ...claim,
      asked: post(201),
      isDone: false,
      look: second,
    },
    '400, and other values are refused as well': { ...claim, asked: post(400), isDone: false },
    'the outcome is open': { ...claim, asked: post(202), isDone: true },
  },
});

const stated = (state: string, status = 200) => exchange('GET', status, { id: 't1', state });
const keep = { state: 'paid', before: stated('paid'), written: exchange('PUT', 200), after: stated('paid') };
const lost = { ...keep, after: stated('open') };
const withStates = { collection: { states: { pointer: '/state', initial: 'open', terminal: [], transitions: {} } } };
const refusedWrite = { ...lost, written: exchange('PUT', 409), idle: undefined };
testThen(keeping, {
  valid: { 'the item is in the same state': under(withStates, [{ ...keep, idle: undefined }, refusedWrite]) },
  invalid: {
    'the state is the first one again': under(withStates, [{ ...lost, idle: [stated('paid'), stated('paid')] }]),
    'no state is shown': under(withStates, [
      {
        ...{ ...keep, after: exchange('GET', 200, { id: 't1' }) },
        idle: [stated('paid'), stated('paid')],
      },
    ]),
  },
  irrelevant: {
    'the write was refused': under(withStates, [{ ...lost, written: exchange('PUT', 409), idle: undefined }]),
    'GET fails afterwards': under(withStates, [{ ...keep, after: stated('paid', 500), idle: undefined }]),
    'a cache answered': under(withStates, [
      {
        ...{ ...lost, after: exchange('GET', 200, { state: 'open' }, { age: '9' }) },
        idle: [stated('paid'), stated('paid')],
      },
    ]),
    'the state changes by itself': under(withStates, [{ ...lost, idle: [stated('paid'), stated('open')] }]),
  },
});
