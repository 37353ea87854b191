import { describe, expect, test } from 'vitest';
import type { Json } from '../rule/index.js';
import { judgingOf } from './judging.js';
import { things } from './things.fixture.js';

const dialect = {
  deleteMissing: 'not-found',
  deletedItem: 'not-found',
  created: [201],
  hideExistence: false,
  badSyntax: [400],
  badMeaning: [422],
  conflict: [409],
  keyMismatch: [422],
  extraStatuses: [],
} as const;
const collection = { ...things, volatile: ['/declared'], accessStatistics: ['/views'] };
const judging = judgingOf(collection, ['/lines/*/at'], dialect);

const shown: Json = {
  id: 1,
  declared: 'x',
  views: 3,
  lines: [{ at: 'x', sku: 'a' }],
  updated_at: 'x',
  lastModifiedBy: 'me',
  'row-version': 2,
  deep: { ETag: 'x', kept: true },
  createdAt: 'x',
  status: 'updated',
  updates: 4,
};

describe('what is compared', () => {
  test('leaves out what was declared or learned to change by itself', () => {
    const { declared: _, views: __, lines: ___, ...rest } = shown as Record<string, Json>;
    expect(judging.steady(shown)).toEqual({ ...rest, lines: [{ sku: 'a' }] });
  });

  test('leaves out the bookkeeping of a write as well, and nothing that means something', () => {
    expect(judging.settled(shown)).toEqual({
      id: 1,
      lines: [{ sku: 'a' }],
      deep: { kept: true },
      createdAt: 'x',
      status: 'updated',
      updates: 4,
    });
  });

  test('tells one kind of noise from the other', () => {
    expect([judging.isVolatile('/lines/4/at'), judging.isAccessStatistic('/lines/4/at')]).toEqual([true, false]);
    expect([judging.isVolatile('/views'), judging.isAccessStatistic('/views')]).toEqual([false, true]);
  });
});
