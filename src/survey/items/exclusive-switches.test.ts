import { expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { listExclusiveSwitches } from './exclusive-switches.js';

test.each<[string, readonly Json[], boolean]>([
  ['one item has it', [{ main: true, a: 1 }, { main: false }, { main: false }], false],
  ['no item of a page has it', [{ main: false }, { main: false }], true],
])('a switch is exclusive where %s', (_, entries, isPart) => {
  expect(listExclusiveSwitches(entries, isPart)).toEqual(['/main']);
});

test('a member is not where no item of the whole list has it: then no client can lose it', () => {
  expect(listExclusiveSwitches([{ main: false }, { main: false }], false)).toEqual([]);
});

test.each<[string, readonly Json[]]>([
  ['several items have it', [{ main: true }, { main: true }, { main: false }]],
  ['an item lacks it', [{ main: true }, {}]],
  ['it is no switch', [{ main: 1 }, { main: 0 }]],
  ['there is one item', [{ main: true }]],
  ['there is none', []],
])('a member is not where %s', (_, entries) => {
  expect(listExclusiveSwitches(entries, true)).toEqual([]);
});
