import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trial } from '../../model/result/plan.js';
import type { Rule } from '../../rule/rule.js';
import { createNamedRule, testCollection } from '../test-service.fixture.js';
import { aloneInRun, besideOthers, isConflicting } from './claim.js';
import { ClaimQueue } from './claim-queue.js';
import { schedule } from './schedule.js';
import type { TrialPlace } from './trial-place.js';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const others = { ...testCollection, name: 'others' };

const drawnTrial = fc.record({
  watches: fc.constantFrom('item', 'list', 'entries', 'collection', 'service'),
  touches: fc.constantFrom('reads', 'writes'),
  expectsNoEffect: fc.boolean(),
  isElsewhere: fc.boolean(),
  /** The number of a trial before it, the rule of which it assumes. */
  assumes: fc.option(fc.nat(5), { nil: undefined }),
  cases: fc.integer({ min: 1, max: 3 }),
  /** How often it must run again. */
  repeats: fc.nat(1),
  /** The number of the case that runs alone, and of the one in which the trial is aborted. */
  alone: fc.nat(4),
  aborted: fc.nat(8),
});
type DrawnTrial = typeof drawnTrial extends fc.Arbitrary<infer T> ? T : never;

/** Runs trials as drawn; returns how often each went. Rejects where trials, or cases, run beside each other that may not. */
async function runAll(drawn: readonly DrawnTrial[], concurrency: number) {
  const rules = new Map<string, Rule>();
  const trials = drawn.map(({ isElsewhere, assumes, watches, touches, expectsNoEffect }, i): Trial => {
    const assumed = assumes !== undefined && assumes < i ? [`a/${assumes}`] : [];
    const parts = { watches, touches, expectsNoEffect, assumes: assumed } as Parameters<typeof createNamedRule>[1];
    const { id, rule } = createNamedRule(`a/${i}`, parts);
    rules.set(id, rule);
    return { rule: id, level: rule.level, touches: rule.touches, subject: isElsewhere ? others : testCollection };
  });
  const queue = new ClaimQueue();
  const active = new Set<TrialPlace>();
  const went = trials.map(() => 0);
  /** The cases under way that were not aborted. */
  const running = new Set<{ readonly place: TrialPlace; readonly isAlone: boolean }>();
  const go = async (trial: Trial, place: TrialPlace) => {
    const { index } = place;
    const { cases, alone, aborted } = drawn[index] ?? { cases: 1, alone: 0, aborted: 0 };
    const holder = queue.open();
    went[index] = (went[index] ?? 0) + 1;
    let [begun, isAborted] = [0, false];
    active.add(place);
    const runCase = async (number: number) => {
      const asking = holder.open();
      const turn = asking.ask(number === alone ? aloneInRun : besideOthers);
      await turn.granted;
      if (isAborted) return;
      const own = { place, isAlone: number === alone };
      for (const other of running) expect(own.isAlone || other.isAlone).toBe(false);
      running.add(own);
      if (place.removals) await asking.within(place.removals, settle);
      for (const other of active)
        if (other !== place && other.cases > 0) expect(isConflicting(place.claim, other.claim)).toBe(false);
      await asking.within({ level: 'requests', uses: [trial.subject.name], mode: 'changing' }, settle);
      const reading = asking.ask({ level: 'requests', uses: [trial.subject.name], mode: 'reading' });
      await reading.granted;
      await settle();
      reading.release();
      if (number === aborted) {
        isAborted = true;
        holder.close();
        for (const one of running) if (one.place === place) running.delete(one);
      }
      running.delete(own);
      turn.release();
    };
    const further: Promise<void>[] = [];
    const next = () => {
      if (begun >= cases || isAborted) return undefined;
      begun += 1;
      return runCase(begun - 1);
    };
    place.offer(() => {
      const one = next();
      if (one) further.push(one);
      return one;
    });
    for (let one = next(); one !== undefined; one = next()) await one;
    place.withdraw();
    await Promise.all(further);
    place.leave();
    await settle();
    active.delete(place);
    holder.close();
    return trial.rule;
  };
  const left = drawn.map(({ repeats }) => repeats);
  const mustRepeat = ({ rule }: Trial) => {
    const i = trials.findIndex((one) => one.rule === rule);
    if ((left[i] ?? 0) === 0) return undefined;
    left[i] = (left[i] ?? 0) - 1;
    return settle().then(() => true);
  };
  const options = { queue, rules, collections: [testCollection, others], concurrency, mayRemoveBehind: true };
  const outcomes = await schedule(trials, options, { go, settle: (_, rule: string) => rule, mustRepeat });
  return { went, outcomes, trials, queue };
}

test('every schedule ends, runs each trial as often as it must, and lets none run beside one that excludes it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnTrial, { maxLength: 6 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, concurrency) => {
        const { went, outcomes, trials, queue } = await runAll(drawn, concurrency);
        expect(went).toEqual(drawn.map(({ repeats }) => repeats + 1));
        expect(outcomes).toEqual(trials.map(({ rule }) => rule));
        expect(queue.open().ask(aloneInRun).granted).toBeUndefined();
      },
    ),
    { numRuns: 150 },
  );
});
