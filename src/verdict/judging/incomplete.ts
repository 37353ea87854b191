import { additionMark, type Gap, type Gate, nameGap, nameGateResult } from '../../model/result/gate.js';
import type { Report } from '../../model/result/report.js';
import { type FoundGaps, findGaps, type GapReport } from './gaps.js';
import { describeTooLittle } from './reach.js';

/** Part of the checks that may be missing. */
const mostMissing = 1 / 3;

/** Most gaps that one reason names. */
const maxNamed = 3;

/**
 * Adds to a gate what the run could not check, and whether it is incomplete for it. A shard checks a part on purpose: the merged
 * report decides.
 */
export function addGaps(report: Pick<Report, 'gate' | 'results' | 'reach' | 'run' | 'startedAt'>): Gate {
  const { gate, reach, results, run } = report;
  const found = findGaps(report);
  const gaps = found.gaps.length > 0 ? { gaps: found.gaps } : {};
  const isWhole = run.shard === undefined && (gate.exit === 0 || gate.exit === 1 || gate.exit === 5);
  const missing = isWhole ? listReasons(found, reach?.creations ?? []) : [];
  const reasons = missing.length > 0 ? [...missing, ...listUselessAcceptances(report, found)] : [];
  const tooLittle = isWhole && gate.open && reach !== undefined ? describeTooLittle(reach, results) : undefined;
  const all = [...reasons, ...(tooLittle === undefined ? [] : [tooLittle])];
  if (all.length === 0) return { ...gate, ...gaps };
  // What failed a run comes before what it could not check.
  return gate.exit === 1
    ? { ...gate, reasons: [...gate.reasons, ...all], ...gaps }
    : { open: false, reasons: [...all, ...gate.reasons], exit: 5, ...gaps };
}

/** Whether a run could not check too much of what could have failed it. */
export const isIncomplete = (report: GapReport): boolean =>
  report.run.shard === undefined && listReasons(findGaps(report), report.reach?.creations ?? []).length > 0;

/** Entries of the user about gaps that accept none of them: their names may be misspelt, or their time is over. */
function listUselessAcceptances({ run, startedAt }: GapReport, { gaps }: FoundGaps): string[] {
  const names = [...new Set(gaps.flatMap(({ about = [] }) => about))];
  return (run.acceptedGaps ?? []).flatMap(({ collection, until, where }) => {
    if (!names.includes(collection))
      return [
        `${where}: ${collection} accepts nothing: ${names.length > 0 ? `the gaps are ${names.join(', ')}` : 'no gap has a name'}`,
      ];
    const isOver = until !== undefined && until < startedAt.slice(0, 10);
    return isOver ? [`${where}: ${collection} is not accepted any more: its day was ${until}`] : [];
  });
}

/** Adds the word for the result, once the exit code is decided. */
export const nameResult = (gate: Gate): Gate => ({ result: nameGateResult(gate.exit), ...gate });

function listReasons(
  { gaps, base, empty }: FoundGaps,
  creations: NonNullable<Report['reach']>['creations'] & {},
): string[] {
  const open = gaps.filter(({ accepted }) => accepted === undefined);
  const missing = open.reduce((sum, { checks }) => sum + checks, 0);
  const isMostMissing = missing > base * mostMissing;
  const isNothingCreated = creations.length > 0 && creations.every(({ created }) => created === 0);
  const isBlocking = ({ about }: Gap) =>
    empty.some((one) => one.collection === about && (isNothingCreated || one.isNamed === true));
  const named = open.filter((gap) => isMostMissing || isBlocking(gap)).slice(0, maxNamed);
  const rest = missing - named.reduce((sum, { checks }) => sum + checks, 0);
  return named.map((gap, i) => {
    const more = isMostMissing && i === named.length - 1 && rest > 0 ? `; ${rest} more for other reasons` : '';
    return `incomplete: ${describeGap(gap, base)}${more}`;
  });
}

/** What could not be done, why, and what to do: one line. */
export function describeGap(gap: Gap, base: number): string {
  const { checks, add } = gap;
  const count = checks === 0 ? '' : `: ${checks} of ${base} checks`;
  return `${nameGap(gap)}${count}${add === undefined ? '' : additionMark + add}`;
}
