import { expect, test } from 'vitest';
import { simplestDesign } from '../design/simplest.js';
import type { Truth } from '../engine/truth.js';
import { describeService } from '../facts/build-facts.js';
import { compareLeftovers, listHarmed } from './compare-leftovers.js';

const facts = describeService(simplestDesign);
const item = { collection: 0, parent: undefined, owner: undefined, exists: true };
const other = { ...item, content: {}, initial: {}, isIntact: true, harmedBy: [] };

const truth: Truth = {
  others: [
    { ...other, id: 'o1' },
    { ...other, id: 'o2', isIntact: false, exists: false, harmedBy: ['DELETE /bookings/o2'] },
    { ...other, id: 'o3', isIntact: false },
  ],
  visitors: [
    { ...other, id: 'v1', isIntact: false },
    { ...other, id: 'v2', harmedBy: ['PUT /bookings/v2'] },
  ],
  created: [
    { ...item, id: 'a', content: { guest_name: 'assay-1' } },
    { ...item, id: 'b', content: { guest_name: 'assay-2' } },
    { ...item, id: 'c', content: {}, exists: false },
    { ...item, id: 'd', content: {} },
  ],
  requests: {},
};

const compare = (...leftovers: Parameters<typeof compareLeftovers>[2]) => compareLeftovers(facts, truth, leftovers);
const url = 'http://127.0.0.1:80/bookings';
const why = '';

test('items that exist are named by address, by marker, or by the number in their list', () => {
  expect(compare({ url: `${url}/a`, why }, { url: `${url} (marked assay-2)`, why }, { url, why, count: 1 })).toEqual({
    left: 3,
    reported: 3,
    unreported: [],
    notLeft: [],
  });
});

test('items that no entry names are unreported, and entries for none are wrong unless they may not exist', () => {
  const compared = compare({ url: `${url}/c`, why }, { url: `${url} (marked assay-2)`, why, mayExist: true });
  expect(compared).toEqual({
    left: 3,
    reported: 2,
    unreported: ['/bookings/a', '/bookings/d'],
    notLeft: ['/bookings/c'],
  });
  expect(compare({ url, why, count: 5, mayExist: true })).toMatchObject({ unreported: [], notLeft: [] });
});

test('harmed are items of others that were written to or changed, and of visitors those that were written to', () => {
  expect(listHarmed(facts, truth).map(({ id, is }) => `${id} ${is}`)).toEqual(['o2 gone', 'o3 changed', 'v2 written']);
});
