import { type Permission, permissions } from '../model/permission.js';
import { isGlobMatch, listFormerIds } from '../model/profile/rule-names.js';
import type { Exclusion, Plan, Trial } from '../model/result/plan.js';
import type { WithheldWrites } from '../model/service/collection-parts.js';
import type { Subject } from '../model/service/subject.js';
import type { Need } from '../rule/needs/need.js';
import { listAssumedRules, type NamedRule, type Rule } from '../rule/rule.js';

export interface PlanInput {
  readonly rules: readonly NamedRule[];
  readonly subjects: readonly Subject[];
  readonly permit: Permission;
  /** Globs over rule ids, clauses or suites; all rules when empty. */
  readonly only: readonly string[];
  /** Returns why a rule is excluded although `only` allows it; undefined if it is not. */
  readonly findExclusionReason?:
    | ((id: string, clause: string, formerIds: readonly string[]) => string | undefined)
    | undefined;
}

/**
 * Decides before any request which rule is run on which subject, and why not. A rule whose needs throw is errored; the
 * other rules are planned.
 */
export function plan({ rules, subjects, ...limits }: PlanInput): Plan {
  const trials: Trial[] = [];
  const exclusions: Exclusion[] = [];
  const planned = new Set<string>();
  const stocked = new Set(subjects.flatMap((subject) => (isStocked(subject) ? [subject.name] : [])));
  // What yields to a rule about a collection is decided after it.
  const parts = sortByAssumptions(rules).flatMap(splitRule);
  const ordered = [
    ...parts.filter((one) => !isAboutAddresses(one.rule)),
    ...parts.filter((one) => isAboutAddresses(one.rule)),
  ];
  for (const { id, rule, formerIds } of ordered) {
    const fitting = subjects.filter((subject) => subject.kind === rule.per);
    if (fitting.length === 0) exclusions.push(excludeWithoutSubject(id, rule));
    const excluded: Exclusion[] = [];
    const filter = findFilter(id, rule, formerIds, limits);
    for (const subject of fitting) {
      if (isCoveredElsewhere(rule, subject, planned, stocked)) continue;
      const exclusion = findExclusion({ id, rule }, subject, filter, limits.permit);
      if (exclusion) excluded.push(exclusion);
      else {
        trials.push({ rule: id, level: rule.level, touches: rule.touches, subject });
        planned.add(`${id} ${subject.name}`);
      }
    }
    exclusions.push(...(isAboutAddresses(rule) ? summarizeExclusions(excluded, fitting.length) : excluded));
  }
  return { trials: sortBreadthFirst(trials), exclusions: dropCovered(exclusions, trials, rules) };
}

/** A rule and its experiment at operations; the ids of rules that were joined with it stand for that alone. */
function splitRule({ id, rule }: NamedRule): (NamedRule & { readonly formerIds: readonly string[] })[] {
  const { elsewhere } = rule;
  const whole = { id, rule, formerIds: [] };
  return elsewhere ? [whole, { id, rule: elsewhere, formerIds: listFormerIds(id) }] : [whole];
}

/** A rule with two experiments has one line about no subject, and none where it has a trial or a line about a subject. */
function dropCovered(exclusions: readonly Exclusion[], trials: readonly Trial[], rules: readonly NamedRule[]) {
  const open = new Set(rules.flatMap(({ id, rule }) => (rule.elsewhere ? [id] : [])));
  for (const { rule } of [...trials, ...exclusions.filter(({ subject }) => subject !== '-')]) open.delete(rule);
  const isJoined = new Set(rules.flatMap(({ id, rule }) => (rule.elsewhere ? [id] : [])));
  return exclusions.filter(({ rule, subject }) => subject !== '-' || !isJoined.has(rule) || open.delete(rule));
}

const isAboutAddresses = ({ per }: Rule): boolean => per === 'resource' || per === 'operation';

/** Rules about addresses need few requests and no items, so each operation gets them before any collection is checked in depth. */
function sortBreadthFirst(trials: readonly Trial[]): Trial[] {
  const isBroad = ({ subject: { kind } }: Trial) => kind === 'resource' || kind === 'operation';
  return [...trials.filter(isBroad), ...trials.filter((trial) => !isBroad(trial))];
}

/** Whether a rule about the collection of an operation checks the same. */
function isCoveredElsewhere(
  { yieldsTo = {} }: Rule,
  subject: Subject,
  planned: ReadonlySet<string>,
  stocked: ReadonlySet<string>,
): boolean {
  const calls = subject.kind === 'operation' ? [subject.call] : subject.kind === 'resource' ? subject.operations : [];
  return calls.some(({ role, owner }) => {
    const [name = ''] = owner?.split('/') ?? [];
    return stocked.has(name) && yieldsTo[role]?.some((id) => planned.has(`${id} ${name}`));
  });
}

/** Whether a collection has items to check: some exist, or the run creates them. */
const isStocked = (subject: Subject): boolean =>
  subject.kind === 'collection' &&
  (subject.create?.request !== undefined || (subject.standing ?? []).length > 0) &&
  subject.creationProblem === undefined;

/** A service may have hundreds of operations, so only one line says why a rule applies to none of them. */
function summarizeExclusions(excluded: readonly Exclusion[], count: number): Exclusion[] {
  const kept = excluded.filter(({ cause }) => cause !== 'need');
  const [first] = excluded;
  const isForAll = first !== undefined && kept.length === 0 && excluded.length === count;
  return isForAll ? [{ ...first, subject: '-' }] : dropRepetitions(kept);
}

/** The same exclusion of many operations is one line. */
function dropRepetitions(excluded: readonly Exclusion[]): Exclusion[] {
  const byReason = new Map(excluded.map((one) => [`${one.cause} ${one.why}`, { ...one, subject: '-' }]));
  return [...byReason.values()];
}

/** Why a rule was not chosen, on whatever subject. */
function findFilter(
  id: string,
  { clause }: Rule,
  formerIds: readonly string[],
  { only, findExclusionReason }: Omit<PlanInput, 'rules' | 'subjects'>,
): string | undefined {
  const isOutside = only.length > 0 && !only.some((glob) => isGlobMatch(glob, id, clause, formerIds));
  return isOutside ? `excluded by --only ${only.join(' ')}` : findExclusionReason?.(id, clause, formerIds);
}

function findExclusion(
  { id, rule }: NamedRule,
  subject: Subject,
  filter: string | undefined,
  permit: PlanInput['permit'],
): Exclusion | undefined {
  // There is one for each rule and subject, and an object that begins with a spread has a hidden class of its own in Node 20.
  const { name } = subject;
  if (filter !== undefined) return { rule: id, subject: name, word: 'not-run', cause: 'filter', why: filter };
  const unmet = findUnmetNeed(rule, subject);
  if (unmet && 'thrown' in unmet) return { rule: id, subject: name, word: 'errored', cause: 'kit', why: unmet.thrown };
  if (unmet) {
    const withheld = findWithheld(unmet, subject);
    if (withheld) {
      const { why, enable } = withheld;
      return { rule: id, subject: name, word: 'not-run', cause: 'permission', why, enable };
    }
    const { reason: why, enable } = unmet;
    return { rule: id, subject: name, word: 'not-applicable', cause: 'need', why, enable };
  }
  if (permissions.indexOf(rule.touches) > permissions.indexOf(permit)) {
    const why = `it ${rule.touches}, and the permission of this run is ${permit}`;
    return { rule: id, subject: name, word: 'not-run', cause: 'permission', why, enable: `--permit ${rule.touches}` };
  }
  return undefined;
}

/** Why the operation that a need lacks is not called, although the service has it. */
function findWithheld({ role }: Need, subject: Subject): WithheldWrites | undefined {
  const collection = subject.kind === 'action' ? subject.collection : subject;
  const withheld = collection.kind === 'collection' ? collection.withheld : undefined;
  return withheld?.roles.some((one) => one === role) ? withheld : undefined;
}

/** Needs of custom rules may throw. */
function findUnmetNeed({ needs }: Rule, subject: Subject): Need | { readonly thrown: string } | undefined {
  try {
    return needs.find((need) => !need.isMet(subject));
  } catch (error) {
    return {
      thrown: `its needs cannot be checked: ${error instanceof Error ? (error.stack ?? error.message) : 'they throw'}`,
    };
  }
}

const excludeWithoutSubject = (id: string, rule: Rule): Exclusion => ({
  rule: id,
  subject: '-',
  word: 'not-applicable',
  cause: 'need',
  why: `no ${rule.per} was found`,
  enable: rule.per === 'action' ? 'resources[].actions' : 'resources[]',
});

/** Sorts rules after those that they assume, then by id. */
function sortByAssumptions(rules: readonly NamedRule[]): NamedRule[] {
  const byId = new Map(rules.map((named) => [named.id, named]));
  const ordered = new Set<NamedRule>();
  const visit = (named: NamedRule, above: readonly string[]) => {
    if (above.includes(named.id))
      throw new Error(`rules assume each other in a circle: ${[...above, named.id].join(' → ')}`);
    for (const id of listAssumedRules(named.rule)) {
      const assumed = byId.get(id);
      if (assumed) visit(assumed, [...above, named.id]);
    }
    ordered.add(named);
  };
  for (const named of [...rules].sort((a, b) => (a.id < b.id ? -1 : 1))) visit(named, []);
  return [...ordered];
}
