import type { Trial } from '../../model/result/plan.js';
import { isListDelayed } from '../../model/service/list-lag.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection, listSubjectCollections } from '../../model/service/subject-collections.js';
import type { Rule } from '../../rule/rule.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { Use } from './claim.js';

/** What decides which trials may run at the same time. */
export interface ClaimOptions {
  readonly rules: RulesById;
  /** Every collection of the run: a trial also uses the collections of its parents, and of their parents. */
  readonly collections: readonly Collection[];
  /** Names of collections that take one trial at a time. */
  readonly solitary?: ReadonlySet<string>;
}

/**
 * The collections that a trial uses, and what may run beside it on them: trials with items of their own run beside each other,
 * so do a few that read a list which nothing changes, a few that change a list while they read it, those that only read what
 * is there, and those that expect no effect; any other trial runs alone.
 */
export interface TrialClaim extends Use {
  readonly mode: 'own items' | 'list' | 'entries' | 'filled list' | 'reading' | 'no effect' | 'alone';
  /** Whether a few trials with such a claim take turns at a list. */
  readonly isOfLists: boolean;
  /** What its cases watch of a list, if they do. */
  readonly listWatch: 'list' | 'entries' | undefined;
  /** Whether it only reads a list, which others should have entries in. */
  readonly isReader: boolean;
  /** How many cases of the trial may run side by side. */
  readonly maxCases: number;
  /** Whether its items may be removed while the next case or trial creates others. */
  readonly mayRemoveBehind: boolean;
}

/**
 * Most cases that read the same list side by side. Each has its items in it: with more of them, pages must be larger, and show
 * less.
 */
export const maxListCases = 4;

/** Whether the cases of a rule read a list in which only a few others may have items. */
export const isListWatch = (watches: Rule['watches']): watches is 'list' | 'entries' =>
  watches === 'list' || watches === 'entries';

/** Decides what a trial uses, and what may run beside it. */
export function buildClaim(trial: Trial, options: ClaimOptions): TrialClaim {
  const { subject } = trial;
  const { watches } = getRule(options.rules, trial);
  const above = listParentCollections(subject, options.collections);
  const mode = chooseMode(trial, above, options);
  const maxCases = computeMaxCases(trial, mode, options);
  return {
    uses: watches === 'service' ? ['*'] : [...listSubjectCollections(subject), ...above],
    mode,
    isOfLists: mode === 'list' || mode === 'entries' || mode === 'filled list',
    listWatch: isListWatch(watches) && !isItemOperation(subject) ? watches : undefined,
    isReader: mode === 'list' && trial.touches === 'reads',
    maxCases,
    mayRemoveBehind: mode !== 'reading' && mayRemoveBehind(trial, options),
  };
}

/** Decides what a side task uses: it runs beside trials with items of their own. */
export const buildSideTaskClaim = (collection: Collection, collections: readonly Collection[]): TrialClaim => ({
  uses: [collection.name, ...listParentCollections(collection, collections)],
  mode: 'own items',
  isOfLists: false,
  listWatch: undefined,
  isReader: false,
  maxCases: 1,
  mayRemoveBehind: false,
});

/** Where ids are reused, a removal that is repeated would remove the next item; single resources are restored, not removed. */
function mayRemoveBehind({ touches, subject }: Trial, { solitary }: ClaimOptions): boolean {
  const isSolitary = listSubjectCollections(subject).some((name) => solitary?.has(name));
  return !isSolitary && subject.kind !== 'resource' && touches !== 'floods';
}

function chooseMode(trial: Trial, above: readonly string[], { rules, collections, solitary }: ClaimOptions) {
  const { subject } = trial;
  const { watches, touches, expectsNoEffect, fillsList } = getRule(rules, trial);
  const isReading = touches === 'reads' && subject.kind === 'operation' && above.length === 0;
  const otherwise = isReading ? 'reading' : 'alone';
  if (listSubjectCollections(subject).some((name) => solitary?.has(name))) return otherwise;
  if (expectsNoEffect && !isDelayed(subject)) return 'no effect';
  if (watches === 'service') return otherwise;
  if (watches === 'item' || isItemOperation(subject) || hasOwnParent(subject, collections)) return 'own items';
  // The items above an operation are created without regard for those who read their list.
  const isApart = subject.kind === 'operation' && above.length > 0;
  if (!isListWatch(watches) || isDelayed(subject) || isApart) return otherwise;
  return fillsList ? 'filled list' : watches;
}

/** Only cases that create what they use run side by side. */
function computeMaxCases(trial: Trial, mode: TrialClaim['mode'], { rules }: ClaimOptions): number {
  const { subject } = trial;
  const { watches, touches, fillsList } = getRule(rules, trial);
  const isOnOwn = subject.kind === 'collection' || subject.kind === 'action';
  if (!isOnOwn || mode === 'alone' || mode === 'reading' || mode === 'no effect' || fillsList || touches === 'floods')
    return 1;
  if (watches === 'item') return Number.POSITIVE_INFINITY;
  return isListWatch(watches) && !isDelayed(subject) ? maxListCases : 1;
}

/** Whether a list shows changes late: then other cases may still change what it shows when they are over. */
const isDelayed = (subject: Subject): boolean => subject.kind !== 'service' && isListDelayed(getCollection(subject));

const itemRoles: readonly string[] = ['read', 'head', 'read record'];

/** Operations on one item, or on the record of an action: other items of the collection are not in their responses. */
export const isItemOperation = (subject: Subject): boolean =>
  subject.kind === 'operation' && itemRoles.includes(subject.call.role);

/** Whether each trial creates the item above its collection, so that no other trial of the run uses the same list. */
function hasOwnParent(subject: Subject, collections: readonly Collection[]): boolean {
  if (subject.kind !== 'collection') return false;
  const above = subject.parents.findLast(({ place }) => place.startsWith('{'));
  const parent = collections.find(({ name }) => name === above?.collection);
  return parent?.create?.request !== undefined && parent.creationProblem === undefined;
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
