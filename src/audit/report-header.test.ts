import { expect, test } from 'vitest';
import { loadProfile } from '../profile/load-profile.js';
import { testCollection } from '../run/test-service.fixture.js';
import { listChosenDialects } from './report-header.js';

const quick = {
  ...testCollection,
  consistency: { itemMs: 0, listMs: 0 },
  pagination: { ...testCollection.pagination, style: 'page' as const },
};
const profile = await loadProfile({ baseUrl: 'http://localhost:1', cwd: '/', env: {} });

test('nothing is listed if all choices are the default', () => {
  expect(listChosenDialects(profile, [quick])).toEqual([]);
});

test('each choice is listed with its default', () => {
  const dialect = { ...profile.dialect, deletedItem: 'gone' as const, badMeaning: [400, 422] };
  const collection = {
    ...quick,
    deletion: { mode: 'soft' as const },
    pagination: { ...quick.pagination, overMax: 'reject' as const },
    accessStatistics: ['/views'],
  };
  expect(listChosenDialects({ dialect, chosenDialects: ['deletedItem', 'badMeaning'] }, [collection])).toEqual([
    'deletedItem: gone (default: not-found)',
    'badMeaning: 400, 422 (default: 422)',
    'things: delete.mode: soft (default: hard)',
    'things: pagination.overMax: reject (default: clamp, reject or default)',
    'things: accessStatistics: /views (default: none)',
  ]);
});
