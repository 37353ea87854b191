import { expect, test } from 'vitest';
import type { Outcome } from '../../model/result/outcome.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { indexRules } from '../../rule/rules-by-id.js';
import { createNamedRule } from '../test-service.fixture.js';
import { withholdAdvice } from './explain-outcomes.js';

const rules = indexRules([createNamedRule('a/reads'), createNamedRule('a/writes')]);

const outcome = (rule: string, more: Partial<Outcome>, collection = 'orders'): Outcome => ({
  trial: { rule, level: 'MUST', touches: 'writes', subject: createBareCollection(collection) },
  ...{ verdict: 'inconclusive', cases: 1, corners: 0, requests: 1, notes: [] },
  ...more,
});

const advise = (name: string) =>
  `${name} differs between two GETs; if it changes by itself, name it in resources[].volatile`;
const evidence = { summary: '', case: null, exchanges: [], controls: [], seed: 1, seenAgain: '2 of 2' };
const convicted = outcome('a/reads', {
  verdict: 'violated',
  counterexample: { ...evidence, expected: { '/views': 1 }, actual: { '/views': 2 } },
});
const doubt = (name: string, collection?: string) =>
  outcome('a/writes', { cause: 'noise', why: advise(name) }, collection);

test('a trial that waits for a member of a violation waits for its rule, and the member is not offered', () => {
  const [, first] = withholdAdvice([convicted, doubt('/views')], rules);
  expect(first).toMatchObject({ cause: 'assumption:a/reads', why: 'inconclusive until "a/reads holds" is fixed' });
});

test.each([
  ['another member', doubt('/total')],
  ['a longer name', doubt('/views2')],
  ['a longer path', doubt('/x/views')],
  ['another collection', doubt('/views', 'customers')],
])('the advice stays for %s', (_, other) => {
  expect(withholdAdvice([convicted, other], rules)).toEqual([convicted, other]);
});

test('notes and undecided cases lose the advice as well', () => {
  const held = outcome('a/writes', {
    verdict: 'held',
    notes: [`1 more undecided case, the last because: ${advise('/views')}`],
    undecided: [{ cause: 'noise', why: advise('/views'), cases: 1 }],
  });
  const [, corrected] = withholdAdvice([convicted, held], rules);
  expect(JSON.stringify([corrected?.notes, corrected?.undecided])).not.toContain('volatile');
  expect(corrected).toMatchObject({ verdict: 'held', notes: [expect.stringContaining('"a/reads holds" is violated')] });
});
