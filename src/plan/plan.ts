import { isGlobMatch } from '../model/match-glob.js';
import { type Permission, permissions } from '../model/permission.js';
import type { Exclusion, Plan, Trial } from '../model/result/plan.js';
import type { Subject } from '../model/service/subject.js';
import type { Need } from '../rule/needs/need.js';
import type { NamedRule, Rule } from '../rule/rule.js';

/** Input of the plan. */
export interface PlanInput {
  readonly rules: readonly NamedRule[];
  readonly subjects: readonly Subject[];
  readonly permit: Permission;
  /** Globs over rule ids, clauses or suites; all rules when empty. */
  readonly only: readonly string[];
}

/**
 * Decides before any request which rule is run on which subject, and why not. A rule whose needs throw is errored; the
 * other rules are planned.
 */
export function plan({ rules, subjects, permit, only }: PlanInput): Plan {
  const trials: Trial[] = [];
  const exclusions: Exclusion[] = [];
  for (const { id, rule } of sortByAssumptions(rules)) {
    const fitting = subjects.filter((subject) => subject.kind === rule.per);
    if (fitting.length === 0) exclusions.push(excludeWithoutSubject(id, rule));
    for (const subject of fitting) {
      const exclusion = findExclusion(id, rule, subject, permit, only);
      if (exclusion) exclusions.push(exclusion);
      else trials.push({ rule: id, level: rule.level, touches: rule.touches, subject });
    }
  }
  return { trials, exclusions };
}

function findExclusion(
  id: string,
  rule: Rule,
  subject: Subject,
  permit: Permission,
  only: readonly string[],
): Exclusion | undefined {
  const known = { rule: id, subject: subject.name };
  if (only.length > 0 && !only.some((glob) => isGlobMatch(glob, id, rule.clause))) {
    return {
      ...known,
      word: 'not-run',
      cause: 'filter',
      why: `excluded by --only ${only.join(' ')}`,
    };
  }
  const unmet = findUnmetNeed(rule, subject);
  if (unmet && 'thrown' in unmet) return { ...known, word: 'errored', cause: 'kit', why: unmet.thrown };
  if (unmet) return { ...known, word: 'not-applicable', cause: 'need', why: unmet.reason, enable: unmet.enable };
  if (permissions.indexOf(rule.touches) > permissions.indexOf(permit)) {
    const why = `it ${rule.touches}, and the permission of this run is ${permit}`;
    return { ...known, word: 'not-run', cause: 'permission', why, enable: `--permit ${rule.touches}` };
  }
  return undefined;
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
    for (const id of named.rule.assumes ?? []) {
      const assumed = byId.get(id);
      if (assumed) visit(assumed, [...above, named.id]);
    }
    ordered.add(named);
  };
  for (const named of [...rules].sort((a, b) => (a.id < b.id ? -1 : 1))) visit(named, []);
  return [...ordered];
}
