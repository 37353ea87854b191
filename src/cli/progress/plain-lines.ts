import { type GatePolicy, weighViolation } from '../../model/result/gate-policy.js';
import type { Result } from '../../model/result/report.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { findExemption, formatCount, getHeadline } from '../../report/text/report-words.js';
import { formatSeconds, listTallyParts } from './draw-progress.js';
import { formatCheckName, type Progress } from './progress-state.js';

/** Maximum number of violations printed one by one; the report lists all of them. */
const maxReported = 20;

/** Maximum silence of a log, in milliseconds: shorter than the silence after which pipelines abort a job. */
const longestSilenceMs = 30_000;

/**
 * Reports a run in plain lines with `say`, for logs: its start, each violation, and its progress from time to time. Without a policy, something else than the
 * violations decides whether the run fails.
 */
export function createPlainReporter(say: (line: string) => void, policy: GatePolicy | undefined) {
  let violations = 0;
  let toldMs: number | undefined;
  return {
    reportStart: ({ baseUrl, maxRequests, maxSeconds }: Progress) =>
      say(
        `reading ${escapeControlCharacters(baseUrl)} (at most ${formatCount(maxRequests, 'request')} and ${formatSeconds(maxSeconds * 1_000)})`,
      ),
    reportPlan: ({ of, requests }: Progress) =>
      say(`${formatCount(of, 'check')} to run, ${formatCount(requests, 'request')} sent so far`),
    reportResult(result: Result) {
      if (result.verdict !== 'violated') return;
      violations += 1;
      if (violations <= maxReported) say(escapeControlCharacters(describeViolation(result, policy)));
      if (violations === maxReported) say('further violations are listed in the report only');
    },
    /** Call this from time to time: after a long silence it prints the progress. */
    reportProgress(progress: Progress, nowMs: number) {
      toldMs ??= progress.begunMs;
      if (nowMs - toldMs < longestSilenceMs) return;
      toldMs = nowMs;
      say(describeProgress(progress, nowMs));
    },
  };
}

/** As it will be in the report: level, family, rule, subject, what was observed, and whether the violation fails the run. */
function describeViolation(result: Result, policy: GatePolicy | undefined): string {
  const { level, family } = result;
  const violation = `violated ${level} ${family} ${formatCheckName(result)}: ${getHeadline(result)}`;
  if (policy === undefined) return violation;
  if (weighViolation(result, policy) === 'fails') return `${violation} (fails the run)`;
  return `${violation} (${['does not fail the run', findExemption(result)].filter(Boolean).join(': ')})`;
}

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
