import { getAtPointer, type Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import type { Exclusion } from '../model/result/plan.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';

export interface DraftValue {
  readonly path: readonly string[];
  readonly value: Json;
  /** Provenance and certainty, written beside the value. */
  readonly why: string;
  /** Whether it is only suggested in a comment: a guess, or an example. */
  readonly isOffer: boolean;
  /** Number of checks that need it. */
  readonly rules?: number;
  /** Whether it is a free choice, so that a different value of the user is not reported. */
  readonly isTaste?: boolean;
}

/** An entry of a list: a resource, or an action of one. */
export interface DraftPassage {
  /** Path that identifies the entry, and the key that contains it. */
  readonly key: 'collection' | 'path';
  readonly servicePath: string;
  /** Comment lines above it. */
  readonly remarks: readonly string[];
  readonly draftValues: readonly DraftValue[];
  readonly actions: readonly DraftPassage[];
}

/** A profile drafted from a survey. */
export interface Draft {
  /** Comment lines at the top of the file. */
  readonly remarks: readonly string[];
  readonly draftValues: readonly DraftValue[];
  readonly resources: readonly DraftPassage[];
}

export const createValue = (path: readonly string[], value: Json, why = ''): DraftValue => ({
  path,
  value,
  why,
  isOffer: false,
});

/** Creates a suggested key; `rules` is the number of checks that need it. */
export const createOffer = (path: readonly string[], value: Json, why: string, rules = 0): DraftValue => ({
  path,
  value,
  why: [...(why === '' ? [] : [why]), ...(rules > 0 ? [describeNeeded(rules)] : [])].join('; '),
  isOffer: true,
  rules,
});

/** Says how many checks a key would enable. */
const describeNeeded = (rules: number): string => (rules === 1 ? 'enables 1 check' : `enables ${rules} checks`);

export interface DraftSources {
  readonly survey: Survey;
  readonly profile: Pick<Profile, 'name' | 'baseUrl' | 'headers' | 'hasCredential' | 'permit' | 'isLoopback'>;
  /** Path of the named document, as to be written; undefined if it was found at a usual path. */
  readonly openapi?: string;
  /** The variable that the user named for the token. */
  readonly tokenEnv?: string | undefined;
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
