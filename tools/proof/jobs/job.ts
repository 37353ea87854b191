/** The kinds of jobs, in the order in which they are run: what takes longest comes first. */
export const proofKinds = ['tests', 'matrix', 'variants', 'worlds', 'hostile', 'leftovers'] as const;

/** Faults against rules, valid variants, difficult worlds, hostile services, services that keep items, long test files. */
export type ProofKind = (typeof proofKinds)[number];

/** One piece of the proof, small enough to be done by a process in a few seconds. */
export interface ProofJob {
  /** `<kind>/<what>`, such as `matrix/key-is-ignored/seed-1`. */
  readonly name: string;
  readonly kind: ProofKind;
  /** What the worker of its kind is sent. */
  readonly task: object;
  readonly dependencies: Dependencies;
  /** The world that may hide what the job looks for, see `tolerance.ts`. */
  readonly world?: string;
}

/** What the outcome of a job depends on, beside its worker. */
export interface Dependencies {
  /** The faults, dialects, worlds and hostile services that it is about; all of them when left out. */
  readonly names?: readonly string[];
  /** Globs of the rules that it audits with; all of them when left out. */
  readonly rules?: readonly string[];
  /** Files that it runs beside its worker, from the root of the repository. */
  readonly files?: readonly string[];
}
