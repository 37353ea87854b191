import { expect, test } from 'vitest';
import { chooseRules, countFound } from './choose-rules.js';

const finders = {
  one: { 'a/cheap': 1, 'a/dear': 1 },
  two: { 'a/dear': 1 },
  three: { 'a/cheap': 2 },
  four: {},
};
const costs = { 'a/cheap': { 1: 2, 2: 4 }, 'a/dear': { 1: 30, 2: 60 } };

test('chooses what finds most faults for each request, until the part is reached', () => {
  expect(chooseRules({ finders, costs, part: 0.25 })).toEqual({ 'a/cheap': 1 });
  expect(chooseRules({ finders, costs, part: 0.5 })).toEqual({ 'a/cheap': 2 });
  expect(chooseRules({ finders, costs, part: 0.75 })).toEqual({ 'a/cheap': 2, 'a/dear': 1 });
});

test('ends where no rule finds more', () => {
  const all = chooseRules({ finders, costs, part: 1 });
  expect(countFound(finders, all)).toBe(3);
});

test('leaves out what a later choice made needless', () => {
  const overlapping = {
    one: { 'a/x': 1, 'a/z': 1 },
    two: { 'a/y': 1, 'a/z': 1 },
    three: { 'a/z': 1 },
    four: { 'a/z': 1 },
  };
  const prices = { 'a/x': { 1: 0 }, 'a/y': { 1: 30 }, 'a/z': { 1: 7 } };
  expect(chooseRules({ finders: overlapping, costs: prices, part: 1 })).toEqual({ 'a/z': 1 });
});
