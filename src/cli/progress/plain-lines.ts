import type { Outcome } from '../../model/result/outcome.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { formatCount } from '../../report/text/report-words.js';
import { formatSeconds, listTallyParts } from './draw-progress.js';
import { formatTrialName, type Progress } from './progress-state.js';

/** Reports a run in plain lines, for logs: its start, each violation, and its progress from time to time. */
export interface PlainReporter {
  reportStart(progress: Progress): void;
  reportPlan(progress: Progress): void;
  reportOutcome(progress: Progress, outcome: Outcome): void;
  /** Call this from time to time: after a long silence it prints the progress. */
  reportProgress(progress: Progress, nowMs: number): void;
}

/** Maximum number of violations printed one by one; the report lists all of them. */
const maxReported = 20;

/** Maximum silence of a log, in milliseconds: shorter than the silence after which pipelines abort a job. */
const longestSilenceMs = 30_000;

/** Creates a reporter that prints lines with `say`. */
export function createPlainReporter(say: (line: string) => void): PlainReporter {
  let violations = 0;
  let toldMs: number | undefined;
  return {
    reportStart: ({ baseUrl, maxRequests, maxSeconds }) =>
      say(
        `reading ${escapeControlCharacters(baseUrl)} (at most ${formatCount(maxRequests, 'request')} and ${formatSeconds(maxSeconds * 1_000)})`,
      ),
    reportPlan: ({ of, requests }) =>
      say(`${formatCount(of, 'check')} to run, ${formatCount(requests, 'request')} sent so far`),
    reportOutcome(_, outcome) {
      if (outcome.verdict !== 'violated') return;
      violations += 1;
      if (violations <= maxReported) say(describeOutcome(outcome));
      if (violations === maxReported) say('further violations are listed in the report only');
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
  const far = of === 0 ? [] : [`${done} of ${formatCount(of, 'check')}`];
  const now = running[0] === undefined ? [] : [`now ${escapeControlCharacters(running[0])}`];
  return [
    ...far,
    ...verdicts,
    formatCount(requests, 'request'),
    `${formatSeconds(nowMs - begunMs)} elapsed`,
    ...now,
  ].join(', ');
}
