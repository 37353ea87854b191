import type { Outcome } from '../../model/result/outcome.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { formatCount } from '../../report/text/report-words.js';
import { formatSeconds, listTallyParts } from './draw-progress.js';
import { formatTrialName, type Progress } from './progress-state.js';

/** Tells a run in plain lines, for logs: how it begins, each violation, and now and then how far it is. */
export interface PlainReporter {
  reportStart(progress: Progress): void;
  reportPlan(progress: Progress): void;
  reportOutcome(progress: Progress, outcome: Outcome): void;
  /** To be called every now and then: after a long silence, says that it goes on. */
  reportProgress(progress: Progress, nowMs: number): void;
}

/** Violations that are told one by one; the report has them all. */
const maxReported = 20;

/** So long may a log stay silent: less than what makes a pipeline give up a job. */
const longestSilenceMs = 30_000;

/** A teller that writes lines with `say`. */
export function createPlainReporter(say: (line: string) => void): PlainReporter {
  let violations = 0;
  let toldMs: number | undefined;
  return {
    reportStart: ({ baseUrl, maxRequests, maxSeconds }) =>
      say(
        `looking at ${escapeControlCharacters(baseUrl)} (at most ${formatCount(maxRequests, 'request')} and ${formatSeconds(maxSeconds * 1_000)})`,
      ),
    reportPlan: ({ of, requests }) =>
      say(`${formatCount(of, 'trial')} to go, after ${formatCount(requests, 'request')}`),
    reportOutcome(_, outcome) {
      if (outcome.verdict !== 'violated') return;
      violations += 1;
      if (violations <= maxReported) say(describeOutcome(outcome));
      if (violations === maxReported) say('further violations stand in the report only');
    },
    reportProgress(progress, nowMs) {
      toldMs ??= progress.begunMs;
      if (nowMs - toldMs < longestSilenceMs) return;
      toldMs = nowMs;
      say(describeProgress(progress, nowMs));
    },
  };
}

const describeOutcome = ({ trial, counterexample }: Outcome): string =>
  escapeControlCharacters(
    [`violated ${trial.level} ${formatTrialName(trial)}`, counterexample?.summary].filter(Boolean).join(': '),
  );

function describeProgress({ of, done, tally, requests, begunMs, running }: Progress, nowMs: number): string {
  const verdicts = listTallyParts(tally).map(({ text }) => text);
  const far = of === 0 ? [] : [`${done} of ${formatCount(of, 'trial')}`];
  const now = running[0] === undefined ? [] : [`now ${escapeControlCharacters(running[0])}`];
  return [...far, ...verdicts, formatCount(requests, 'request'), `${formatSeconds(nowMs - begunMs)} gone`, ...now].join(
    ', ',
  );
}
