import type { Trial } from '../model/result/plan.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import type { RulesById } from '../rule/rules-by-id.js';

/** What must be tried before a trial means anything: what it assumes of the collections that it is about, and what that assumes. */
export type PrerequisiteLookup = (trial: Trial) => readonly Trial[];

/** By what a trial is known: its rule and the name of its subject. */
export const buildTrialKey = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): string => `${rule} ${subject.name}`;

/** Finds the ground of each of these trials among them; `rules` say what they assume. */
export function createPrerequisiteLookup(trials: readonly Trial[], rules: RulesById): PrerequisiteLookup {
  const at = groupByCollection(trials);
  const known = new Map<Trial, readonly Trial[]>();
  const below = (trial: Trial): readonly Trial[] => {
    const found = known.get(trial);
    if (found) return found;
    const places = listSubjectCollections(trial.subject);
    const assumed = (rules.get(trial.rule)?.assumes ?? []).flatMap((rule) =>
      places.flatMap((place) => at.get(`${rule} ${place}`) ?? []),
    );
    const all = [...new Set([...assumed, ...assumed.flatMap(below)])];
    known.set(trial, all);
    return all;
  };
  return below;
}

/** Trials by their rule and each collection that they are about. */
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
