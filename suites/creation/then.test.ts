import { exchange, item, listing, testThen, under } from '../../test/support/then-table.fixture.js';
import values from './created-item-has-the-sent-values.js';
import readable from './created-item-is-readable.js';
import identity from './identity-is-stable.js';
import location from './location-leads-to-the-item.js';
import refused from './refused-post-creates-nothing.js';
import created from './valid-post-answers-201.js';

const thing = item({ note: 'a', size: 2 });
const show = (json: { note?: string | null; size?: number | string }) => exchange('GET', 200, { id: 't1', ...json });
const seen = { item: thing, write: undefined, again: undefined };

testThen(values, {
  valid: { 'the sent values': { ...seen, read: show({ note: 'a', size: 2 }) } },
  invalid: {
    'another number': { ...seen, read: show({ note: 'a', size: 1 }) },
    'null instead of a text': { ...seen, read: show({ note: null, size: 2 }) },
    'a member that PUT stores is missing': {
      ...{ item: thing, read: show({ size: 2 }), write: exchange('PUT', 204), again: show({ note: 'a', size: 2 }) },
    },
  },
  ignored: {
    'letter case and spaces differ': { ...seen, read: show({ note: ' A ', size: 2 }) },
    'a number is shown as text': { ...seen, read: show({ note: 'a', size: '2.0' }) },
    'a member is never shown': {
      item: thing,
      read: show({ size: 2 }),
      write: exchange('PUT', 204),
      again: show({ size: 2 }),
    },
  },
  irrelevant: {
    'nothing is stored of what was sent in a wrapper that was assumed': under(
      {
        collection: {
          envelope: { style: 'member', request: 'thing', response: 'thing' },
          facts: [{ about: 'envelope', value: {}, provenance: 'observed', evidence: 'GET /things/1' }],
        },
      },
      { item: thing, read: show({}), write: exchange('PUT', 204), again: show({ note: 'a', size: 2 }) },
    ),
  },
});

testThen(readable, {
  valid: { '200': { item: thing, read: exchange('GET', 200, {}) } },
  invalid: { '404': { item: thing, read: exchange('GET', 404) }, '410': { item: thing, read: exchange('GET', 410) } },
  irrelevant: {
    '403': { item: thing, read: exchange('GET', 403) },
    '500': { item: thing, read: exchange('GET', 500) },
  },
});

const made = exchange('POST /things', 201, { id: 't1' });
const same = { id: 't1', made, read: exchange('GET', 200, { id: 't1' }) };
const put = (id: string, after = exchange('GET', 200, { id })) => ({
  entries: [],
  exchanges: [exchange('PUT', 204), after],
  after,
});
testThen(identity, {
  valid: {
    'the same id after a write': { ...same, later: put('t1') },
    'the same id in the list': { ...same, later: { entries: [{ id: 't1' }], exchanges: [] } },
  },
  invalid: {
    'another id after a write': { ...same, later: put('t2') },
    '404 after a write': { ...same, later: put('t1', exchange('GET', 404)) },
    'another id in the list': { ...same, later: { entries: [{ id: 't2' }], exchanges: [] } },
    'GET shows another id than POST': {
      ...{ id: 't1', made },
      read: exchange('GET', 200, { id: 't2' }),
      later: { entries: [], exchanges: [] },
    },
  },
  ignored: {
    'a number is shown as text': {
      id: '7',
      made: exchange('POST /things', 201, { id: 7 }),
      read: exchange('GET', 200, { id: '7' }),
      later: { entries: [], exchanges: [] },
    },
    'the accepted creation shows an operation': {
      ...{ ...same, made: exchange('POST /things', 202, { id: 'job' }) },
      later: { entries: [], exchanges: [] },
    },
    'the creation shows a receipt with an id of its own': {
      ...{ ...same, made: exchange('POST /things', 201, { id: 'receipt' }) },
      later: { entries: [], exchanges: [] },
    },
    'the item has its id in another member than the creation': {
      ...{ ...same, read: exchange('GET', 200, { id: 5, uid: 't1' }) },
      later: { entries: [{ id: 't1' }], exchanges: [] },
    },
    'the list has the id in another member': { ...same, later: { entries: [{ id: 5, uid: 't1' }], exchanges: [] } },
    'the list shows no id': { ...same, later: { entries: [{ note: 'a' }], exchanges: [] } },
  },
  irrelevant: {
    'GET fails after the write': { ...same, later: put('t1', exchange('GET', 500)) },
    'only the list shows an id': {
      ...{ id: 't1', made: exchange('POST /things', 201, {}), read: exchange('GET', 200, { uid: 't1' }) },
      later: { entries: [{ id: 't1' }], exchanges: [] },
    },
  },
});

const link = {
  made,
  mark: 'assay-1',
  location: '/things/t1',
  isAbsent: false,
  list: undefined,
  itemPath: '/things/t1',
};
const shown = exchange('GET /things/t1', 200, { note: 'assay-1' });
const missed = { exchange: exchange('GET /in/things/t1', 404), prefix: '/in' };
testThen(location, {
  valid: {
    'the item': { ...link, read: exchange('GET', 200, { id: 't1' }) },
    'the item, while the creation shows a receipt': {
      ...{ ...link, made: exchange('POST /things', 201, { id: 'receipt' }) },
      read: exchange('GET', 200, { id: 't1', note: 'assay-1' }),
    },
    'an item with another id beside that of the creation, and the marker': {
      ...{ ...link, read: exchange('GET', 200, { id: 5, uid: 't1', note: 'assay-1' }) },
    },
    'the item at another path, as the list links it': {
      ...{
        ...link,
        read: shown,
        missed,
        list: exchange('GET /things', 200, [{ url: 'http://a.example/in/things/t1' }]),
      },
    },
    'an item without an id, with the marker': { ...link, read: exchange('GET', 200, { note: 'assay-1' }) },
  },
  invalid: {
    'no Location': { ...link, location: undefined, read: undefined },
    'a Location that leads nowhere': { ...link, isAbsent: true, read: exchange('GET', 404) },
    'the unmarked item at another path': { ...link, read: exchange('GET /things/t1', 200, {}), missed },
    'the item at another path': { ...link, read: shown, missed, list: exchange('GET /things', 200, [{ id: 't1' }]) },
    'another item': { ...link, read: exchange('GET', 200, { id: 't0' }) },
  },
  noted: {
    'the resource at the Location could not be recognised': { ...link, read: exchange('GET', 200, {}) },
  },
  irrelevant: {
    'the Location names another host': { ...link, read: exchange('GET', 404) },
    '403': { ...link, read: exchange('GET', 403) },
    'GET fails': { ...link, read: exchange('GET', 500) },
  },
});

const refusal = { refused: exchange('POST /things', 400), mark: 'assay-1', why: '', isTraceable: true, isTaken: false };
testThen(refused, {
  valid: {
    'the list shows no marker of a refused POST': {
      traceable: [refusal],
      listing: listing([{ note: 'assay-2' }]),
      isCurrent: true,
    },
  },
  invalid: {
    'the list shows the marker of a refused POST': {
      traceable: [refusal],
      listing: listing([{ note: 'assay-1' }]),
      isCurrent: true,
    },
  },
  irrelevant: {
    'the list is not up to date': { traceable: [refusal], listing: listing([]), isCurrent: false },
    'the list is too long': { traceable: [refusal], listing: listing([], { isWhole: false }), isCurrent: true },
  },
});

const post = (status: number) => exchange('POST /things', status);
testThen(created, {
  valid: { '201': { made: post(201), isDeduplicated: false } },
  invalid: { '200': { made: post(200), isDeduplicated: false }, '204': { made: post(204), isDeduplicated: false } },
  noted: {
    'the profile allows creations to return 200': under(
      { dialect: { created: [201, 200] } },
      { made: post(200), isDeduplicated: false },
    ),
  },
  irrelevant: {
    '403': { made: post(403), isDeduplicated: false },
    'a business rule refuses the body': { made: post(422), isDeduplicated: false },
    'the service failed': { made: post(500), isDeduplicated: false },
    'the outcome is open': { made: post(202), isDeduplicated: false },
    'an equal item exists': { made: post(200), isDeduplicated: true },
  },
});
