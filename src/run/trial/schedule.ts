import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';

/** A trial with the collections it must not share with others while it runs. */
interface TrialClaim {
  readonly uses: readonly string[];
  readonly isExclusive: boolean;
}

/**
 * Runs trials side by side, at most `concurrency` at a time: a trial waits for the rules it assumes, one that watches a
 * collection has it for itself, one that watches the service has everything for itself. Solitary collections take one
 * trial at a time: where ids are given out again, a second DELETE would hit what another trial made since. Outcomes come
 * in trial order.
 */
export async function schedule<T>(
  trials: readonly Trial[],
  rules: RulesById,
  concurrency: number,
  go: (trial: Trial) => Promise<T>,
  solitary: ReadonlySet<string> = new Set(),
): Promise<T[]> {
  const outcomes: T[] = [];
  const waiting = trials.map((trial, index) => ({ trial, index, claim: buildClaim(trial, rules, solitary) }));
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

function buildClaim({ rule, subject }: Trial, rules: RulesById, solitary: ReadonlySet<string>): TrialClaim {
  const uses = listSubjectCollections(subject);
  const { watches } = getRule(rules, rule);
  const isExclusive = watches !== 'item' || uses.some((name) => solitary.has(name));
  const below = listParentCollections(subject);
  return { uses: watches === 'service' ? ['*'] : [...uses, ...below], isExclusive };
}

function isConflicting(a: TrialClaim, b: TrialClaim): boolean {
  if (!a.isExclusive && !b.isExclusive) return false;
  return a.uses.includes('*') || b.uses.includes('*') || a.uses.some((name) => b.uses.includes(name));
}

/** The collections in which something must be made first. */
const listParentCollections = (subject: Subject): string[] => {
  if (subject.kind === 'service') return [];
  const { parents } = subject.kind === 'action' ? subject.collection : subject;
  return parents.map(({ collection }) => collection);
};

/** Whether two subjects concern a common collection, so that what was found of one counts for the other. */
export const hasSharedCollection = (a: Subject, b: Subject): boolean =>
  listSubjectCollections(a).some((name) => listSubjectCollections(b).includes(name));
