import type { OperationCoverage } from '../model/result/operation-coverage.js';
import type { Trial } from '../model/result/plan.js';
import type { SurveyedOperation } from '../model/service/operation.js';
import type { ResourceSubject, Subject } from '../model/service/subject.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import { getRule, type RulesById } from '../rule/rules-by-id.js';

/** One operation of the service, and the rules that call it. */
export type PlannedOperation = Pick<OperationCoverage, 'method' | 'path' | 'subject' | 'rules' | 'why'>;

/** Which rules call each operation of a service, and why none does. */
export function listPlannedOperations(
  resources: readonly ResourceSubject[],
  trials: readonly Pick<Trial, 'rule' | 'subject'>[],
  rules: RulesById,
): PlannedOperation[] {
  const met = groupTrialsByOperation(resources, trials, rules);
  return resources
    .flatMap(({ operations }) => operations)
    .map((one) => {
      const { operation, owner, name } = one;
      const ids = [...new Set((met.get(name) ?? []).map(({ rule }) => rule))].sort();
      const known = { method: operation.method, path: operation.path, subject: owner ?? name, rules: ids };
      return ids.length > 0 ? known : { ...known, why: one.spared ?? explainUnmet(one) };
    });
}

export function groupTrialsByOperation<T extends Pick<Trial, 'rule' | 'subject'>>(
  resources: readonly ResourceSubject[],
  trials: readonly T[],
  rules: RulesById,
): Map<string, T[]> {
  const byOwner = new Map<string, SurveyedOperation[]>();
  for (const one of resources.flatMap(({ operations }) => operations)) {
    if (one.owner !== undefined) byOwner.set(one.owner, [...(byOwner.get(one.owner) ?? []), one]);
  }
  const met = new Map<string, T[]>();
  for (const trial of trials) {
    for (const { name } of listCalledOperations(trial.rule, trial.subject, byOwner, rules))
      met.set(name, [...(met.get(name) ?? []), trial]);
  }
  return met;
}

/** The operations that a rule calls on a subject: those that its needs name. */
function listCalledOperations(
  id: string,
  subject: Subject,
  byOwner: ReadonlyMap<string, readonly SurveyedOperation[]>,
  rules: RulesById,
): readonly SurveyedOperation[] {
  if (subject.kind === 'operation') return [subject.call];
  if (subject.kind === 'resource') return subject.operations;
  const roles = new Set(getRule(rules, id).needs.flatMap(({ role }) => role ?? []));
  const names = subject.kind === 'action' ? [subject.collection.name, subject.name] : listSubjectCollections(subject);
  const owned = names.flatMap((name) => byOwner.get(name) ?? []);
  return owned.filter(({ role }) => roles.has(role === 'head' ? 'read' : role));
}

function explainUnmet({ owner, role }: SurveyedOperation): string {
  if (owner !== undefined) return `no rule about ${role} applies to ${owner}`;
  return 'no part of a collection';
}
