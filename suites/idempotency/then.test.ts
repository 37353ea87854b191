import type { Exchange } from '#rule';
import { exchange, item, listing, testThen, under } from '../../test/support/then-table.fixture.js';
import siblings from './delete-does-not-change-other-items.js';
import deleteStatus from './delete-is-acknowledged.js';
import gone from './deleted-item-is-gone.js';
import unlisted from './deleted-item-is-not-listed.js';
import nullPatch from './null-in-a-patch-removes-the-member.js';
import patchEffect from './patch-changes-only-what-it-names.js';
import patchStatus from './patch-is-acknowledged.js';
import putStatus from './put-is-acknowledged.js';
import whole from './put-replaces-the-whole-item.js';
import putMissing from './put-to-a-missing-item-creates-it-or-fails.js';
import refusedPatch from './refused-patch-applies-nothing.js';
import refusedPut from './refused-put-changes-nothing.js';
import repeatedDelete from './repeated-delete-has-one-effect.js';
import repeatedPatch from './repeated-patch-is-observed.js';
import putTwice from './repeated-put-creates-nothing-more.js';
import repeatedPut from './repeated-put-has-one-effect.js';
import writeReturns from './write-returns-what-get-returns.js';

const sent = { note: 'a', size: 1 };
const thing = item(sent);
const made = thing.createdBy;
const show = (more: object = {}) => exchange('GET', 200, { id: 't1', ...sent, total: 1, ...more });
const before = show();
const absent = exchange('GET', 404);
const cached = exchange('GET', 200, { id: 't1', note: 'x' }, { age: '3' });

const removal = (after: typeof before, again?: typeof before) => ({
  ...{ made, removals: [exchange('DELETE', 204)], siblings: [{ sibling: thing, read: before, after }] },
  again: again ? [again] : [],
});
testThen(siblings, {
  valid: { 'the other item is unchanged': removal(before) },
  invalid: { 'the other item is gone': removal(absent), 'the other item changed': removal(show({ note: 'b' })) },
  irrelevant: {
    'a member changes with every read': removal(show({ note: 'b' }), show({ note: 'c' })),
    'a member that no client sends changed': removal(show({ total: 2 })),
    'a cache answered': removal(cached),
    'GET fails': removal(exchange('GET', 500)),
  },
});

/** Rows for the status of a write. */
const statuses = <S>(method: string, row: (status: number) => S) => ({
  invalid: { '201': row(201) },
  irrelevant: {
    [`${method} needs permission`]: row(403),
    'a rule of the business': row(409),
    'the service failed': row(500),
  },
});
testThen(deleteStatus, {
  ...statuses('DELETE', (status) => ({ made, removed: exchange('DELETE', status) })),
  valid: { '200': { made, removed: exchange('DELETE', 200) }, '204': { made, removed: exchange('DELETE', 204) } },
});
testThen(patchStatus, {
  ...statuses('PATCH', (status) => ({ made, patched: exchange('PATCH', status), parts: undefined })),
  valid: { 'all are 200 or 204': { made, patched: undefined, parts: undefined } },
});
const putting = (put?: Exchange, more: object = {}) => ({
  ...{ made, put, isSettled: false, stored: undefined, again: undefined, ...more },
});
const stored = { sent, by: exchange('PUT', 200) };
const again = (status: number) => putting(undefined, { stored, again: exchange('PUT', status) });
const describing = (statuses: readonly number[], more: object = {}) =>
  ({
    collection: {
      replace: { method: 'PUT', path: '/things/{id}', provenance: 'described', parameters: [], statuses, ...more },
    },
  }) as const;
const named = { creation: { path: '/things/{id}', isNamed: true } };
testThen(putStatus, {
  ...statuses('PUT', (status) => putting(exchange('PUT', status))),
  valid: {
    'all are 200 or 204': putting(),
    'the repetition is 200': under(describing([200, 422]), again(200)),
  },
  invalid: {
    '201': putting(exchange('PUT', 201)),
    '202, and the change is complete': putting(exchange('PUT', 202), { isSettled: true }),
    'the repetition has a status that is not described': under(describing([200, 422]), again(452)),
    'an item that PUT created exists already': under(
      { collection: { ...describing([200, 201]).collection, ...named } },
      again(409),
    ),
  },
  ignored: {
    'the document describes the refusal': under(describing([200, 422]), again(422)),
    'the document describes any refusal': under(describing([200], { responses: { default: {} } }), again(422)),
    'the document does not say that PUT replaces': under(describing([201]), again(452)),
    'a version in the content is old': under(describing([200]), again(409)),
    'the service needs a precondition': under(describing([200]), again(428)),
  },
});

const deletion = { item: thing, read: before, removed: exchange('DELETE', 204) };
const tombstone = { collection: { deletion: { mode: 'soft', tombstone: '/gone' } } } as const;
testThen(gone, {
  valid: { '404': { ...deletion, after: absent }, '410': { ...deletion, after: exchange('GET', 410) } },
  invalid: { '200': { ...deletion, after: before } },
  noted: { 'the deleted item is shown as deleted': under(tombstone, { ...deletion, after: show({ gone: true }) }) },
  irrelevant: {
    'a member says that the item is deleted': { ...deletion, after: show({ deletedAt: '2026-01-01T00:00:00Z' }) },
    'tombstones are declared': under({ dialect: { deletedItem: 'tombstone' } }, { ...deletion, after: before }),
    'a cache answered': { ...deletion, after: cached },
    'another item has the id': { ...deletion, after: show({ note: 'b', size: 9 }) },
    '403': { ...deletion, after: exchange('GET', 403) },
    'GET fails': { ...deletion, after: exchange('GET', 500) },
  },
});

const entry = { id: 't1', ...sent };
const list = {
  item: thing,
  listed: entry,
  removed: [exchange('DELETE', 204)],
  after: listing([]),
  still: undefined,
  isCopy: false,
};
testThen(unlisted, {
  valid: { 'the list does not show the item': list },
  invalid: {
    'the list shows the item': { ...list, after: listing([entry]), still: entry },
    'the list shows it with another id that clients choose': {
      ...list,
      item: item(entry),
      still: { ...entry, id: 't9' },
      isCopy: true,
    },
  },
  noted: {
    'the deleted item is listed as deleted': under(tombstone, { ...list, still: { ...entry, gone: true } }),
  },
  irrelevant: {
    'the list is too long': { ...list, after: listing([], { isWhole: false }) },
    'tombstones are declared': under({ dialect: { deletedItem: 'tombstone' } }, { ...list, still: entry }),
    'a member says that the item is deleted': { ...list, still: { ...entry, status: 'deleted' } },
    'a cache answered': { ...list, after: listing([entry], { pages: [cached] }), still: entry },
    'another item has the id': { ...list, still: { ...entry, note: 'b' } },
  },
});

const patch = (after: typeof before, again?: typeof before) => ({
  item: thing,
  rounds: [{ sent: { note: 'b' }, named: ['note'], before, patched: exchange('PATCH', 200), after, again }],
});
testThen(patchEffect, {
  valid: { 'only the named member changed': patch(show({ note: 'b' })) },
  invalid: {
    'another member changed': patch(show({ note: 'b', size: 9 }), show({ note: 'b', size: 9 })),
    'the item is gone': patch(absent),
  },
  ignored: { 'a derived member changed': patch(show({ note: 'b', total: 2 }), show({ note: 'b', total: 2 })) },
  irrelevant: { 'another member changes with every read': patch(show({ size: 9 }), show({ size: 8 })) },
});

const visible = { made, read: before, put: exchange('PUT', 204), insisted: undefined };
const noSize = exchange('GET', 200, { id: 't1', note: 'b' });
testThen(whole, {
  valid: { 'no member was kept': { ...visible, after: noSize, kept: [], defaults: undefined } },
  invalid: {
    'a member was kept that a new item does not have': {
      ...{ ...visible, after: show({ note: 'b' }), kept: ['size'] },
      defaults: { left: ['size'], fresh: noSize, filled: before },
    },
  },
  ignored: {
    'the value is the default': {
      ...{ ...visible, after: show({ note: 'b' }), kept: ['size'] },
      defaults: { left: ['size'], fresh: before, filled: before },
    },
    'PUT never stores the member': {
      ...{ ...visible, after: show({ note: 'b' }), kept: ['size'] },
      defaults: { left: ['size'], fresh: noSize, filled: noSize },
    },
  },
  irrelevant: {
    'the change appeared later': {
      ...{ ...visible, after: before, kept: ['size'], defaults: undefined },
      insisted: {
        writes: [exchange('PUT', 204)],
        sent: {},
        look: before,
        effect: 'late',
        tried: ['note'],
        untried: [],
      },
    },
  },
});

const put = (status: number) => exchange('PUT', status);
const missing = (status: number, after: typeof before, more: object = {}) => ({
  ...{ put: put(status), after, other: undefined, gone: undefined, ...more },
});
testThen(putMissing, {
  valid: {
    '404, and nothing exists': missing(404, absent),
    'a deleted item stays deleted': missing(404, absent, { gone: absent }),
  },
  invalid: {
    '400, and an item exists': missing(400, before, { other: absent }),
    '200, and nothing exists': missing(200, absent, { other: absent }),
    '200 instead of 201': missing(200, before, { other: absent }),
    '200, and a deleted item is back': missing(200, before, { other: absent, gone: absent }),
  },
  noted: { 'PUT creates missing items': missing(201, before) },
  irrelevant: {
    'every URL has a representation': missing(200, before, { other: before }),
    'GET fails': missing(404, exchange('GET', 500)),
    'the service failed': missing(500, absent),
    'the 404 of a deleted item may be cached': missing(200, absent, { gone: absent }),
  },
});

/** Rows for two reads around refused writes. */
const reads = <S>(row: (after: typeof before, again?: typeof before) => S) => ({
  valid: { 'the item is unchanged': row(before) },
  invalid: { 'a member changed': row(show({ note: 'b' }), show({ note: 'b' })), 'the item is gone': row(absent) },
  irrelevant: {
    'a member changes with every read': row(show({ note: 'b' }), show({ note: 'c' })),
    'a member that no client sends changed': row(show({ total: 2 }), show({ total: 2 })),
    'a cache answered': row(cached),
  },
});
const miss = { body: {}, pointer: '/note', keyword: 'type' };
const writes = [{ miss, sent: {}, write: exchange('PATCH', 400) }];
testThen(
  refusedPatch,
  reads((after, again) => ({ sent, before, writes, after, again })),
);
testThen(
  refusedPut,
  reads((after, again) => ({ sent, before, puts: [put(400)], after, again })),
);
testThen(
  repeatedPut,
  reads((after, again) => ({ sent, first: put(200), before, rounds: [{ put: put(200), after, again }] })),
);

const rounds = (status: number, look: typeof before) => ({
  ...{ item: thing, read: before },
  rounds: [
    { removed: exchange('DELETE', 204), look: absent },
    { removed: exchange('DELETE', status), look },
  ],
});
testThen(repeatedDelete, {
  valid: { '404': rounds(404, absent), '204': rounds(204, absent) },
  invalid: { '500': rounds(500, absent), 'the item is back': rounds(204, before) },
  irrelevant: { 'another item has the id': rounds(404, show({ note: 'b' })), 'a cache answered': rounds(404, cached) },
});

testThen(repeatedPatch, {
  valid: { 'GET fails': { once: exchange('GET', 500), second: exchange('PATCH', 200), twice: before } },
  noted: {
    'a repeated PATCH did not change the item': { once: before, second: exchange('PATCH', 200), twice: before },
    'a repeated PATCH changed /size': { once: before, second: exchange('PATCH', 200), twice: show({ size: 2 }) },
    'a repeated PATCH returned 409': { once: before, second: exchange('PATCH', 409), twice: before },
  },
});

const [one, other] = [
  { id: 't1', note: 'w' },
  { id: 't2', note: 'a' },
];
const twice = { puts: [put(200), put(200)], listing: listing([one]), word: 'w', copies: [] };
testThen(putTwice, {
  valid: {
    'one item': twice,
    'the creation stored two': { ...twice, listing: listing([one, other]), copies: [other] },
  },
  invalid: {
    'two items': { ...twice, listing: listing([one, { ...other, note: 'w' }]) },
    'each made an item with the values from before': {
      ...twice,
      listing: listing([one, other, { ...other, id: 't3' }]),
      copies: [other, { ...other, id: 't3' }],
    },
  },
  irrelevant: {
    'the list does not show the text': { ...twice, listing: listing([{ id: 't1' }]) },
    'the list is too long': { ...twice, listing: listing([one], { isWhole: false }) },
  },
});

const noted = (note: string | null) => exchange('GET', 200, { id: 't1', note });
const contradiction = (told: string | null, is: string | null) => ({
  ...{
    sent: { note: 'new' },
    before: noted('old'),
    write: exchange('PATCH', 200, { id: 't1', note: told }),
    after: noted(is),
  },
});

testThen(writeReturns, {
  valid: { 'both show the new value': contradiction('new', 'new') },
  invalid: {
    'the response shows the value from before': contradiction('old', 'new'),
    'the response shows a value that GET does not show': contradiction('new', 'old'),
  },
  ignored: {
    'the response has the sent form, GET the stored one': contradiction(' new', 'new'),
    'the response lacks the member': { ...contradiction('new', 'new'), write: exchange('PATCH', 200, { id: 't1' }) },
  },
  irrelevant: { 'GET fails': { ...contradiction('new', 'new'), after: exchange('GET', 500) } },
});

const cleared = (after: ReturnType<typeof exchange>) => ({
  ...{ before: noted('old'), rounds: [{ name: 'note', patch: exchange('PATCH', 200), after }] },
});
const merging = (mediaType: string) => ({
  collection: {
    patch: {
      method: 'PATCH',
      path: '/things/{id}',
      provenance: 'described',
      statuses: [],
      parameters: [],
      request: { mediaType },
    } as const,
  },
});
const mergePatch = merging('application/merge-patch+json');
testThen(nullPatch, {
  valid: {
    'the member is gone': cleared(exchange('GET', 200, { id: 't1' })),
    'the member is null': cleared(noted(null)),
  },
  invalid: { 'the member is as it was': under(mergePatch, cleared(noted('old'))) },
  ignored: {
    'a default takes its place': under(mergePatch, cleared(noted(''))),
    'null is refused': {
      before: noted('old'),
      rounds: [{ name: 'note', patch: exchange('PATCH', 422), after: undefined }],
    },
  },
  noted: {
    'PATCH takes /note: null, and leaves the member; the media type does not say what null means': under(
      merging('application/json'),
      cleared(noted('old')),
    ),
  },
  irrelevant: { 'GET fails': under(mergePatch, cleared(exchange('GET', 500))) },
});
