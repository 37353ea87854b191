import type { Trial } from '../../model/result/plan.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection, listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';

/** A trial, and the collections that it needs for itself. */
interface TrialClaim {
  readonly uses: readonly string[];
  readonly isExclusive: boolean;
}

/** What decides which trials may run at the same time. */
export interface ScheduleOptions {
  readonly rules: RulesById;
  /** Every collection of the run: a trial also uses the collections of its parents, and of their parents. */
  readonly collections: readonly Collection[];
  readonly concurrency: number;
  /** Names of collections that take one trial at a time. */
  readonly solitary?: ReadonlySet<string>;
}

/**
 * Runs trials in parallel, at most `concurrency` at a time. A trial waits for the rules that it assumes. A trial that
 * watches a collection runs alone on it, and one that watches the service runs alone. Solitary collections take one
 * trial at a time: where ids are reused, a second DELETE could remove an item of another trial. Returns outcomes in the
 * order of the trials.
 */
export async function schedule<T>(
  trials: readonly Trial[],
  options: ScheduleOptions,
  go: (trial: Trial) => Promise<T>,
): Promise<T[]> {
  const { rules, concurrency } = options;
  const outcomes: T[] = [];
  const waiting = trials.map((trial, index) => ({ trial, index, claim: buildClaim(trial, options) }));
  const running = new Map<(typeof waiting)[number], Promise<void>>();
  const isReady = ({ trial, claim }: (typeof waiting)[number]) => {
    const ahead = [...running.keys(), ...waiting].filter((other) => other.trial !== trial);
    const isAssumptionOpen = ahead.some(
      (other) =>
        getRule(rules, trial.rule).assumes?.includes(other.trial.rule) &&
        hasSharedCollection(other.trial.subject, trial.subject),
    );
    return !isAssumptionOpen && ![...running.keys()].some((other) => isConflicting(claim, other.claim));
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < concurrency ? waiting.find(isReady) : undefined;
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    const run = go(next.trial).then((outcome) => {
      outcomes[next.index] = outcome;
      running.delete(next);
    });
    running.set(next, run);
  }
  return outcomes;
}

function buildClaim({ rule, subject }: Trial, { rules, collections, solitary }: ScheduleOptions): TrialClaim {
  const uses = listSubjectCollections(subject);
  const { watches } = getRule(rules, rule);
  const isExclusive = watches !== 'item' || uses.some((name) => solitary?.has(name));
  const above = listParentCollections(subject, collections);
  return { uses: watches === 'service' ? ['*'] : [...uses, ...above], isExclusive };
}

function isConflicting(a: TrialClaim, b: TrialClaim): boolean {
  if (!a.isExclusive && !b.isExclusive) return false;
  return a.uses.includes('*') || b.uses.includes('*') || a.uses.some((name) => b.uses.includes(name));
}

/** The collections in which a subject needs parent items, which may need parent items themselves. */
function listParentCollections(subject: Subject, collections: readonly Collection[]): string[] {
  if (subject.kind === 'service') return [];
  const found = new Set<string>();
  const open = [getCollection(subject)];
  for (const { parents } of open)
    for (const { collection: name } of parents) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(...collections.filter((one) => one.name === name));
    }
  return [...found];
}

/** Whether two subjects share a collection, so that a violation of one concerns the other. */
export const hasSharedCollection = (a: Subject, b: Subject): boolean =>
  listSubjectCollections(a).some((name) => listSubjectCollections(b).includes(name));
