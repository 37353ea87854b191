import { getAtPointer, type Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import type { Exclusion } from '../model/result/plan.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';

export interface DraftSources {
  readonly survey: Survey;
  readonly profile: Pick<Profile, 'name' | 'baseUrl' | 'headers' | 'hasCredential' | 'permit' | 'isLoopback'>;
  /** Path of the named document, as to be written; undefined if it was found at a usual path. */
  readonly openapi?: string;
  /** Returns how many checks need a key, according to the plan. */
  readonly waiting: WaitingCounter;
}

/** The title of the service in its document. */
export function findTitle(document: Json | undefined): string | undefined {
  const title = getAtPointer(document, '/info/title');
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

export const listSubjectNames = ({ name, actions }: Collection): string[] => [
  name,
  ...actions.map((action) => `${name}/${action.name}`),
];

/** Returns how many checks of a subject need one of these profile keys (or flags); of any subject if none is named. */
type WaitingCounter = (enables: readonly string[], subject?: string) => number;

/** Counts the checks that are not possible, by the key that would enable them. */
export function createWaitingCounter(exclusions: readonly Exclusion[]): WaitingCounter {
  const rules = new Map<string, Set<string>>();
  const add = (key: string, rule: string) => rules.set(key, (rules.get(key) ?? new Set()).add(rule));
  for (const { cause, enable, subject, rule } of exclusions) {
    if (cause !== 'need' || enable === undefined) continue;
    add(enable, rule);
    add(`${enable} @ ${subject}`, rule);
  }
  return (enables, subject) => {
    const keys = enables.map((enable) => (subject === undefined ? enable : `${enable} @ ${subject}`));
    return new Set(keys.flatMap((key) => [...(rules.get(key) ?? [])])).size;
  };
}
