import { expect, test } from 'vitest';
import { selectTitles } from './node-test.js';

const titles = ['safety/get-changes-nothing [orders]', 'links/self-link [orders]', 'the run as a whole'];

test.each<[string[], string[] | undefined]>([
  [[], undefined],
  [['--enable-source-maps', '--test-only'], undefined],
  [['--test-name-pattern=safety/get'], [titles[0] ?? '']],
  [['--test-name-pattern', 'links/'], [titles[1] ?? '']],
  [['--test-name-pattern=/SAFETY/i', '--test-name-pattern=self-link'], titles.slice(0, 2)],
  [['--test-name-pattern=^assay links'], [titles[1] ?? '']],
  [['--test-name-pattern=assay'], titles],
  [['--test-skip-pattern=orders'], [titles[2] ?? '']],
  [['--test-name-pattern=orders', '--test-skip-pattern=links'], [titles[0] ?? '']],
  [['--test-name-pattern=nothing like it'], []],
])('options %j select %j', (args, expected) => {
  expect(selectTitles('assay', titles, args)).toEqual(expected);
});
