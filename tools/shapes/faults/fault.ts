import type { Design } from '../design/design.js';

/** One way in which a service breaks the convention or its design, whatever it is about. */
export interface Fault {
  readonly name: string;
  /** Clauses of the convention, as `4.2` or `7.422`. */
  readonly clauses: readonly string[];
  appliesTo(design: Design): boolean;
  /** Name of the probe of the checker that finds it. */
  readonly seenBy: string;
}
