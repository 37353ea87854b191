import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import created from './action-answers-201.js';
import others from './action-keeps-the-other-items.js';
import state from './action-leads-to-the-declared-state.js';
import paths from './paths-name-resources.js';
import owner from './record-belongs-to-its-item.js';
import removedItem from './record-goes-with-its-item.js';
import members from './record-has-the-declared-members.js';
import readable from './record-is-readable.js';
import removedRecord from './removed-record-is-gone.js';
import repeated from './repeated-action-creates-no-second-record.js';
import failing from './repeated-action-is-not-a-server-error.js';

const action = '/things/t1/cancellation';
const post = (status: number, json?: { id: string }) => exchange(`POST ${action}`, status, json);

testThen(created, {
  valid: { '201': { performed: post(201), told: [] } },
  invalid: {
    '200': { performed: post(200), told: [] },
    '204, and the document lists 201': { performed: post(204), told: [201] },
  },
  irrelevant: {
    'the state forbids the action': { performed: post(409), told: [] },
    'the caller has no permission': { performed: post(403), told: [] },
    'the service failed': { performed: post(500), told: [] },
    'the outcome is open': { performed: post(202), told: [] },
    'the document declares 200': { performed: post(200), told: [200] },
  },
});

const states = {
  pointer: '/state',
  terminal: ['gone'],
  transitions: { open: { pay: 'paid' }, paid: { ship: 'sent' } },
};
const show = (of: string) => exchange('GET', 200, { id: 't1', state: of });
const other = (from: string, to: string, status = 200) => ({
  ...{ before: show(from), after: status === 200 ? show(to) : exchange('GET', status), from, to },
});
const among = (looks: readonly ReturnType<typeof other>[], idle?: readonly ReturnType<typeof other>[]) => ({
  ...{ performed: post(201), moved: 'paid', others: looks, idle },
});
const calm = [other('open', 'open')];
testThen(others, {
  valid: { 'the other item is the same': among(calm) },
  invalid: {
    'the other item took the same state': among([other('open', 'paid')], calm),
    'the other item is gone': among([other('open', 'open', 404)], calm),
  },
  ignored: { 'the other item took another state': among([other('open', 'waiting')]) },
  irrelevant: {
    'the action was refused': { ...among(calm), performed: post(409) },
    'items take this state by themselves': among([other('open', 'paid')], [other('open', 'paid')]),
    'items disappear by themselves': among([other('open', 'open', 404)], [other('open', 'open', 404)]),
    'the item shows the same state': { ...among(calm), moved: undefined },
    'the other item cannot be read': among([other('open', 'open', 500)]),
  },
});

const lead = (shown: string | undefined) => ({
  ...{ performed: post(201), next: 'paid', state: shown, after: show(shown ?? '') },
});
testThen(state, {
  valid: { 'the declared state': under({ collection: { states } }, lead('paid')) },
  invalid: {
    'the former state': under({ collection: { states } }, lead('open')),
    'another declared state': under({ collection: { states } }, lead('gone')),
  },
  irrelevant: {
    'the item moved on by itself': under({ collection: { states } }, lead('sent')),
    'an undeclared state': under({ collection: { states } }, lead('elsewhere')),
    'no state is shown': under({ collection: { states } }, lead(undefined)),
    'the action was refused': under({ collection: { states } }, { ...lead('open'), performed: post(409) }),
  },
});

testThen(paths, {
  noted: {
    'all 2 paths can be read as names of resources': { paths: ['/orders', '/orders/{id}/cancellation'] },
    'paths that may be verbs: /orders/{id}/cancel, /orders:search': {
      paths: ['/orders', '/orders/{id}/cancel', '/orders:search'],
    },
  },
});

const detail = { what: 'reason', pointer: '/reason', sent: 'too late', isOptional: false };
const record = (json: { reason?: string | null }) => ({
  ...{ performed: post(201), details: [detail], shown: exchange(`GET ${action}`, 200, json) },
});
testThen(members, {
  valid: { 'the sent reason': record({ reason: 'too late' }) },
  invalid: {
    'no reason': record({}),
    'an empty reason': record({ reason: ' ' }),
    'a truncated reason': record({ reason: 'too' }),
  },
  ignored: { 'letter case and spaces differ': record({ reason: ' Too late ' }) },
  irrelevant: { 'the record is not shown': { ...record({}), shown: exchange(`GET ${action}`, 404) } },
});

const get = (status: number, json?: { id: string }) => exchange(`GET ${action}`, status, json);
const one = { item: item(), performed: post(201, { id: 'r1' }) };
testThen(readable, {
  valid: { 'the same record twice': { ...one, read: get(200, { id: 'r1' }), again: get(200, { id: 'r1' }) } },
  invalid: {
    '404': { ...one, read: get(404), again: get(404) },
    '404 at the second read': { ...one, read: get(200, { id: 'r1' }), again: get(404) },
    'another id at the second read': { ...one, read: get(200, { id: 'r1' }), again: get(200, { id: 'r2' }) },
    'another id than the action returned': { ...one, read: get(200, { id: 'r2' }), again: get(200, { id: 'r2' }) },
  },
  irrelevant: {
    '403': { ...one, read: get(403), again: get(403) },
    '500': { ...one, read: get(500), again: get(500) },
  },
  ignored: {
    'the action returned the item': {
      ...one,
      performed: post(201, { id: 't1' }),
      read: get(200, { id: 'r1' }),
      again: get(200, { id: 'r1' }),
    },
  },
});

const known = { name: 'cancellation', path: '/things/{id}/cancellation', fields: { date: '/date' } };
const round = { item: item(), first: post(201, { id: 'r1' }), before: get(200, { id: 'r1' }), action: known };
testThen(repeated, {
  valid: {
    'the repetition is refused': { ...round, repeats: [post(409)], after: get(200, { id: 'r1' }) },
    'the repetition returns the record': {
      ...round,
      repeats: [post(200, { id: 'r1' })],
      after: get(200, { id: 'r1' }),
    },
  },
  invalid: {
    'the repetition returns another record': {
      ...round,
      repeats: [post(201, { id: 'r2' })],
      after: get(200, { id: 'r1' }),
    },
    'the record has another id afterwards': { ...round, repeats: [post(409)], after: get(200, { id: 'r2' }) },
    'the record has another date afterwards': {
      ...{ ...round, before: exchange(`GET ${action}`, 200, { id: 'r1', date: 'a' }), repeats: [post(409)] },
      after: exchange(`GET ${action}`, 200, { id: 'r1', date: 'b' }),
    },
  },
  irrelevant: {
    'no response shows a record': {
      ...round,
      first: post(204),
      before: undefined,
      repeats: [post(204)],
      after: undefined,
    },
    'GET fails at the end': { ...round, repeats: [post(409)], after: get(500) },
  },
});

const payment = exchange('GET', 200, { id: 'c1' });
const taken = { performed: post(201), before: payment, removed: exchange('DELETE', 204), after: payment };
testThen(removedRecord, {
  valid: {
    '404 afterwards': { ...taken, after: exchange('GET', 404) },
    '410 afterwards': { ...taken, after: exchange('GET', 410) },
  },
  invalid: { 'the same record afterwards': taken },
  noted: {
    'GET shows another representation after DELETE': {
      ...taken,
      after: exchange('GET', 200, { id: 'c1', removed: true }),
    },
  },
  irrelevant: {
    'DELETE is refused': { ...taken, removed: exchange('DELETE', 409) },
    'the outcome of DELETE is open': { ...taken, removed: exchange('DELETE', 202) },
    'GET fails': { ...taken, after: exchange('GET', 500) },
    'a cache answered': { ...taken, after: exchange('GET', 200, { id: 'c1' }, { age: '3' }) },
  },
});

const again = (control: number | undefined, ...repeats: number[]) => ({
  performed: post(201),
  repeats: repeats.map((status) => post(status)),
  control: control === undefined ? undefined : post(control),
});
testThen(failing, {
  valid: { 'a conflict': again(undefined, 409), 'the same record': again(undefined, 200) },
  invalid: { 'each repetition fails': again(201, 500, 500) },
  irrelevant: {
    'it fails only once': again(201, 500, 409),
    'the action fails on another item': again(500, 500, 500),
    'the service is throttled': again(undefined, 429),
    'a gateway has trouble': again(undefined, 503),
  },
});

const twoItems = {
  ...{ item: item({}, 't1'), other: item({}, 't2'), performed: post(201, { id: 'r1' }) },
  ...{ before: get(404), record: get(200, { id: 'r1' }), after: get(404) },
  ...{ performedNext: post(201, { id: 'r2' }), recordNext: get(200, { id: 'r1' }), others: [get(404)] },
};
const alone = { ...twoItems, performedNext: undefined, recordNext: undefined };
testThen(owner, {
  valid: { 'each item shows its own record': twoItems, 'the action is refused on the other item': alone },
  invalid: {
    'the other item shows the record': { ...alone, after: get(200, { id: 'r1' }) },
    'the other item shows it in place of another one': {
      ...alone,
      before: get(200, { id: 'r0' }),
      after: get(200, { id: 'r1' }),
    },
    'another action shows the same record': { ...twoItems, others: [get(404), get(200, { id: 'r1' })] },
    'the record is gone after the action on the other item': { ...twoItems, recordNext: get(404) },
    'the record is the one of the other item': { ...twoItems, recordNext: get(200, { id: 'r2' }) },
  },
  irrelevant: {
    'both items show one record before and after': {
      ...{ ...alone, before: get(200, { id: 'r1' }), after: get(200, { id: 'r1' }) },
    },
    'the record has no id': { ...twoItems, record: exchange(`GET ${action}`, 200, {}) },
    'the action is refused': { ...alone, performed: post(409) },
    'the record is not shown': { ...alone, record: get(404) },
    'a cache answered': { ...alone, after: exchange(`GET ${action}`, 200, { id: 'r1' }, { age: '3' }) },
  },
});

const withRecord = {
  ...{ performed: post(201, { id: 'r1' }), record: get(200, { id: 'r1' }), removed: exchange('DELETE', 204) },
  ...{ item: exchange('GET', 404), after: get(404) },
};
testThen(removedItem, {
  valid: { 'the record is gone': withRecord, 'the record is gone for good': { ...withRecord, after: get(410) } },
  invalid: { 'the record is still shown': { ...withRecord, after: get(200, { id: 'r1' }) } },
  irrelevant: {
    'DELETE is refused': { ...withRecord, removed: exchange('DELETE', 409), item: exchange('GET', 200) },
    'the item is shown as removed': { ...withRecord, item: exchange('GET', 200, { deleted: true }) },
    'the record is shown changed': { ...withRecord, after: exchange(`GET ${action}`, 200, { removed: true }) },
    'GET of the record fails': { ...withRecord, after: get(500) },
    'a cache answered': { ...withRecord, after: exchange(`GET ${action}`, 200, { id: 'r1' }, { age: '3' }) },
  },
});
