import type { Trial } from '../../model/result/plan.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection, listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import { defaultCases } from './trial-settings.js';

/**
 * The collections that a trial uses, and what may run beside it on them: trials with items of their own run beside each other,
 * so do trials that only read what is there, and any other trial runs alone.
 */
interface TrialClaim {
  readonly uses: readonly string[];
  readonly mode: 'own items' | 'reading' | 'alone';
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

/** A trial in the schedule. */
interface ScheduledTrial {
  readonly trial: Trial;
  readonly index: number;
  readonly claim: TrialClaim;
  /** The trials that it waits for, and those that these wait for. */
  readonly assumed: ReadonlySet<ScheduledTrial>;
}

/**
 * Runs trials in parallel, at most `concurrency` at a time. A trial waits for the rules that it assumes. A trial that
 * watches a collection runs alone on it, unless it creates the item above the collection; one that watches the service runs
 * alone; those that only read run beside each other. Solitary collections take one
 * trial at a time: where ids are reused, a second DELETE could remove an item of another trial. Trials that others wait
 * for begin first, so that the others run side by side; then those that probably take longest, so that none of them is still
 * running when all others have ended. Returns outcomes in the order of the trials.
 */
export async function schedule<T>(
  trials: readonly Trial[],
  options: ScheduleOptions,
  go: (trial: Trial) => Promise<T>,
): Promise<T[]> {
  const { concurrency } = options;
  const outcomes: T[] = [];
  const { waiting, urgent } = orderTrials(trials, options);
  const running = new Map<ScheduledTrial, Promise<void>>();
  const unfinished = new Set(waiting);
  const isReady = (one: ScheduledTrial) => {
    for (const other of one.assumed) if (unfinished.has(other)) return false;
    for (const other of running.keys()) if (isConflicting(one.claim, other.claim)) return false;
    return !isHeldBack(one, urgent);
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < concurrency ? waiting.find(isReady) : undefined;
    if (next === undefined) {
      // Otherwise the run would wait for ever.
      if (running.size === 0)
        throw new Error(`no trial can begin: ${waiting.map(({ trial }) => trial.rule).join(', ')}`);
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    urgent.delete(next);
    const run = go(next.trial).then((outcome) => {
      outcomes[next.index] = outcome;
      running.delete(next);
      unfinished.delete(next);
    });
    running.set(next, run);
  }
  return outcomes;
}

/** Whether a trial would delay an urgent one without being needed by any. */
function isHeldBack(one: ScheduledTrial, urgent: ReadonlySet<ScheduledTrial>): boolean {
  if (urgent.has(one)) return false;
  let isInTheWay = false;
  for (const { assumed, claim } of urgent) {
    if (assumed.has(one)) return false;
    isInTheWay ||= isConflicting(claim, one.claim);
  }
  return isInTheWay;
}

/**
 * The trials in the order in which they may begin, and those that others may not delay: they run alone, and trials wait for them
 * that could run side by side with all others.
 */
function orderTrials(
  trials: readonly Trial[],
  options: ScheduleOptions,
): { readonly waiting: ScheduledTrial[]; readonly urgent: Set<ScheduledTrial> } {
  const all = listScheduledTrials(trials, options);
  const dependents = new Map<ScheduledTrial, ScheduledTrial[]>();
  for (const one of all)
    for (const other of one.assumed) {
      const known = dependents.get(other);
      if (known) known.push(one);
      else dependents.set(other, [one]);
    }
  const isUrgent = (one: ScheduledTrial) =>
    one.claim.mode === 'alone' && dependents.get(one)?.some(({ claim }) => claim.mode === 'own items') === true;
  // A rule that builds on others sends more in each case.
  const estimateLength = ({ trial, assumed }: ScheduledTrial) =>
    (getRule(options.rules, trial.rule).cases ?? defaultCases) * (1 + assumed.size);
  const last = all.filter((one) => !dependents.has(one));
  return {
    waiting: [
      ...all.filter((one) => dependents.has(one)),
      ...last.sort((one, other) => estimateLength(other) - estimateLength(one)),
    ],
    urgent: new Set(all.filter(isUrgent)),
  };
}

function listScheduledTrials(trials: readonly Trial[], options: ScheduleOptions): ScheduledTrial[] {
  const all = trials.map((trial, index) => ({
    ...{ trial, index, claim: buildClaim(trial, options) },
    assumed: new Set<ScheduledTrial>(),
  }));
  const byRule = new Map<string, ScheduledTrial[]>();
  for (const one of all) byRule.set(one.trial.rule, [...(byRule.get(one.trial.rule) ?? []), one]);
  const addAssumed = (assumed: Set<ScheduledTrial>, { trial }: ScheduledTrial) => {
    for (const rule of getRule(options.rules, trial.rule).assumes ?? [])
      for (const other of byRule.get(rule) ?? []) {
        if (assumed.has(other) || !hasSharedCollection(other.trial.subject, trial.subject)) continue;
        assumed.add(other);
        addAssumed(assumed, other);
      }
  };
  for (const one of all) addAssumed(one.assumed, one);
  return all;
}

function buildClaim(trial: Trial, { rules, collections, solitary }: ScheduleOptions): TrialClaim {
  const { watches, touches } = getRule(rules, trial.rule);
  const { subject } = trial;
  const uses = listSubjectCollections(subject);
  const above = listParentCollections(subject, collections);
  const isOnItem = watches === 'item' || (watches === 'collection' && isItemOperation(subject));
  const isBelowOwn = watches === 'collection' && hasOwnParent(subject, collections);
  const isReading = touches === 'reads' && subject.kind === 'operation' && above.length === 0;
  const isSolitary = uses.some((name) => solitary?.has(name));
  return {
    uses: watches === 'service' ? ['*'] : [...uses, ...above],
    mode: (isOnItem || isBelowOwn) && !isSolitary ? 'own items' : isReading ? 'reading' : 'alone',
  };
}

/** Operations on one item, or on the record of an action: other items of the collection are not in their responses. */
const itemRoles: readonly string[] = ['read', 'head', 'read record'];

const isItemOperation = (subject: Subject): boolean =>
  subject.kind === 'operation' && itemRoles.includes(subject.call.role);

/** Whether each trial creates the item above its collection, so that no other trial of the run uses the same list. */
function hasOwnParent(subject: Subject, collections: readonly Collection[]): boolean {
  if (subject.kind !== 'collection') return false;
  const above = subject.parents.findLast(({ place }) => place.startsWith('{'));
  const parent = collections.find(({ name }) => name === above?.collection);
  return parent?.create?.request !== undefined && parent.creationProblem === undefined;
}

function isConflicting(a: TrialClaim, b: TrialClaim): boolean {
  if (a.mode === b.mode && a.mode !== 'alone') return false;
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
