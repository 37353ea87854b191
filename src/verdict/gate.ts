import type { Report, ReportedWaiver, Result } from '../model/result/report.js';
import { formatWaiverName, isWaiverFor } from './waivers/waiver-standing.js';

/** What decides whether a run passes. */
export interface GateInput {
  readonly results: readonly Result[];
  readonly waivers: readonly ReportedWaiver[];
  readonly strict: boolean;
  readonly endedEarly: string | undefined;
  /** Whether it ended early because the service stopped answering, or gave no usable responses any more. */
  readonly isLost?: boolean | undefined;
  /** Whether this is one of several shards, and others check the rest. */
  readonly isShard?: boolean | undefined;
}

/** Decides whether the run passes, and why not. Never changes a verdict. */
export function decideGate(input: GateInput): Report['gate'] {
  const reasons = [...listViolations(input), ...listWaiverProblems(input), ...listEmptyRunReasons(input)];
  return { open: reasons.length === 0, reasons, exit: decideExitCode(input, reasons.length === 0) };
}

/** Whether a result fails the run unless it is waived. */
export function isFailing({ verdict, level, family, stage }: Result, strict: boolean): boolean {
  if (level === 'MAY' || stage !== 'stable') return false;
  const isLaw = level === 'MUST' && family === 'convention';
  if (verdict === 'violated') return isLaw || (strict && (level === 'MUST' || family === 'convention'));
  return strict && verdict === 'inconclusive' && isLaw;
}

/** Whether a MUST rule of the convention held or was violated: without one, a run has no meaning. */
export const isMustDecided = (results: readonly Result[]): boolean =>
  listMustResults(results).some(({ verdict }) => verdict === 'held' || verdict === 'violated');

const listMustResults = (results: readonly Result[]): Result[] =>
  results.filter(({ level, family }) => level === 'MUST' && family === 'convention');

function listViolations({ results, strict }: GateInput): string[] {
  const closing = results.filter((result) => result.waived === undefined && isFailing(result, strict));
  return closing.map(
    ({ verdict, level, title, subject, cause, evidence }) =>
      `${verdict} ${level}: ${evidence?.summary ?? title} [${subject}]${cause ? ` (${cause})` : ''}`,
  );
}

/** Describes invalid waivers, and what to do about them. */
const listWaiverProblems = ({ waivers, results }: GateInput): string[] =>
  waivers.flatMap((waiver) => {
    if (waiver.standing === 'expired')
      return [
        `expired ${formatWaiverName(waiver)}: it was valid until ${waiver.until}; fix the service, or agree on a later date`,
      ];
    if (waiver.standing !== 'stale') return [];
    const isMet = results.some((result) => isWaiverFor(waiver, result));
    const why = isMet ? 'the rule held; remove it' : 'this run has no such rule and subject; remove it, or correct it';
    return [`stale ${formatWaiverName(waiver)}: ${why}`];
  });

/** A shard without MUST rules can pass: the merged report decides. */
function listEmptyRunReasons({ results, isShard }: GateInput): string[] {
  const isSpare =
    isShard === true &&
    listMustResults(results).every(({ verdict }) => verdict === 'not-run' || verdict === 'not-applicable');
  return isMustDecided(results) || isSpare
    ? []
    : ['no MUST rule of the convention could be checked: none held, and none was violated'];
}

function decideExitCode({ results, endedEarly, isLost }: GateInput, isOpen: boolean): Report['gate']['exit'] {
  if (endedEarly === 'interrupted') return 130;
  if (isLost) return 3;
  const tried = results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'not-applicable');
  if (tried.length > 0 && tried.every(({ cause }) => cause === 'refused' || cause === 'no-answer')) return 3;
  if (results.some(({ verdict }) => verdict === 'errored')) return 4;
  return isOpen ? 0 : 1;
}
