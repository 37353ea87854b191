import { expect, test } from 'vitest';
import type { Fleet } from '../file/fleet.js';
import { selectTargets } from './select-targets.js';

const names = Array.from({ length: 10 }, (_, index) => `t${index}`);
const fleet: Fleet = {
  name: 'shop',
  path: '/fleet.yaml',
  targets: names.map((name, index) => ({ name, where: '', digest: '', group: index < 3 ? 'few' : 'many' })),
};
const select = (flags: Parameters<typeof selectTargets>[1]) => selectTargets(fleet, flags).map(({ name }) => name);

test('selects by name, by group, and by both', () => {
  expect(select({})).toEqual(names);
  expect(select({ target: ['t1', 't4'] })).toEqual(['t1', 't4']);
  expect(select({ group: ['few'] })).toEqual(['t0', 't1', 't2']);
  expect(select({ target: ['t1', 't4'], group: ['few'] })).toEqual(['t1']);
});

test.each([1, 3, 10, 256])('each target is in exactly one of %i parts', (of) => {
  const parts = Array.from({ length: Math.min(of, 10) }, (_, index) => select({ index, of }));
  expect(parts.flat().sort()).toEqual([...names].sort());
});

test.each([
  [{ target: ['t11'] }, 'the fleet has no target t11; did you mean t1?'],
  [{ group: ['none'] }, 'the fleet has no group none'],
  [{ index: 10 }, '--index 10 selects no target; the first is 0, and the last 9'],
  [{ of: 3 }, '--of requires --index'],
])('refuses %j', (flags, message) => {
  expect(() => select(flags)).toThrow(message);
});
