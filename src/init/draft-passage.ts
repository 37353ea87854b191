import type { Json } from '../model/json.js';

/** One thing that a profile says, or could say: a value at a path of keys, and why. */
export interface DraftValue {
  readonly path: readonly string[];
  readonly value: Json;
  /** Where it comes from and how sure it is, as told beside the value. */
  readonly why: string;
  /** Whether it is only offered, for the caller to take up: a guess, or an example of what could be said. */
  readonly isOffer: boolean;
  /** Rules that wait for it. */
  readonly rules?: number;
  /** Whether it is a matter of taste, so that nobody needs to be told when the caller chose otherwise. */
  readonly isTaste?: boolean;
}

/** An entry of a list: a resource, or an action of one. */
export interface DraftPassage {
  /** Path on the service that tells it from the others, and the key that holds it. */
  readonly key: 'collection' | 'path';
  readonly servicePath: string;
  /** Lines that stand above it. */
  readonly remarks: readonly string[];
  readonly draftValues: readonly DraftValue[];
  readonly actions: readonly DraftPassage[];
}

/** A profile as drafted from a survey. */
export interface Draft {
  /** Lines at the head of the file. */
  readonly remarks: readonly string[];
  readonly draftValues: readonly DraftValue[];
  readonly resources: readonly DraftPassage[];
}

/** Something the profile says because it is believed. */
export const createValue = (path: readonly string[], value: Json, why = ''): DraftValue => ({
  path,
  value,
  why,
  isOffer: false,
});

/** Something the profile could say; `rules` wait for it. */
export const createOffer = (path: readonly string[], value: Json, why: string, rules = 0): DraftValue => ({
  path,
  value,
  why: [...(why === '' ? [] : [why]), ...(rules > 0 ? [describeNeeded(rules)] : [])].join('; '),
  isOffer: true,
  rules,
});

/** How many rules wait for a key. */
const describeNeeded = (rules: number): string =>
  rules === 1 ? '1 more rule needs this' : `${rules} more rules need this`;
