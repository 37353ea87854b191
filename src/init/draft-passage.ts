import type { Json } from '../model/json.js';

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
