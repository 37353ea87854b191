import type { Outcome } from '../../model/result/outcome.js';
import { visible } from '../../report/text/escape-control-characters.js';
import { counted } from '../../report/text/report-words.js';
import { brief, tallied } from './draw-progress.js';
import { nameOf, type Progress } from './progress-state.js';

/** Tells a run in plain lines, for logs: how it begins, each violation, and now and then how far it is. */
export interface Teller {
  begun(progress: Progress): void;
  planned(progress: Progress): void;
  ended(progress: Progress, outcome: Outcome): void;
  /** To be called every now and then: after a long silence, says that it goes on. */
  beat(progress: Progress, nowMs: number): void;
}

/** Violations that are told one by one; the report has them all. */
const mostTold = 20;

/** So long may a log stay silent: less than what makes a pipeline give up a job. */
const longestSilenceMs = 30_000;

/** A teller that writes lines with `say`. */
export function tellerTo(say: (line: string) => void): Teller {
  let violations = 0;
  let toldMs: number | undefined;
  return {
    begun: ({ baseUrl, maxRequests, maxSeconds }) =>
      say(
        `looking at ${visible(baseUrl)} (at most ${counted(maxRequests, 'request')} and ${brief(maxSeconds * 1_000)})`,
      ),
    planned: ({ of, requests }) => say(`${counted(of, 'trial')} to go, after ${counted(requests, 'request')}`),
    ended(_, outcome) {
      if (outcome.verdict !== 'violated') return;
      violations += 1;
      if (violations <= mostTold) say(told(outcome));
      if (violations === mostTold) say('further violations stand in the report only');
    },
    beat(progress, nowMs) {
      toldMs ??= progress.begunMs;
      if (nowMs - toldMs < longestSilenceMs) return;
      toldMs = nowMs;
      say(standing(progress, nowMs));
    },
  };
}

const told = ({ trial, counterexample }: Outcome): string =>
  visible([`violated ${trial.level} ${nameOf(trial)}`, counterexample?.summary].filter(Boolean).join(': '));

function standing({ of, done, tally, requests, begunMs, running }: Progress, nowMs: number): string {
  const verdicts = tallied(tally).map(({ text }) => text);
  const far = of === 0 ? [] : [`${done} of ${counted(of, 'trial')}`];
  const now = running[0] === undefined ? [] : [`now ${visible(running[0])}`];
  return [...far, ...verdicts, counted(requests, 'request'), `${brief(nowMs - begunMs)} gone`, ...now].join(', ');
}
