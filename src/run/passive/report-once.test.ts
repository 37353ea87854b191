import { expect, test } from 'vitest';
import type { Outcome } from '../../model/result/outcome.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { indexRules } from '../../rule/rules-by-id.js';
import { createNamedRule } from '../test-service.fixture.js';
import { reportOnce } from './explain-outcomes.js';

const rules = indexRules([
  createNamedRule('a/put', { clause: 'TST-01', isReportedOnce: true }),
  createNamedRule('a/delete', { clause: 'TST-01', isReportedOnce: true }),
  createNamedRule('a/other', { clause: 'TST-01' }),
  createNamedRule('b/read', { clause: 'TST-02', isReportedOnce: true }),
]);

const outcome = (rule: string, collection: string, verdict: Outcome['verdict'] = 'violated'): Outcome => ({
  trial: { rule, level: 'MUST', touches: 'writes', subject: createBareCollection(collection) },
  verdict,
  cases: 1,
  corners: 0,
  requests: 1,
  notes: [],
});

test('the first violation of a clause stands for the others, and names them', () => {
  const all = [outcome('a/put', 'orders'), outcome('a/delete', 'orders'), outcome('a/put', 'parts')];
  const [first, ...others] = reportOnce(all, rules);
  expect(first).toMatchObject({
    verdict: 'violated',
    notes: ['the same: a/delete is broken [orders]; a/put is broken [parts]'],
  });
  for (const other of others)
    expect(other).toMatchObject({
      verdict: 'inconclusive',
      cause: 'assumption:a/put',
      why: 'inconclusive until "a/put holds" [orders] is fixed: it is violated here, too',
    });
});

test('violations of other clauses, and of rules that are reported each time, stay', () => {
  const all = [outcome('a/put', 'orders', 'held'), outcome('a/other', 'orders'), outcome('a/other', 'parts')];
  const kept = [...all, outcome('a/delete', 'orders'), outcome('b/read', 'orders')];
  expect(reportOnce(kept, rules)).toEqual(kept);
});
