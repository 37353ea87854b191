import { expect, test } from 'vitest';
import { exchange, testThen, under } from '../../test/support/then-table.fixture.js';
import { chooseNestedPatch, listLostMembers } from './_shared/nested-patches.js';
import nested from './merge-patch-keeps-nested-members.js';

const size = { width: 1, height: 2 };
const show = (value: typeof size | { width: number } | string) => exchange('GET', 200, { id: 't1', size: value });
const chosen = { body: { size }, pointer: '/size', patch: { size: { width: 3 } }, kept: ['height'] };
const patch = exchange('PATCH', 200);
const seen = { chosen, before: show(size), patch, whole: patch, after: show({ width: 3 }), lost: ['/size/height'] };
const of = (mediaType: string) => ({
  collection: {
    patch: {
      ...({ method: 'PATCH', path: '/things/{id}', provenance: 'described', statuses: [], parameters: [] } as const),
      request: { mediaType },
    },
  },
});
const merging = of('application/merge-patch+json');

testThen(nested, {
  valid: { 'the other member stays': under(merging, { ...seen, after: show({ width: 3, height: 2 }), lost: [] }) },
  invalid: {
    'the other member is absent': under(merging, seen),
    'only the whole object is accepted': under(merging, { ...seen, patch: exchange('PATCH', 422), lost: [] }),
  },
  irrelevant: {
    'the media type says nothing about objects': under(of('application/json'), seen),
    'the object is shown as text': under(merging, { ...seen, before: show('1x2'), lost: [] }),
    'GET fails': under(merging, { ...seen, after: exchange('GET', 500) }),
    'a cache answered': under(merging, { ...seen, after: exchange('GET', 200, {}, { age: '3' }) }),
  },
});

test('a patch changes one member of an object that has several', () => {
  const bodies = [{ size }, { size: { width: 5, height: 2 } }, { size: { width: 5 } }];
  expect([0, 1].map((turn) => chooseNestedPatch(bodies, turn)?.patch)).toEqual([
    { size: { width: 5 } },
    { size: { width: 5 } },
  ]);
  expect(chooseNestedPatch([{ size: { width: 5 } }, { note: 'a' }], 0)).toBeUndefined();
});

test('only members that were shown before can be lost', () => {
  expect(listLostMembers(chosen, show({ width: 1 }), show({ width: 3 }))).toEqual([]);
  expect(listLostMembers(chosen, show(size), show({ width: 3 }))).toEqual(['/size/height']);
});
