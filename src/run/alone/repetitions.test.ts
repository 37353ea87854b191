import { expect, test } from 'vitest';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { indexRules } from '../../rule/rules-by-id.js';
import { ClaimQueue } from '../schedule/claim-queue.js';
import { createNamedRule, testCollection } from '../test-service.fixture.js';
import { nameTrial } from '../trial/trial-outcome.js';
import { Repetitions } from './repetitions.js';

const ids = ['a/one', 'a/two'];
const rules = indexRules(ids.map((id) => createNamedRule(id, { watches: 'collection', expectsNoEffect: true })));

test('a trial stays exposed when the one that saw a change is decided alone', async () => {
  const trials = ids.map((rule): Trial => ({ rule, level: 'MUST', touches: 'writes', subject: testCollection }));
  const queue = new ClaimQueue();
  for (const one of trials)
    queue.open().ask({ level: 'requests', uses: ['all'], mode: 'reading', recordedAs: nameTrial(one) });
  const nothing = { cases: 1, corners: 0, requests: 1, notes: [] };
  const [one, two] = trials as [Trial, Trial];
  const finished = new Map<Trial, Outcome>([
    [one, { trial: one, verdict: 'inconclusive', cause: 'noise', ...nothing }],
    [two, { trial: two, verdict: 'held', ...nothing }],
  ]);
  const again = new Repetitions({ rules, queue }, trials, finished);
  expect(again.list()).toEqual([[], trials, [], []]);
  finished.set(one, { trial: one, verdict: 'inconclusive', cause: 'no-usable-case', ...nothing });
  expect(trials.map((one) => again.isExposed(one))).toEqual([true, true]);
});
