import type { collectionValues, memberRules } from './collection-values.js';
import type { extraValues, serviceValues } from './service-values.js';

type Union<T> = T extends unknown ? (whole: T) => void : never;
type Merged<T> = Union<T[keyof T]> extends (whole: infer Whole) => void ? Whole : never;
type Chosen<T> = { readonly [D in keyof T]: T[D] extends readonly (infer Value)[] ? Value : never };

/** One value for each dimension of a service. */
export type ServiceChoices = Chosen<Merged<typeof serviceValues>>;

/** One value for each dimension of a collection. */
export type CollectionChoices = Chosen<Merged<typeof collectionValues>>;

export type Extra = (typeof extraValues)[number];
export type MemberRule = (typeof memberRules)[number];

/** One collection of a service. */
export interface CollectionDesign {
  /** The singular of a noun of `nouns`; no two collections of a service have the same. */
  readonly noun: string;
  /** Index of the collection whose items contain the items of this one; it is less than its own. */
  readonly parent: number | null;
  /** Number of members beyond those that rules and dimensions need. */
  readonly memberCount: number;
  readonly rules: readonly MemberRule[];
  /** Number of items of others at the start; in a collection with a parent, over all its parents. */
  readonly others: number;
  readonly choices: CollectionChoices;
}

/** All about one service, as plain data: it can be written to a file, read back and served again. */
export interface Design {
  readonly format: 1;
  /** Source of ids, contents of items of others, and random failures. */
  readonly seed: number;
  readonly service: ServiceChoices;
  readonly extras: readonly Extra[];
  readonly collections: readonly CollectionDesign[];
}
