import { expect, test } from 'vitest';
import type { Verdict } from '../../src/model/result/report.js';
import { compareVerdicts } from './compare-verdicts.js';

const results = (verdicts: Readonly<Record<string, Verdict>>) =>
  Object.entries(verdicts).map(([rule, verdict]) => ({ rule, subject: 'orders', verdict }));

test('names rules that are violated in one audit only', () => {
  const one = results({ a: 'violated', b: 'violated', c: 'held' });
  const several = results({ a: 'violated', b: 'inconclusive', c: 'violated' });
  expect(compareVerdicts(one, several)).toMatchObject({ missed: ['b'], added: ['c'], held: 1, undecided: [] });
});

test('counts checks that held one at a time, and are undecided with several', () => {
  const one = results({ a: 'held', b: 'held', c: 'inconclusive' });
  const several = results({ a: 'held', b: 'inconclusive', c: 'held' });
  expect(compareVerdicts(one, several)).toMatchObject({ held: 2, undecided: ['b@orders'], missed: [], added: [] });
});

test('names checks with an error of the kit', () => {
  expect(compareVerdicts(results({ a: 'held' }), results({ a: 'errored' })).errored).toEqual(['a@orders']);
});
