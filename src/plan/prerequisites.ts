import type { Trial } from '../model/result/plan.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import { assumesRule, getRule, type RulesById } from '../rule/rules-by-id.js';

/** Returns the trials that must run before a trial: the rules that it assumes on its collections, recursively. */
export type PrerequisiteLookup = (trial: Trial) => readonly Trial[];

export const buildTrialKey = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): string => `${rule} ${subject.name}`;

export function createPrerequisiteLookup(trials: readonly Trial[], rules: RulesById): PrerequisiteLookup {
  const at = groupByCollection(trials);
  const known = new Map<Trial, readonly Trial[]>();
  const below = (trial: Trial): readonly Trial[] => {
    const found = known.get(trial);
    if (found) return found;
    const places = listSubjectCollections(trial.subject);
    const assumed = (getRule(rules, trial).assumes ?? [])
      .flatMap((rule) => places.flatMap((place) => at.get(`${rule} ${place}`) ?? []))
      .filter((other) => assumesRule(rules, trial, other));
    const all = [...new Set([...assumed, ...assumed.flatMap(below)])];
    known.set(trial, all);
    return all;
  };
  return below;
}

function groupByCollection(trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> {
  const places = new Map<string, Trial[]>();
  for (const trial of trials) {
    for (const name of listSubjectCollections(trial.subject)) {
      const key = `${trial.rule} ${name}`;
      places.set(key, [...(places.get(key) ?? []), trial]);
    }
  }
  return places;
}
