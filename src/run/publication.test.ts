import { expect, test } from 'vitest';
import type { Outcome } from '../model/result/outcome.js';
import type { Trial } from '../model/result/plan.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import { indexRules } from '../rule/rules-by-id.js';
import type { RefusedUse } from './passive/exchange-log.js';
import { createPublication } from './run.js';
import { createStages } from './stages.js';
import { createNamedRule } from './test-service.fixture.js';

const rules = indexRules([
  createNamedRule('a/each'),
  createNamedRule('a/once', { isReportedOnce: true }),
  createNamedRule('a/passive', { isPassive: true, per: 'service' }),
]);

const createTrial = (rule: string, name: string): Trial => ({
  ...{ rule, level: 'MUST', touches: 'writes', subject: createBareCollection(name) },
});

const createOutcome = (
  verdict: Outcome['verdict'],
  more: Partial<Outcome> = {},
  trial = createTrial('a/each', 'x'),
): Outcome => ({ trial, verdict, cases: 1, corners: 0, requests: 1, notes: [], ...more });

const refused: RefusedUse = {
  method: 'PUT',
  route: { kind: 'item', template: '/x/{id}', collection: 'x' },
  refusals: new Set([422]),
};

function publishing(trials: readonly Trial[], hasSucceeded = false) {
  const heard: string[] = [];
  const outcomes: Outcome[] = [];
  const log = { listUncontrolled: () => (hasSucceeded ? [] : [refused]) };
  const onOutcome = (outcome: Outcome, done: number, of: number) => {
    outcomes.push(outcome);
    heard.push(`${outcome.trial.rule} [${outcome.trial.subject.name}] ${outcome.verdict} ${done}/${of}`);
  };
  return { heard, outcomes, ...createPublication(trials, { rules, log, onOutcome }, createStages()) };
}

const advice = '/views differs; if it changes by itself, name it in resources[].volatile';

test.each<[string, Outcome]>([
  ['a violation', createOutcome('violated')],
  ['an inconclusive outcome', createOutcome('inconclusive', { cause: 'noise', why: 'it changed' })],
  ['an internal error', createOutcome('errored')],
])('%s is published at once', (_, outcome) => {
  const { heard, publish } = publishing([outcome.trial]);
  publish(outcome);
  expect(heard).toEqual([`a/each [x] ${outcome.verdict} 1/1`]);
});

test.each<[string, Outcome, Partial<Outcome>]>([
  [
    'a violation that is reported once',
    createOutcome('violated', {}, createTrial('a/once', 'x')),
    { verdict: 'inconclusive', cause: 'assumption:a/once' },
  ],
  ['refusals without a control', createOutcome('held'), { verdict: 'inconclusive', cause: 'setup' }],
  [
    'what failures left undecided',
    createOutcome('inconclusive', { undecided: [{ cause: 'setup', why: '500', cases: 1, hasFailed: true }] }),
    { cause: 'assumption:a/passive' },
  ],
  [
    'advice that may be withheld',
    createOutcome('inconclusive', { cause: 'noise', why: advice }),
    { cause: 'assumption:a/each' },
  ],
])('%s is published when all outcomes are complete', (_, outcome, change) => {
  const { heard, outcomes, publish, publishRest } = publishing([outcome.trial]);
  publish(outcome);
  expect(heard).toEqual([]);
  publishRest([{ ...outcome, ...change }]);
  expect(outcomes).toEqual([{ ...outcome, ...change }]);
});

test('refusals are published at once where a valid request has succeeded', () => {
  const outcome = createOutcome('held');
  const { heard, publish } = publishing([outcome.trial], true);
  publish(outcome);
  expect(heard).toEqual(['a/each [x] held 1/1']);
});

test('each outcome is published once, and the last one completes the number of checks', () => {
  const [one, two, passive] = [createTrial('a/each', 'x'), createTrial('a/once', 'x'), createTrial('a/passive', 's')];
  const { heard, publish, publishRest } = publishing([one, two, passive]);
  const found = ['GET /x', 'GET /y'].map((name) => createOutcome('violated', {}, createTrial('a/passive', name)));
  const active = [createOutcome('violated', {}, one), createOutcome('violated', {}, two)];
  for (const outcome of [...active, ...active, ...found]) publish(outcome);
  publishRest([...active, ...found]);
  expect(heard).toEqual([
    'a/each [x] violated 1/3',
    'a/passive [GET /x] violated 2/3',
    'a/passive [GET /y] violated 2/3',
    'a/once [x] violated 3/3',
  ]);
});
