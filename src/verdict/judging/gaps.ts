import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import type { Gap } from '../../model/result/gate.js';
import { isFailing } from '../../model/result/gate-policy.js';
import type { CreationReach } from '../../model/result/reach.js';
import type { Report, Result } from '../../model/result/report.js';
import { simplifyReason } from './reach.js';

/** The parts of a report that say what was not checked. */
export type GapReport = Pick<Report, 'results' | 'reach' | 'run' | 'startedAt'>;

/** What could not be checked of what could have failed the run. */
export interface FoundGaps {
  /** Most checks first. */
  readonly gaps: readonly Gap[];
  /** Number of checks that could have failed the run, and that are not accepted as missing. */
  readonly base: number;
  /** Collections that offer creation and in which no item could be created, as far as any check is about them. */
  readonly empty: readonly CreationReach[];
}

/**
 * Whether a check ended for lack of an item, of requests or of time, or never began: other preconditions may fail, too. `failed` are
 * requests that should have created an item.
 */
const isLost = ({ verdict, cause, why = '' }: Result, failed: readonly string[]): boolean =>
  isUndecided(verdict) &&
  (cause === 'budget' ||
    (cause === 'setup' && lackPattern.test(why)) ||
    ((cause === 'no-answer' || cause === 'refused') && failed.some((request) => why.startsWith(request))));

/** How reasons name the lack of an item. */
const lackPattern = /\bcreat(e|ed|ion|ions)\b|\bno (more )?items?\b/i;

/** Finds what a run could not check, by what was lacking. */
export function findGaps({ results, reach, run, startedAt }: GapReport): FoundGaps {
  const meant = results.filter((result) => couldFail(result, run));
  const unmade = (reach?.creations ?? []).filter(({ created }) => created === 0);
  const failed = unmade.flatMap(({ refusal = '' }) => /^[A-Z]+ \S+ /.exec(refusal)?.[0] ?? []);
  const lost = meant.filter((result) => isLost(result, failed));
  const isConcerned = (one: CreationReach) => one.refusal !== undefined || lost.some((result) => isAbout(result, one));
  const empty = unmade.filter(isConcerned);
  const groups = new Map<string, { gap: Omit<Gap, 'checks'>; checks: number }>();
  for (const result of lost) {
    const gap = describeLoss(result, empty, run.endedEarly);
    const known = groups.get(gap.about ?? gap.why);
    groups.set(gap.about ?? gap.why, { gap: known?.gap ?? gap, checks: (known?.checks ?? 0) + 1 });
  }
  for (const one of empty.filter((one) => findCause(one, empty) === one))
    if (!groups.has(one.collection)) groups.set(one.collection, { gap: describeEmpty(one), checks: 0 });
  const gaps = [...groups.values()]
    .map(({ gap, checks }) => addAcceptance({ ...gap, checks }, run.acceptedGaps ?? [], startedAt.slice(0, 10)))
    .sort((one, other) => other.checks - one.checks);
  const accepted = gaps.filter((gap) => gap.accepted !== undefined).reduce((sum, { checks }) => sum + checks, 0);
  return { gaps, base: meant.length - accepted, empty };
}

/** Whether a check is of a MUST rule whose violation would fail this run, and was planned with what the run may do. */
function couldFail(result: Result, run: Report['run']): boolean {
  const { level, verdict, cause = '' } = result;
  if (level !== 'MUST' || verdict === 'not-applicable' || leftOut.includes(cause)) return false;
  return isFailing({ ...result, verdict: 'violated' }, run);
}

/** Why checks are no part of a run: the user left them out, may not send them, or the service has nothing for them. */
const leftOut = ['filter', 'permission', 'need', 'dialect', 'kit'];

const isUndecided = (verdict: Result['verdict']): boolean => verdict === 'inconclusive' || verdict === 'not-run';

/** Whether a check is about a collection, its items, or what is below them. */
function isAbout({ subject }: Result, { collection, path }: CreationReach): boolean {
  const place = subject.replace(/^[A-Z]+ /, '');
  return [collection, path].some((name) => place === name || place.startsWith(`${name}/`));
}

function describeLoss(
  result: Result,
  empty: readonly CreationReach[],
  endedEarly: string | undefined,
): Omit<Gap, 'checks'> {
  const { cause, why = '' } = result;
  if (cause === 'budget') return { about: 'budget', why: endedEarly ?? simplifyReason(why) };
  const creation = empty
    .filter((one) => isAbout(result, one))
    .sort((one, other) => other.path.length - one.path.length)[0];
  return creation === undefined ? { why: simplifyReason(why) } : describeEmpty(findCause(creation, empty));
}

/** Where nothing says why a collection is empty, it is the one above it that is: its items are below those of the other. */
function findCause(one: CreationReach, empty: readonly CreationReach[]): CreationReach {
  const isAbove = ({ path, refusal }: CreationReach) => refusal !== undefined && one.path.startsWith(`${path}/`);
  return one.refusal === undefined ? (empty.filter(isAbove).at(-1) ?? one) : one;
}

const describeEmpty = ({ collection, refusal, add }: CreationReach): Omit<Gap, 'checks'> => ({
  about: collection,
  why: `no item could be created${refusal === undefined ? '' : ` (${refusal})`}`,
  ...(add !== undefined && { add }),
});

function addAcceptance(gap: Gap, accepted: readonly AcceptedGap[], today: string): Gap {
  const own = accepted.find(
    ({ collection, until }) => collection === gap.about && (until === undefined || until >= today),
  );
  return own === undefined ? gap : { ...gap, accepted: own.reason };
}
