import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { isNewlyDeleted, isTombstone } from './tombstone.js';

test.each<[Json | undefined, boolean]>([
  [{ meta: { deleted: true } }, true],
  [{ meta: { deleted: '2026-01-01' } }, true],
  [{ meta: { deleted: false } }, false],
  [{ meta: { deleted: null } }, false],
  [{ meta: {} }, false],
  [undefined, false],
])('a tombstone is recognized by the declared member: %j', (shown, isOne) => {
  expect(isTombstone({ deletion: { mode: 'soft', tombstone: '/meta/deleted' } }, shown)).toBe(isOne);
  expect(isTombstone({ deletion: { mode: 'soft' } }, shown)).toBe(false);
});

describe('an item counts as deleted after', () => {
  test.each<[Json, Json]>([
    [{ id: 1 }, { id: 1, deleted: true }],
    [
      { id: 1, deleted_at: null },
      { id: 1, deleted_at: '2026-01-01T00:00:00Z' },
    ],
    [
      { id: 1, isDeleted: false },
      { id: 1, isDeleted: true },
    ],
    [
      { id: 1, status: 'open' },
      { id: 1, status: 'DELETED' },
    ],
    [{ id: 1 }, { id: 1, archivedAt: 1 }],
  ])('%j, then %j', (before, after) => expect(isNewlyDeleted(before, after)).toBe(true));

  test.each<[Json, Json | undefined]>([
    [{ id: 1 }, { id: 1 }],
    [{ id: 1 }, undefined],
    [
      { id: 1, deleted: true },
      { id: 1, deleted: true },
    ],
    [
      { id: 1, status: 'deleted' },
      { id: 1, status: 'deleted' },
    ],
    [{ id: 1 }, { id: 1, deleted: false }],
    [{ id: 1 }, { id: 1, note: 'deleted' }],
    [{ id: 1 }, { id: 1, undeleted: true }],
  ])('is not %j, then %j', (before, after) => expect(isNewlyDeleted(before, after)).toBe(false));
});
