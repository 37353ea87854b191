/** How much of the rules and cases of a run was decided; `coverage.operations` says it of the operations. */
export interface Reach {
  /** Rules with a verdict of held or violated, out of those that were asked for; a run with fewer than `least` fails. */
  readonly rules: { readonly checked: number; readonly of: number; readonly least?: number };
  readonly cases: {
    readonly decided: number;
    readonly undecided: number;
    /** Why cases are undecided, the most frequent reason first. */
    readonly reasons: readonly { readonly why: string; readonly cases: number }[];
  };
}
