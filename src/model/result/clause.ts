/** The levels of clauses (RFC 2119), independent of the verdict. */
export const levels = ['MUST', 'SHOULD', 'MAY'] as const;

/** One of {@link levels}. */
export type Level = (typeof levels)[number];

/** Where the duty of a rule comes from: the convention, the HTTP standard, or the document of the service itself. */
export const families = ['convention', 'http', 'document'] as const;

/** One of {@link families}. */
export type Family = (typeof families)[number];

/** A clause of the convention as written in `suites/convention.md`. */
export interface Clause {
  readonly clause: string;
  readonly level: Level;
  readonly family: Family;
  readonly sentence: string;
  readonly source: string;
  readonly why: string;
  readonly choices: readonly string[];
  /** Why it cannot be observed from outside. */
  readonly untested?: string;
  /** Exchanges that violate it: request line, status line and the lines that matter; a blank line between exchanges. */
  readonly wrong?: string;
  /** The same exchanges as they should be. */
  readonly right?: string;
  /** How to correct a service, in any framework. */
  readonly fix?: string;
}
