import { expect, test } from 'vitest';
import type { Outcome } from '../../model/result/outcome.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { indexRules } from '../../rule/rules-by-id.js';
import { createNamedRule } from '../test-service.fixture.js';
import { findReason } from './repetitions.js';

const rules = indexRules([
  createNamedRule('a/list', { watches: 'list' }),
  createNamedRule('a/entries', { watches: 'entries' }),
  createNamedRule('a/item', { watches: 'item' }),
]);

const outcome = (rule: string, cause: Outcome['cause'], requests = 1): Outcome => ({
  trial: { rule, level: 'MUST', touches: 'writes', subject: createBareCollection('items') },
  ...{ verdict: 'inconclusive', cases: 0, corners: 0, requests, notes: [], ...(cause && { cause }) },
});

test.each([
  ['a/list', 'noise', true],
  ['a/entries', 'no-usable-case', true],
  ['a/entries', 'assumption:a/list', true],
  ['a/list', 'refused', false],
  ['a/item', 'noise', false],
] as const)('%s with the cause %s may be undecided because of other trials: %s', (rule, cause, isSo) => {
  expect(findReason(outcome(rule, cause), rules) === 'disturbed').toBe(isSo);
});

test('a trial that did not start, because a rule that it assumes is violated, was not disturbed', () => {
  expect(findReason(outcome('a/entries', 'assumption:a/list', 0), rules)).toBeUndefined();
});
