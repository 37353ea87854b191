import { expect, test } from 'vitest';
import { listYields, renderYield } from './render-yield.js';

const finders = { one: { 'a/cheap': 1, 'a/dear': 1 }, two: { 'a/dear': 1 }, three: { 'a/cheap': 2 }, four: {} };
const costs = { 'a/cheap': { 1: 2, 4: 4 }, 'a/dear': { 1: 30, 4: 60 }, 'a/idle': { 1: 3 } };

test('lists the requests of each rule for each fault that it finds', () => {
  expect(listYields({ finders, costs })).toEqual([
    { rule: 'a/idle', requests: 3, faults: 0, alone: 0 },
    { rule: 'a/dear', requests: 60, faults: 2, alone: 1 },
    { rule: 'a/cheap', requests: 4, faults: 2, alone: 1 },
  ]);
});

test('renders a table', () => {
  const lines = renderYield({ finders, costs }).split('\n');
  expect(lines[2]).toBe('| `a/idle` | 3 | 0 | 0 | none found |');
  expect(lines[3]).toBe('| `a/dear` | 60 | 2 | 1 | 30.0 |');
});
