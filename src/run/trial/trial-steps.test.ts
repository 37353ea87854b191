import { describe, expect, test } from 'vitest';
import { held, inconclusive, violated } from '../../rule/finding.js';
import type { TriedCase } from './experiment.js';
import type { CaseAnswer, Observation, TrialCommand } from './trial-command.js';
import { type TrialSettings, tryCases } from './trial-steps.js';

type Run = Extract<TrialCommand, { do: 'run' }>;
type Facts = Partial<Omit<Observation, 'drawn' | 'tried'>>;

/** A service for a trial: what each run of a case shows, and what holds after it. */
interface Setting extends TrialSettings {
  /** Values of the cases; a broken one is shrunk to each lower value in turn. */
  readonly cases?: number;
  readonly run: (command: Run, count: number) => TriedCase['finding'] | Partial<TriedCase> | Error;
  readonly facts?: (count: number) => Facts;
  readonly learns?: boolean;
}

const broken = violated({ expected: 1, actual: 2 });

/** Drives a trial by hand; returns its decision, the runs, and everything else that it asked for. */
function play({ cases = 3, run, facts = () => ({}), learns = false, ...settings }: Setting) {
  const runs: string[] = [];
  const asked: string[] = [];
  const answers: CaseAnswer[] = [];
  const steps = tryCases(settings);
  let [count, next, smallest]: [number, number, number | undefined] = [0, 0, undefined];
  let path: string | undefined;
  const observe = (part: Partial<Observation> = {}): Observation => ({
    ...{ requests: count * 3, stops: 0, hasWorked: false, isCalm: false, isTimed: false, isLeaving: false, now: 0 },
    ...facts(count),
    ...part,
  });
  const draw = (said: CaseAnswer | undefined): Observation['drawn'] => {
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
  let step = steps.next();
  while (!step.done) {
    const command: TrialCommand = step.value;
    if (command.do === 'run') {
      count += 1;
      runs.push(
        `${command.value}${command.pace === 'usual' ? '' : ` ${command.pace}`}${command.isAlone ? ' alone' : ''}`,
      );
      const result = run(command, count);
      if (result instanceof Error) step = steps.throw(result);
      else {
        const parts = 'verdict' in result ? { finding: result } : result;
        step = steps.next(observe({ tried: { finding: held, seen: [], hasUsedNoise: false, ...parts } }));
      }
      continue;
    }
    if (command.do === 'begin') [next, smallest, path] = [0, undefined, command.path];
    else if (command.do !== 'draw') asked.push(command.do === 'pause' ? `pause ${command.ms}` : command.do);
    else if (command.ahead !== undefined) asked.push(`ahead ${command.ahead}`);
    const drawn = command.do === 'draw' ? { drawn: draw(command.said) } : {};
    step = steps.next(observe({ ...drawn, ...(command.do === 'relearn' && { hasLearned: learns }) }));
  }
  return { decided: step.value, runs, asked, answers };
}

const noAnswer = inconclusive('no-answer', 'no answer');

describe('cases', () => {
  test('of a kept promise are drawn and run once each', () => {
    const { decided, runs, asked } = play({ run: () => held });
    expect(decided).toMatchObject({ verdict: 'held', cases: 3, corners: 1, notes: [] });
    expect(runs).toEqual(['0', '1', '2']);
    expect(asked).toEqual(['ahead usual', 'ahead usual', 'ahead usual']);
  });

  test('that take many requests begin ahead of other trials', () => {
    const { asked } = play({ run: () => held, facts: (count) => ({ requests: count * 10 }) });
    expect(asked).toEqual(['ahead long', 'ahead long', 'ahead long']);
  });

  test('that are all undecided end the trial after three', () => {
    const { decided, runs, answers } = play({ cases: 9, run: () => inconclusive('setup', 'no item') });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'setup', cases: 0 });
    expect(runs).toHaveLength(3);
    expect(answers.slice(0, 3)).toEqual(['skipped', 'skipped', 'kept']);
  });

  test('that fail quickly where others work are tried more often', () => {
    const { runs } = play({ cases: 20, run: () => noAnswer, facts: () => ({ hasWorked: true }) });
    // Each unanswered case is run twice.
    expect(runs).toHaveLength(18);
    const slow = (count: number): Facts => ({ hasWorked: true, now: count * 3_000 });
    expect(play({ cases: 20, run: () => noAnswer, facts: slow }).runs).toHaveLength(6);
  });

  test('are not run any more where the budget is spent, or the service stopped three times', () => {
    expect(play({ run: () => inconclusive('budget', 'over') }).runs).toHaveLength(1);
    const stopped = play({ run: () => held, facts: (count) => ({ stops: count + 2 }) });
    expect(stopped.runs).toHaveLength(1);
  });

  test('that end with an internal error make the trial errored, with what was decided before', () => {
    const { decided } = play({ run: (_, count) => (count === 2 ? new Error('broken rule') : held) });
    expect(decided).toMatchObject({ verdict: 'errored', cases: 1, why: expect.stringContaining('broken rule') });
  });

  test('of a path that leads to no violation are drawn anew', () => {
    expect(play({ path: '0:0', run: () => held }).runs).toEqual(['0', '0', '1', '2']);
  });

  test('an undecided one that shows the same each time leaves the promise open', () => {
    const { decided, runs } = play({ run: ({ value }) => (value === 1 ? inconclusive('noise', 'changed') : held) });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'noise', undecided: [{ isRepeated: true }] });
    expect(runs).toEqual(['0', '1', '2', '1', '1']);
  });
});

describe('a violation', () => {
  test('is shrunk, then seen rested and alone', () => {
    const { decided, runs, asked } = play({ run: ({ value }) => (Number(value) >= 1 ? broken : held) });
    expect(decided).toMatchObject({ verdict: 'violated', cases: 1, foundAfter: 6, found: { value: 1, path: '1' } });
    expect(runs).toEqual(['0', '1', '0', '1 rested', '1 alone']);
    expect(asked).toContain('ahead none');
  });

  test('of a case that takes more requests than shrinking may is not shrunk', () => {
    const seen = Array.from({ length: 121 }) as TriedCase['seen'];
    const { decided, runs } = play({ run: ({ value }) => (value === 2 ? { finding: broken, seen } : held) });
    expect(decided).toMatchObject({ verdict: 'violated', found: { value: 2 } });
    expect(runs).toEqual(['0', '1', '2', '2 rested', '2 alone']);
  });

  test('that is not reproduced was none, and says who was beside it', () => {
    const { decided } = play({ run: (_, count) => (count === 1 ? { finding: broken, company: [] } : held) });
    expect(decided).toMatchObject({
      verdict: 'inconclusive',
      cause: 'not-reproduced',
      why: 'violated once, and reproduced 0 of 2 times',
      unrepeated: { value: 0, company: [] },
    });
  });

  test('is retried with growing pauses while the service gives no answer', () => {
    const { decided, asked } = play({ run: (_, count) => (count === 2 || count === 3 ? noAnswer : broken) });
    expect(decided.verdict).toBe('violated');
    expect(asked.filter((one) => one.startsWith('pause'))).toEqual(['pause 50', 'pause 100']);
  });

  test('whose reproduction meets the end of the budget is open', () => {
    const { decided } = play({ run: (_, count) => (count > 1 ? inconclusive('budget', 'over') : broken) });
    expect(decided).toMatchObject({ verdict: 'inconclusive', cause: 'budget', why: expect.stringContaining('over') });
  });

  test('that only appears without a wait is tried again with waits', () => {
    const { decided, runs, asked } = play({ cases: 1, run: ({ pace }) => (pace === 'usual' ? broken : held) });
    expect(runs).toEqual(['0', '0 rested', '0 alone', '0', '0 settled']);
    expect(asked.at(-1)).toBe('slow down');
    expect(decided).toMatchObject({ verdict: 'held', foundAfter: 3, notes: [expect.stringContaining('two seconds')] });
  });

  test('that only appears without a wait counts as not reproduced where reads wait already', () => {
    const run = ({ pace }: Run) => (pace === 'usual' ? broken : held);
    expect(play({ cases: 1, run, facts: () => ({ isCalm: true }) }).decided.cause).toBe('not-reproduced');
  });

  test('that depends on the noise is tried again when more noise is found', () => {
    const noisy = { finding: broken, hasUsedNoise: true };
    const run = (_: Run, count: number) => (count <= 3 ? noisy : held);
    expect(play({ cases: 1, run, learns: true }).decided).toMatchObject({ verdict: 'held', foundAfter: 3 });
    expect(play({ cases: 1, run }).decided.verdict).toBe('violated');
  });

  test('is shrunk with few cases where each of them waits', () => {
    const run = ({ value }: Run) => (Number(value) >= 1 ? broken : held);
    const shrinking = (isTimed: boolean) => {
      return play({
        cases: 80,
        run: ({ value }, count) => (count <= 40 ? held : run({ do: 'run', value, pace: 'usual' })),
        facts: () => ({ isTimed, requests: 0 }),
      }).runs.length;
    };
    expect(shrinking(true)).toBe(41 + 12 + 2);
    expect(shrinking(false)).toBeGreaterThan(41 + 12 + 2);
  });

  test('is not shrunk where each case may leave an item', () => {
    const { runs, decided } = play({ cases: 9, run: () => broken, facts: () => ({ isLeaving: true }) });
    expect([runs.length, decided.verdict]).toEqual([3, 'violated']);
  });

  test('from before is repeated alone, and holds only if it is never seen', () => {
    const unrepeated = { value: 7, company: undefined };
    const alone = play({ cases: 1, unrepeated, run: () => held });
    expect(alone.runs).toEqual(['0', ...Array(6).fill('7 alone')]);
    expect(alone.decided.verdict).toBe('held');
    const seen = play({ cases: 1, unrepeated, run: ({ value }) => (value === 7 ? broken : held) });
    expect(seen.decided).toMatchObject({ cause: 'not-reproduced', why: expect.stringContaining('6 of 6 times') });
  });
});
