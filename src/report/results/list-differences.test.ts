import { expect, test } from 'vitest';
import { listDifferences } from './list-differences.js';

test.each([
  [{ views: 1, id: 'a' }, { views: 3, id: 'a' }, ['/views: expected 1, actual 3']],
  [{ '/views': 1 }, { '/views': 3 }, ['/views: expected 1, actual 3']],
  [{ a: { b: [1, 2] } }, { a: { b: [1] } }, ['/a/b/1: expected 2, actual nothing']],
  [404, 200, ['expected 404, actual 200']],
  [undefined, 'x', ['expected nothing, actual "x"']],
  [{ a: 1 }, [1], ['expected {"a":1}, actual [1]']],
  [{ toString: 1 }, {}, ['/toString: expected 1, actual nothing']],
  [{ a: 1 }, { a: 1 }, []],
  [undefined, undefined, []],
])('between %j and %j', (expected, actual, told) => {
  expect(listDifferences(expected, actual)).toEqual(told);
});

test('a few differences are listed, the others counted', () => {
  const [one, other] = [0, 1].map((value) => Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`m${i}`, value])));
  expect(listDifferences(one, other)).toHaveLength(6);
  expect(listDifferences(one, other).at(-1)).toBe('and 3 more differences');
  expect(listDifferences('x'.repeat(500), 'y')[0]?.length).toBeLessThan(120);
});
