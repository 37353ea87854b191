import { expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { listExclusiveSwitches } from './exclusive-switches.js';

test.each<[string, readonly Json[], readonly string[]]>([
  ['one item has it', [{ main: true, a: 1 }, { main: false }, { main: false }], ['/main']],
  ['no item has it', [{ main: false }, { main: false }], ['/main']],
])('a switch is exclusive where %s', (_, entries, expected) => {
  expect(listExclusiveSwitches(entries)).toEqual(expected);
});

test.each<[string, readonly Json[]]>([
  ['several items have it', [{ main: true }, { main: true }, { main: false }]],
  ['an item lacks it', [{ main: true }, {}]],
  ['it is no switch', [{ main: 1 }, { main: 0 }]],
  ['there is one item', [{ main: true }]],
  ['there is none', []],
])('a member is not where %s', (_, entries) => {
  expect(listExclusiveSwitches(entries)).toEqual([]);
});
