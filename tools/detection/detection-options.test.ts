import { expect, test } from 'vitest';
import { parseDetectionOptions } from './detection-options.js';

test('without options, all faults are audited with one seed', () => {
  expect(parseDetectionOptions([])).toEqual({ seeds: 1, isFresh: false, folder: '.proof', isChart: false });
});

test('options choose how many audits there are, and where results are kept', () => {
  const line = '--seeds 3 --sample 40 --processes 2 --fresh --folder x --chart';
  expect(parseDetectionOptions(line.split(' '))).toEqual({
    ...{ seeds: 3, sample: 40, processes: 2 },
    ...{ isFresh: true, folder: 'x', isChart: true },
  });
});

test.each(['--seeds 0', '--sample many', '--processes 1.5'])('%s is refused', (line) => {
  expect(() => parseDetectionOptions(line.split(' '))).toThrow(`${line}: give a number from 1 on`);
});

test('an unknown option is refused', () => {
  expect(() => parseDetectionOptions(['--all'])).toThrow("Unknown option '--all'");
});
