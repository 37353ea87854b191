import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { RunContext } from '../run-context.js';
import { isAssumed } from '../schedule/order-trials.js';
import { isListWatch } from '../schedule/trial-claim.js';
import { createAssumption, nameTrial, type TrialOutcome } from '../trial/trial-outcome.js';

/** Number of rules whose violations are not reproduced, on one collection, from which on the service counts as unstable. */
const minUnstable = 3;

/**
 * Why a trial may be undecided because of others, so that it runs again alone: its violation was seen and not reproduced; or it is
 * unprepared, as another one may have changed or removed what it needs; or items of others in a list that it reads came and went, or were
 * too many, or the list, changed all the time, looked as if a rule were violated that it assumes.
 */
export function findReason(outcome: Outcome | undefined, rules: RulesById) {
  if (outcome === undefined) return undefined;
  const { cause, requests, trial } = outcome;
  if (cause === 'not-reproduced') return 'not reproduced';
  if (cause === 'setup') return 'unprepared';
  const isOpen =
    cause === 'noise' || cause === 'no-usable-case' || (cause?.startsWith('assumption:') === true && requests > 0);
  if (!isOpen) return undefined;
  const { watches, expectsNoEffect } = getRule(rules, trial);
  return isListWatch(watches) || expectsNoEffect === true ? 'disturbed' : undefined;
}

/** Why a trial that expects no effect is undecided although nothing has changed. */
const harmless: readonly string[] = ['setup', 'refused', 'no-usable-case', 'no-answer'];

/**
 * Whether the outcome of a trial that expects no effect leaves open whether something changed: then the requests of those beside it
 * may have done that, and each of them runs again alone.
 */
function isSuspicious(outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return false;
  const { verdict, cause = '', notes, undecided = [] } = outcome;
  if (verdict === 'held') return notes.length > 0 || undecided.length > 0;
  return verdict !== 'inconclusive' || !(harmless.includes(cause) || cause.startsWith('assumption:'));
}

/** Decides which trials run again, by their outcomes. */
export class Repetitions {
  readonly #byName = new Map<string, Trial>();
  // What a trial shows when it runs again says nothing about what others did beside it before.
  #exposed: ReadonlySet<Trial> = new Set();
  #listed: ReadonlySet<Trial> | undefined;

  constructor(
    private readonly site: Pick<RunContext, 'rules' | 'queue'>,
    private readonly trials: readonly Trial[],
    private readonly finished: ReadonlyMap<Trial, TrialOutcome>,
  ) {
    for (const trial of trials) this.#byName.set(nameTrial(trial), trial);
  }

  /** Whether the trial ran beside others that expect no effect, and it was not clear that nothing changed when `list` was called. */
  isExposed(trial: Trial): boolean {
    return this.#exposed.has(trial);
  }

  /** The same, as far as it is known before all of them have ended. */
  mayBeExposed(trial: Trial): boolean {
    const company = this.site.queue.listCompany(nameTrial(trial));
    if (company.size < 2) return false;
    for (const name of company) {
      const other = this.#byName.get(name);
      if (other && isSuspicious(this.finished.get(other))) return true;
    }
    return false;
  }

  /** Whether the trial may run again, so that its outcome is not shown yet; once `list` was called, whether it does. */
  mayFollow(trial: Trial): boolean {
    if (this.#listed) return this.#listed.has(trial);
    const { rules, queue } = this.site;
    return queue.listCompany(nameTrial(trial)).size > 1 || findReason(this.finished.get(trial), rules) !== undefined;
  }

  /** Whether an outcome is a violation that is withdrawn if a trial that may run again is found violated. */
  mayWithdraw({ verdict, trial }: Outcome): boolean {
    if (verdict !== 'violated') return false;
    return this.trials.some((other) => isAssumed(other, trial, this.site.rules) && this.mayFollow(other));
  }

  /** The trials that run again, in the order of the reasons for it. */
  list(): readonly (readonly Trial[])[] {
    const all = {
      'not reproduced': [] as Trial[],
      exposed: [] as Trial[],
      disturbed: [] as Trial[],
      unprepared: [] as Trial[],
    };
    for (const trial of this.trials) {
      const found = findReason(this.finished.get(trial), this.site.rules);
      const reason = found !== 'not reproduced' && this.mayBeExposed(trial) ? 'exposed' : found;
      if (reason) all[reason].push(trial);
    }
    this.#exposed = new Set(all.exposed);
    this.#listed = new Set(Object.values(all).flat());
    return Object.values(all);
  }
}

/**
 * Withdraws violations that assume a rule whose violation was found only after them, when its trial was tried again. Returns the
 * outcomes in their order.
 */
export function withdrawDependents(
  outcomes: readonly Outcome[],
  retried: readonly Trial[],
  rules: RulesById,
): Outcome[] {
  const found = outcomes.filter(({ verdict, trial }) => verdict === 'violated' && retried.includes(trial));
  return outcomes.map((outcome) => {
    const { counterexample: _, ...rest } = outcome;
    const assumed =
      outcome.verdict === 'violated' ? found.find((other) => isAssumed(other.trial, outcome.trial, rules)) : undefined;
    return assumed === undefined ? outcome : { ...rest, ...createAssumption(assumed.trial, rules) };
  });
}

/**
 * Notes about collections on which violations of several rules were seen and never reproduced. A single one may be chance;
 * several mean that the service behaves differently each time. No clause promises the opposite for all requests, so this is no
 * violation.
 */
export function describeInstability(outcomes: readonly Outcome[]): string[] {
  const rules = new Map<string, Set<string>>();
  for (const { cause, trial } of outcomes)
    for (const name of cause === 'not-reproduced' ? listSubjectCollections(trial.subject) : [])
      rules.set(name, (rules.get(name) ?? new Set()).add(trial.rule));
  return [...rules]
    .filter(([, seen]) => seen.size >= minUnstable)
    .map(
      ([name, seen]) =>
        `${name} is unstable under repetition: ${seen.size} rules were violated there, and not each time, also when nothing else of this run was under way: ${[...seen].join(', ')}`,
    );
}

/** Maximum number of named writes. */
const maxNamed = 3;

/**
 * Decides a trial that was not decided beside others, and was then run again alone. What is never seen alone, and was
 * seen while other trials were under way, was an effect of theirs: it is no violation of this rule. Where it ran beside others that
 * expect no effect, only what it showed alone counts.
 */
export function decideAlone(first: TrialOutcome, again: TrialOutcome, isExposed = false): TrialOutcome {
  const both = addUp(first, again);
  const { unrepeated } = first;
  const isDecided = again.verdict === 'held' || again.verdict === 'violated';
  if (isExposed && (first.verdict === 'held' || !isDecided)) return { ...again, ...both };
  if (first.cause !== 'not-reproduced') {
    if (!isDecided) return { ...first, ...both };
    return { ...again, ...both, notes: [first.cause === 'setup' ? preparedNote : disturbedNote, ...again.notes] };
  }
  if (again.verdict === 'violated' || again.cause === 'not-reproduced') return { ...again, ...both };
  const company = unrepeated?.company;
  if (again.verdict !== 'held' || company === undefined) return { ...first, ...both };
  return { ...again, ...both, notes: [describeInterference(company), ...again.notes] };
}

/** The requests of both runs, and after how many of them a violation was found. */
function addUp(first: TrialOutcome, again: TrialOutcome): Pick<TrialOutcome, 'requests' | 'foundAfter'> {
  const later = again.foundAfter === undefined ? undefined : first.requests + again.foundAfter;
  const foundAfter = first.foundAfter ?? later;
  return { requests: first.requests + again.requests, ...(foundAfter !== undefined && { foundAfter }) };
}

const preparedNote = 'its preparation failed while other checks were under way, and never when it ran alone';

const disturbedNote = 'undecided while other checks ran beside it, and decided when it ran alone';

/** Names what other trials wrote while the violation was seen. */
function describeInterference(between: readonly ObservedExchange[]): string {
  const named = between.slice(-maxNamed).map(({ method, path, n }) => `${method} ${path} (exchange ${n})`);
  const more = between.length - named.length;
  const sent = named.length === 0 ? '' : `; they sent ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `violated once while other checks were under way, and never when it ran alone${sent}`;
}
