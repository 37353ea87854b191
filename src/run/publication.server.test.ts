import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { hasStatus } from '../model/exchange.js';
import type { Outcome } from '../model/result/outcome.js';
import { held, violated } from '../rule/finding.js';
import { definePassiveRule } from '../rule/passive-rule.js';
import type { NamedRule, Rule } from '../rule/rule.js';
import { constant } from '../rule/values/generators.js';
import { createNamedRule, type RunOverrides, runRules, startItemService } from './test-service.fixture.js';

useSteadyClock();

/** A rule of one case that is violated where `isBroken` says so. */
const createRule = (id: string, isBroken: () => boolean, parts: Partial<Rule<null, boolean>> = {}) =>
  createNamedRule<null, boolean>(id, {
    given: () => constant(null),
    cases: 1,
    when: async (_, { items }) => hasStatus(await (await items.create({ name: id, size: 1 })).get(), 200) && isBroken(),
    then: (isWrong) => (isWrong ? violated({ expected: 'right', actual: 'wrong' }) : held),
    ...parts,
  });

/** Two rules, of which one assumes the other, and that is violated once, and then only after the other one has run. */
function createLateAssumption() {
  let grounds = 0;
  let hasRun = false;
  const service = createRule('a/ground', () => {
    grounds += 1;
    return grounds === 1 || hasRun;
  });
  const upon = createRule(
    'a/upon',
    () => {
      hasRun = true;
      return true;
    },
    { assumes: ['a/ground'] },
  );
  return [service, upon];
}

const broken = createRule('b/broken', () => true);

const passive: NamedRule = {
  id: 'c/passive',
  rule: definePassiveRule({
    ...{ clause: 'TST-02', level: 'MUST', family: 'convention', title: 'POST answers 200', otherwise: 'it did not' },
    ...{ since: '0.1', stage: 'stable', silentIn: [] },
    observes: {
      concerns: ({ method }) => method === 'POST',
      findFlaw: ({ answer }) => (hasStatus({ answer }, 200) ? undefined : 'another status'),
      expected: '200',
    },
  }) as unknown as Rule,
};

async function publish(rules: readonly NamedRule[], overrides: RunOverrides = {}) {
  const { url } = await startItemService();
  const published: Outcome[] = [];
  const counts: number[] = [];
  const { outcomes } = await runRules(url, rules, {
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
    ...overrides,
    onOutcome(outcome, done, of) {
      published.push(outcome);
      counts.push(done);
      overrides.onOutcome?.(outcome, done, of);
    },
  });
  const isSame = (one: Outcome, other: Outcome) => JSON.stringify(one) === JSON.stringify(other);
  expect(published.filter((one) => !outcomes.some((other) => isSame(one, other)))).toEqual([]);
  expect(published).toHaveLength(outcomes.length);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  return published.map(({ trial, verdict }) => `${trial.rule} ${verdict}`);
}

test('a violation is published at once, and one that assumes a rule without a verdict when that has one', async () => {
  expect(await publish([...createLateAssumption(), broken])).toEqual([
    'b/broken violated',
    'a/ground violated',
    'a/upon inconclusive',
  ]);
});

test('an interruption publishes what waited for another trial, which does not run again', async () => {
  const ending = new AbortController();
  const published = await publish([...createLateAssumption(), broken], {
    signal: ending.signal,
    onOutcome: () => ending.abort(),
  });
  expect(published).toEqual(['b/broken violated', 'a/ground inconclusive', 'a/upon violated']);
});

test('a violation that may be withdrawn ends no run', async () => {
  let found = 0;
  const published = await publish([...createLateAssumption(), createRule('b/last', () => false)], {
    onOutcome({ verdict }) {
      if (verdict === 'violated') found += 1;
    },
    findStopReason: () => (found > 0 ? 'enough was found' : undefined),
  });
  expect(published).toEqual(['b/last held', 'a/ground violated', 'a/upon inconclusive']);
});

test('violations that are reported once are published at the end, and those of passive rules as found', async () => {
  const once = ['b/one', 'b/two'].map((id) => createRule(id, () => true, { isReportedOnce: true }));
  expect(await publish([...once, broken, passive])).toEqual([
    'b/broken violated',
    'c/passive violated',
    'b/one violated',
    'b/two inconclusive',
  ]);
});
