import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import { additionMark, type Gap, type Gate, nameGap, nameGateResult } from '../../model/result/gate.js';
import { isFailing } from '../../model/result/gate-policy.js';
import type { CreationReach } from '../../model/result/reach.js';
import type { Report, Result } from '../../model/result/report.js';
import {
  createLossTest,
  describeEmpty,
  findEmptyAbove,
  groupByCause,
  isAbout,
  isWithheld,
  listEmpty,
} from '../../model/result/unchecked-causes.js';
import { describeTooLittle } from './reach.js';

/** Why checks are no part of a run: the user left them out, may not send them, or the service has nothing for them. */
const leftOut = ['filter', 'permission', 'need', 'dialect', 'kit'];

/** Part of the checks that may be missing. */
const mostMissing = 1 / 3;

const maxNamed = 3;

/** Adds to a gate what the run could not check, and whether it is incomplete for it; not for a shard. */
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

function listReasons({ gaps, base, empty }: FoundGaps, creations: NonNullable<Report['reach']>['creations'] & {}) {
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

/** The parts of a report that say what was not checked. */
type GapReport = Pick<Report, 'results' | 'reach' | 'run' | 'startedAt'>;

/** What could not be checked of what could have failed the run. */
interface FoundGaps {
  /** Most checks first. */
  readonly gaps: readonly Gap[];
  /** Number of checks that could have failed the run, and that are not accepted as missing. */
  readonly base: number;
  /** Collections that offer creation and in which no item could be created, as far as any check is about them. */
  readonly empty: readonly CreationReach[];
}

/** Finds what a run could not check, by what was lacking. */
function findGaps({ results, reach, run, startedAt }: GapReport): FoundGaps {
  const isLost = createLossTest(reach);
  const withheld = new Set(results.filter(isWithheld).map(({ subject }) => subject));
  const meant = results.filter((result) => couldFail(result, run) && !(isLost(result) && withheld.has(result.subject)));
  const lost = meant.filter(isLost);
  const isConcerned = ({ collection, path, refusal }: CreationReach) =>
    refusal !== undefined || lost.some((one) => one.cause !== 'budget' && isAbout(one, [collection, path]));
  const empty = listEmpty(reach).filter(isConcerned);
  const causes = groupByCause(lost, { results, reach });
  const untried = empty.filter(
    (one) => findEmptyAbove(one, empty) === one && causes.every(({ about }) => about !== one.collection),
  );
  const gaps = [
    ...causes.map(({ results: { length }, isLost: _, enable: __, ...gap }) => ({ ...gap, checks: length })),
    ...untried.map((one) => ({ ...describeEmpty(one), checks: 0 })),
  ].map((gap) => addAcceptance(gap, run.acceptedGaps ?? [], startedAt.slice(0, 10)));
  const accepted = gaps.filter((gap) => gap.accepted !== undefined).reduce((sum, { checks }) => sum + checks, 0);
  return { gaps, base: meant.length - accepted, empty };
}

/** Whether a check is of a MUST rule whose violation would fail this run, and was planned with what the run may do. */
function couldFail(result: Result, run: Report['run']): boolean {
  const { level, verdict, cause = '', why = '' } = result;
  if (level !== 'MUST' || verdict === 'not-applicable' || leftOut.includes(cause) || /\(--bail \d+\)/.test(why))
    return false;
  return isFailing({ ...result, verdict: 'violated' }, run);
}

function addAcceptance(gap: Gap, accepted: readonly AcceptedGap[], today: string): Gap {
  const own = accepted.find(
    ({ collection, until }) => collection === gap.about && (until === undefined || until >= today),
  );
  return own === undefined ? gap : { ...gap, accepted: own.reason };
}
