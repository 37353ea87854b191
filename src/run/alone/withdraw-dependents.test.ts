import { expect, test } from 'vitest';
import type { Outcome } from '../../model/result/outcome.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { indexRules } from '../../rule/rules-by-id.js';
import { createNamedRule } from '../test-service.fixture.js';
import { withdrawDependents } from './repetitions.js';

const subjectOf = (name: string) => createBareCollection(name);

const outcome = (rule: string, name: string): Outcome => ({
  trial: { rule, level: 'MUST', touches: 'writes', subject: subjectOf(name) },
  ...{ verdict: 'violated', cases: 1, corners: 0, requests: 1, notes: [] },
});

test('a violation is withdrawn when a rule that it assumes is found violated after it, on the same collection', () => {
  const rules = indexRules([createNamedRule('a/ground'), createNamedRule('a/upon', { assumes: ['a/ground'] })]);
  const [assumed, upon, elsewhere] = [outcome('a/ground', 'x'), outcome('a/upon', 'x'), outcome('a/upon', 'y')];
  const outcomes = [assumed, upon, elsewhere];
  expect(withdrawDependents(outcomes, [assumed.trial], rules)).toEqual([
    assumed,
    { ...upon, verdict: 'inconclusive', cause: 'assumption:a/ground', why: expect.stringContaining('a/ground holds') },
    elsewhere,
  ]);
  expect(withdrawDependents(outcomes, [], rules)).toEqual(outcomes);
});

test('or on a collection that it watches beside its own', () => {
  const watching = createNamedRule('a/upon', { assumes: ['a/ground'], watches: 'service' });
  const rules = indexRules([createNamedRule('a/ground'), watching]);
  const [assumed, upon, elsewhere] = [outcome('a/ground', 'x'), outcome('a/upon', 'y'), outcome('a/upon', 'z')];
  const subject = { ...subjectOf('y'), apart: ['x'] };
  const beside = { ...upon, trial: { ...upon.trial, subject } };
  const verdicts = withdrawDependents([assumed, beside, elsewhere], [assumed.trial], rules).map((one) => one.verdict);
  expect(verdicts).toEqual(['violated', 'inconclusive', 'violated']);
});
