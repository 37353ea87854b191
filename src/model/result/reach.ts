/** How much of the rules and cases of a run was decided; `coverage.operations` says it of the operations. */
export interface Reach {
  /** Rules with a verdict of held or violated, out of those that were asked for; a run with fewer than `least` is incomplete. */
  readonly rules: { readonly checked: number; readonly of: number; readonly least?: number };
  readonly cases: {
    readonly decided: number;
    readonly undecided: number;
    /** Why cases are undecided, the most frequent reason first. */
    readonly reasons: readonly { readonly why: string; readonly cases: number }[];
  };
  /** What creating items led to, for each collection that offers it; absent where the run may not write. */
  readonly creations?: readonly CreationReach[];
}

/** What creating items of a collection led to. */
export interface CreationReach {
  readonly collection: string;
  readonly path: string;
  /** Number of items that were created and have a known address. */
  readonly created: number;
  /** Whether the user named the collection, or its creation. */
  readonly isNamed?: boolean;
  /** Where nothing was created: why, in the words of the service where it gave any. */
  readonly refusal?: string;
  /** A line for the profile that may change it. */
  readonly add?: string;
}
