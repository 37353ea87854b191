import type { Report, ReportedWaiver, Result } from '../model/result/report.js';
import { formatWaiverName, isWaiverFor } from './waivers/waiver-standing.js';

/** What decides whether the gate opens, beside the results. */
export interface GateInput {
  readonly results: readonly Result[];
  readonly waivers: readonly ReportedWaiver[];
  readonly strict: boolean;
  readonly endedEarly: string | undefined;
  /** Whether it ended early because the service was lost, or gave no usable answers any more. */
  readonly isLost?: boolean | undefined;
  /** Whether this is one of several shards, and others try the rest. */
  readonly isShard?: boolean | undefined;
}

/** Opens or closes the gate, and says why. Verdicts are never changed here. */
export function decideGate(input: GateInput): Report['gate'] {
  const reasons = [...listViolations(input), ...listWaiverProblems(input), ...listEmptyRunReasons(input)];
  return { open: reasons.length === 0, reasons, exit: decideExitCode(input, reasons.length === 0) };
}

/** Whether a result closes the gate as long as nobody waived it. */
export function isFailing({ verdict, level, family, stage }: Result, strict: boolean): boolean {
  if (level === 'MAY' || stage !== 'stable') return false;
  const isLaw = level === 'MUST' && family === 'convention';
  if (verdict === 'violated') return isLaw || (strict && (level === 'MUST' || family === 'convention'));
  return strict && verdict === 'inconclusive' && isLaw;
}

/** Whether a MUST of the convention was held or violated: without one, a run says nothing. */
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

/** What is wrong with waivers, and what to do next. */
const listWaiverProblems = ({ waivers, results }: GateInput): string[] =>
  waivers.flatMap((waiver) => {
    if (waiver.standing === 'expired')
      return [
        `expired ${formatWaiverName(waiver)}: it was good until ${waiver.until}; mend the service, or agree on a later day`,
      ];
    if (waiver.standing !== 'stale') return [];
    const isMet = results.some((result) => isWaiverFor(waiver, result));
    const why = isMet ? 'the rule held; remove it' : 'no such rule and subject in this run; remove it, or correct it';
    return [`stale ${formatWaiverName(waiver)}: ${why}`];
  });

/** A shard to which no MUST fell is as it should be: the whole is judged when the shards are merged. */
function listEmptyRunReasons({ results, isShard }: GateInput): string[] {
  const isSpare =
    isShard === true &&
    listMustResults(results).every(({ verdict }) => verdict === 'not-run' || verdict === 'not-applicable');
  return isMustDecided(results) || isSpare
    ? []
    : ['nothing was decided: not one MUST of the convention was held or violated'];
}

function decideExitCode({ results, endedEarly, isLost }: GateInput, isOpen: boolean): Report['gate']['exit'] {
  if (endedEarly === 'interrupted') return 130;
  if (isLost) return 3;
  const tried = results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'not-applicable');
  if (tried.length > 0 && tried.every(({ cause }) => cause === 'refused' || cause === 'no-answer')) return 3;
  if (results.some(({ verdict }) => verdict === 'errored')) return 4;
  return isOpen ? 0 : 1;
}
