import { expect, test } from 'vitest';
import { createMarkerIndex } from './trace-creations.js';

const run = 'assay-0123abcd';
const texts = [
  `{"name":"${run}-1"}`,
  `{"name":"${run}-12","note":"${run}-3"}`,
  `{"name":"${run}-1assay-0123abcd-2"}`,
  '{"name":"assay-ffffffff-1"}',
  '{"name":"nothing"}',
  `${run}-2`,
];

test.each([`${run}-1`, `${run}-12`, `${run}-2`, `${run}-3`, `${run}-9`, 'assay-ffffffff-1', 'assay-ffffffff-12'])(
  'finds what contains %s, in order',
  (mark) => {
    const find = createMarkerIndex(texts, (text) => [text]);
    expect(find(mark)).toEqual(texts.filter((text) => text.includes(mark)));
  },
);

test('looks at all texts of a value, and lists it once', () => {
  const find = createMarkerIndex([['a', `${run}-1`, `x ${run}-1`], [`${run}-2`]], (several) => several);
  expect(find(`${run}-1`)).toEqual([['a', `${run}-1`, `x ${run}-1`]]);
});
