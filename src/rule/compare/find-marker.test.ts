import { describe, expect, test, vi } from 'vitest';
import type { Json } from '../../model/json.js';
import { findMarkedEntries, findMarkedPages, isListed } from './find-leak.js';

const listed = (...pages: Json[][]) => ({
  entries: pages.flat(),
  pages: pages.map((json, n) => ({
    n,
    method: 'GET',
    path: `/things?page=${n}`,
    answer: { status: 200, headers: {}, text: JSON.stringify(json), json },
    silence: undefined,
  })),
});
const [other, ours, copy] = [
  { id: 1, name: 'other' },
  { id: 2, name: 'a word1' },
  { id: 3, deep: ['word1'] },
];

describe('a text in a listing', () => {
  const listing = listed([other], [other, ours], [copy]);

  test('is found in the pages and entries that carry it', () => {
    expect(isListed(listing, 'word1')).toBe(true);
    expect(findMarkedPages(listing, 'word1').map(({ n }) => n)).toEqual([1, 2]);
    expect(findMarkedEntries(listing, 'word1')).toEqual([ours, copy]);
  });

  test('is not found when no entry has it, and then no entry is serialized', () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    expect([isListed(listing, 'word2'), findMarkedEntries(listing, 'word2')]).toEqual([false, []]);
    expect(stringify).not.toHaveBeenCalled();
    stringify.mockRestore();
  });

  test('is not found in a page that was never answered', () => {
    const silent = { n: 1, method: 'GET', path: '/', answer: undefined, silence: 'closed' };
    expect(isListed({ pages: [silent] }, 'word1')).toBe(false);
  });
});
