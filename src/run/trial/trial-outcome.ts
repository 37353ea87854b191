import type { Cause, UndecidedCases } from '../../model/result/cause.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { TriedCase } from './experiment.js';
import type { CasePace } from './shared-state.js';
import type { TrialActions } from './trial-actions.js';

/** A trial by its rule and its subject: the same while its subject has the items above it, and before. */
export const nameTrial = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): string => `${rule}@${subject.name}`;

/** What a trial without a decided case has. */
export const nothingTried = { cases: 0, corners: 0, requests: 0, notes: [] } as const;

/** What an outcome is that assumes the rule of a violated trial; `where` and `more` say more of the violation. */
export const createAssumption = ({ rule }: Pick<Trial, 'rule'>, rules: RulesById, where = '', more = '') =>
  ({
    verdict: 'inconclusive',
    cause: `assumption:${rule}`,
    why: `inconclusive until "${getRule(rules, rule).title}"${where} is fixed${more}`,
  }) as const;

/** A violation that was seen and not reproduced. */
export interface UnrepeatedViolation {
  /** The generated value. */
  readonly value: unknown;
  /** What other trials wrote during the case; undefined when it ran alone. */
  readonly company: TriedCase['company'];
}

/** The outcome of a trial, and the violation that was not reproduced. */
export type TrialOutcome = Outcome & { readonly unrepeated?: UnrepeatedViolation };

export const omitUnrepeated = ({ unrepeated: _, ...outcome }: TrialOutcome): Outcome => outcome;

/** A case that could not be decided. */
export interface UndecidedCase {
  readonly cause: Cause;
  readonly why: string;
  readonly value: unknown;
  /** Whether the server failed in it. */
  readonly hasFailed: boolean;
  /** Whether the service stopped in it, and again when it was repeated. */
  readonly hasStopped?: TriedCase['hasStopped'];
}

type HeldDecision = Pick<Outcome, 'verdict'> & Partial<Pick<Outcome, 'cause' | 'why' | 'undecided'>>;

/** How often an undecided case is repeated before it counts as undecided each time. */
const repetitions = 2;
/** Maximum number of undecided cases, with different reasons, that are repeated. */
const maxRepeatedCases = 3;

/**
 * Decides what a trial without a violation says. It held only if more cases were decided than undecided, and if no
 * undecided case is undecided each time it is repeated. A case in which the promise does not apply counts as neither. Each case
 * during which the service stopped must be decided when it is repeated.
 */
export async function decideHeld(
  held: number,
  doubts: readonly UndecidedCase[],
  pace: CasePace,
  actions: Pick<TrialActions, 'run'>,
): Promise<HeldDecision> {
  if (doubts.length === 0) return { verdict: 'held' };
  const open = doubts.filter(isOpen);
  const most = findMostFrequent(groupUndecided(open));
  if (most !== undefined && open.length > held) {
    const why = `${most.why}; ${open.length} of ${held + open.length} cases could not be decided`;
    return { verdict: 'inconclusive', cause: most.cause, why };
  }
  const stopped = open.filter(({ hasStopped }) => hasStopped);
  const last = stopped.find(({ hasStopped }) => hasStopped === 'again') ?? stopped[maxRepeatedCases];
  if (last !== undefined) return { verdict: 'inconclusive', cause: last.cause, why: last.why };
  const others = open.filter((doubt) => isWorthRepeating(doubt) && !doubt.hasStopped);
  for (const doubt of [...stopped, ...listDifferent(others)].slice(0, maxRepeatedCases)) {
    const said = await repeatCase(doubt, pace, actions);
    if (said !== undefined) return { ...said, undecided: markRepeated(groupUndecided(doubts), doubt) };
  }
  return { verdict: 'held' };
}

export function groupUndecided(doubts: readonly UndecidedCase[]): UndecidedCases[] {
  const groups = new Map<string, UndecidedCases>();
  for (const { cause, why, hasFailed } of doubts) {
    const key = buildReasonKey({ cause, why });
    const known = groups.get(key);
    const isFailure = hasFailed || known?.hasFailed === true;
    groups.set(key, { cause, why, cases: (known?.cases ?? 0) + 1, ...(isFailure && { hasFailed: true }) });
  }
  return [...groups.values()];
}

/** The promise did not apply to the case: this says nothing about the service. */
const isOpen = ({ cause }: UndecidedCase): boolean => cause !== 'no-usable-case';

/** A body that the service refuses is no sign of a failure: the generator does not know all its conditions. */
const isWorthRepeating = ({ cause, hasFailed }: UndecidedCase): boolean =>
  hasFailed || cause === 'no-answer' || cause === 'noise';

async function repeatCase(
  { cause, why, value, hasStopped = false }: UndecidedCase,
  pace: CasePace,
  actions: Pick<TrialActions, 'run'>,
): Promise<HeldDecision | undefined> {
  for (let i = 0; i < repetitions; i += 1) {
    const tried = await actions.run(value, pace);
    const { finding } = tried;
    if (finding.verdict === 'held') return undefined;
    const isSpent = finding.verdict === 'inconclusive' && finding.cause === 'budget';
    if (hasStopped && (isSpent || tried.hasStopped)) return { verdict: 'inconclusive', cause, why };
    if (isSpent) return undefined;
    if (finding.verdict === 'violated')
      return { verdict: 'inconclusive', cause: 'not-reproduced', why: 'an undecided case was violated when repeated' };
  }
  return {
    verdict: 'inconclusive',
    cause,
    why: `${why}; the case was undecided each of ${repetitions + 1} times`,
  };
}

const markRepeated = (groups: readonly UndecidedCases[], doubt: UndecidedCase): UndecidedCases[] =>
  groups.map((group) =>
    buildReasonKey(group) === buildReasonKey(doubt) ? { ...group, isRepeated: true as const } : group,
  );

const listDifferent = (doubts: readonly UndecidedCase[]): UndecidedCase[] => [
  ...new Map(doubts.map((doubt) => [buildReasonKey(doubt), doubt])).values(),
];

/** Reasons that differ in exchange numbers and generated ids only are the same. */
const buildReasonKey = ({ cause, why }: Pick<UndecidedCase, 'cause' | 'why'>): string =>
  `${cause} ${why.replace(/\(exchange \d+\)/g, '').replace(/\/\S+/g, '/')}`;

const findMostFrequent = (groups: readonly UndecidedCases[]): UndecidedCases | undefined =>
  groups.reduce<UndecidedCases | undefined>((most, one) => (one.cases > (most?.cases ?? 0) ? one : most), undefined);
