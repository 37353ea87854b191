import { describe, expect, test } from 'vitest';
import { held, inconclusive, violated } from '../../rule/finding.js';
import type { TriedCase } from './experiment.js';
import type { CaseAnswer, Drawn, Observation, TrialActions } from './trial-actions.js';
import { type TrialSettings, tryCases } from './trial-steps.js';

type Run = { readonly value: unknown; readonly pace: Parameters<TrialActions['run']>[1] };
type Facts = Partial<Observation>;

/** A service for a trial: what each run of a case shows, and what holds after it. */
interface Setting extends TrialSettings {
  /** Values of the cases; a broken one is shrunk to each lower value in turn. */
  readonly cases?: number;
  readonly run: (asked: Run, count: number) => TriedCase['finding'] | Partial<TriedCase> | Error;
  readonly facts?: (count: number) => Facts;
  readonly learns?: boolean;
}

const broken = violated({ expected: 1, actual: 2 });

/** Drives a trial by hand; returns its decision, the runs, and everything else that it asked for. */
async function play({ cases = 3, run, facts = () => ({}), learns = false, ...settings }: Setting) {
  const runs: string[] = [];
  const asked: string[] = [];
  const answers: CaseAnswer[] = [];
  let [count, next, smallest]: [number, number, number | undefined] = [0, 0, undefined];
  let path: string | undefined;
  const observe = (): Observation => ({
    ...{ requests: count * 3, stops: 0, hasWorked: false, isCalm: false, isTimed: false, isLeaving: false, now: 0 },
    ...facts(count),
  });
  const draw = (said: CaseAnswer | undefined): Drawn => {
    if (said !== undefined) answers.push(said);
    if (said === 'broken') {
      smallest = next;
      next -= 1;
    } else if (smallest === undefined && said !== undefined) next += said === 'skipped' && next < 9 ? 1 : 1;
    else if (smallest !== undefined) next -= 1;
    if (path !== undefined && said !== undefined && smallest === undefined) return { found: undefined };
    if (smallest !== undefined && next < 0) return { found: { value: smallest, path: `${smallest}` } };
    if (smallest === undefined && next >= cases) return { found: undefined };
    return { value: next, index: next, isCorner: next === 0 };
  };
  const actions: TrialActions = {
    observe,
    async begin(_, to) {
      [next, smallest, path] = [0, undefined, to];
    },
    async draw(said, ahead) {
      if (ahead !== undefined) asked.push(`ahead ${ahead}`);
      return draw(said);
    },
    async run(value, pace, { isAlone } = {}) {
      count += 1;
      runs.push(`${value}${pace === 'usual' ? '' : ` ${pace}`}${isAlone ? ' alone' : ''}`);
      const result = run({ value, pace }, count);
      if (result instanceof Error) throw result;
      const parts = 'verdict' in result ? { finding: result } : result;
      return { finding: held, seen: [], hasUsedNoise: false, ...parts };
    },
    pause: async (ms) => void asked.push(`pause ${ms}`),
    async relearn() {
      asked.push('relearn');
      return learns;
    },
    slowDown: () => void asked.push('slow down'),
  };
  const decided = await tryCases(settings, actions);
  return { decided, runs, asked, answers };
}

const noAnswer = inconclusive('no-answer', 'no answer');

describe('cases', () => {
  test('of a kept promise are drawn and run once each', async () => {
    const { decided, runs, asked } = await play({ run: () => held });
    expect(decided).toMatchObject({ verdict: 'held', cases: 3, corners: 1, notes: [] });
    expect(runs).toEqual(['0', '1', '2']);
    expect(asked).toEqual(['ahead usual', 'ahead usual', 'ahead usual']);
  });

  test('that take many requests begin ahead of other trials', async () => {
    const { asked } = await play({ run: () => held, facts: (count) => ({ requests: count * 10 }) });
    expect(asked).toEqual(['ahead long', 'ahead long', 'ahead long']);
  });

  test('that are all undecided end the trial after three', async () => {
    const { decided, runs, answers } = await play({ cases: 9, run: () => inconclusive('setup', 'no item') });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'setup', cases: 0 });
    expect(runs).toHaveLength(3);
    expect(answers.slice(0, 3)).toEqual(['skipped', 'skipped', 'kept']);
  });

  test('that fail quickly where others work are tried more often', async () => {
    const { runs } = await play({ cases: 20, run: () => noAnswer, facts: () => ({ hasWorked: true }) });
    // Each unanswered case is run twice.
    expect(runs).toHaveLength(18);
    const slow = (count: number): Facts => ({ hasWorked: true, now: count * 3_000 });
    expect((await play({ cases: 20, run: () => noAnswer, facts: slow })).runs).toHaveLength(6);
  });

  test('are not run any more where the budget is spent, or the service stopped three times', async () => {
    expect((await play({ run: () => inconclusive('budget', 'over') })).runs).toHaveLength(1);
    const stopped = await play({ run: () => held, facts: (count) => ({ stops: count + 2 }) });
    expect(stopped.runs).toHaveLength(1);
  });

  test('that end with an internal error make the trial errored, with what was decided before', async () => {
    const { decided } = await play({ run: (_, count) => (count === 2 ? new Error('broken rule') : held) });
    expect(decided).toMatchObject({ verdict: 'errored', cases: 1, why: expect.stringContaining('broken rule') });
  });

  test('of a path that leads to no violation are drawn anew', async () => {
    expect((await play({ path: '0:0', run: () => held })).runs).toEqual(['0', '0', '1', '2']);
  });

  test('an undecided one that shows the same each time leaves the promise open', async () => {
    const { decided, runs } = await play({
      run: ({ value }) => (value === 1 ? inconclusive('noise', 'changed') : held),
    });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'noise', undecided: [{ isRepeated: true }] });
    expect(runs).toEqual(['0', '1', '2', '1', '1']);
  });
});

describe('a violation', () => {
  test('is shrunk, then seen rested and alone', async () => {
    const { decided, runs, asked } = await play({ run: ({ value }) => (Number(value) >= 1 ? broken : held) });
    expect(decided).toMatchObject({ verdict: 'violated', cases: 1, foundAfter: 6, found: { value: 1, path: '1' } });
    expect(runs).toEqual(['0', '1', '0', '1 rested', '1 alone']);
    expect(asked).toContain('ahead none');
  });

  test('of a case that takes more requests than shrinking may is not shrunk', async () => {
    const seen = Array.from({ length: 121 }) as TriedCase['seen'];
    const { decided, runs } = await play({ run: ({ value }) => (value === 2 ? { finding: broken, seen } : held) });
    expect(decided).toMatchObject({ verdict: 'violated', found: { value: 2 } });
    expect(runs).toEqual(['0', '1', '2', '2 rested', '2 alone']);
  });

  test('that is not reproduced was none, and says who was beside it', async () => {
    const { decided } = await play({ run: (_, count) => (count === 1 ? { finding: broken, company: [] } : held) });
    expect(decided).toMatchObject({
      verdict: 'inconclusive',
      cause: 'not-reproduced',
      why: 'violated once, and reproduced 0 of 2 times',
      unrepeated: { value: 0, company: [] },
    });
  });

  test('is retried with growing pauses while the service gives no answer', async () => {
    const { decided, asked } = await play({ run: (_, count) => (count === 2 || count === 3 ? noAnswer : broken) });
    expect(decided.verdict).toBe('violated');
    expect(asked.filter((one) => one.startsWith('pause'))).toEqual(['pause 50', 'pause 100']);
  });

  test('whose reproduction meets the end of the budget is open', async () => {
    const { decided } = await play({ run: (_, count) => (count > 1 ? inconclusive('budget', 'over') : broken) });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'budget', why: expect.stringContaining('over') });
  });

  test('that only appears without a wait is tried again with waits', async () => {
    const { decided, runs, asked } = await play({ cases: 1, run: ({ pace }) => (pace === 'usual' ? broken : held) });
    expect(runs).toEqual(['0', '0 rested', '0 alone', '0', '0 settled']);
    expect(asked.at(-1)).toBe('slow down');
    expect(decided).toMatchObject({ verdict: 'held', foundAfter: 3, notes: [expect.stringContaining('two seconds')] });
  });

  test('that only appears without a wait counts as not reproduced where reads wait already', async () => {
    const run = ({ pace }: Run) => (pace === 'usual' ? broken : held);
    expect((await play({ cases: 1, run, facts: () => ({ isCalm: true }) })).decided.cause).toBe('not-reproduced');
  });

  test('that depends on the noise is tried again when more noise is found', async () => {
    const noisy = { finding: broken, hasUsedNoise: true };
    const run = (_: Run, count: number) => (count <= 3 ? noisy : held);
    expect((await play({ cases: 1, run, learns: true })).decided).toMatchObject({ verdict: 'held', foundAfter: 3 });
    expect((await play({ cases: 1, run })).decided.verdict).toBe('violated');
  });

  test('is shrunk with few cases where each of them waits', async () => {
    const run = ({ value }: Run) => (Number(value) >= 1 ? broken : held);
    const shrinking = async (isTimed: boolean) => {
      const { runs } = await play({
        cases: 80,
        run: ({ value }, count) => (count <= 40 ? held : run({ value, pace: 'usual' })),
        facts: () => ({ isTimed, requests: 0 }),
      });
      return runs.length;
    };
    expect(await shrinking(true)).toBe(41 + 12 + 2);
    expect(await shrinking(false)).toBeGreaterThan(41 + 12 + 2);
  });

  test('is not shrunk where each case may leave an item', async () => {
    const { runs, decided } = await play({ cases: 9, run: () => broken, facts: () => ({ isLeaving: true }) });
    expect([runs.length, decided.verdict]).toEqual([3, 'violated']);
  });

  test('from before is repeated alone, and holds only if it is never seen', async () => {
    const unrepeated = { value: 7, company: undefined };
    const alone = await play({ cases: 1, unrepeated, run: () => held });
    expect(alone.runs).toEqual(['0', ...Array(6).fill('7 alone')]);
    expect(alone.decided.verdict).toBe('held');
    const seen = await play({ cases: 1, unrepeated, run: ({ value }) => (value === 7 ? broken : held) });
    expect(seen.decided).toMatchObject({ cause: 'not-reproduced', why: expect.stringContaining('6 of 6 times') });
  });
});
