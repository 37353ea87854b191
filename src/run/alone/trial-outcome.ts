import type { Outcome } from '../../model/result/outcome.js';
import type { TriedCase } from '../trial/experiment.js';

/** A violation that was seen and not reproduced. */
export interface UnrepeatedViolation {
  /** The generated value. */
  readonly value: unknown;
  /** What other trials wrote during the case; undefined when it ran alone. */
  readonly company: TriedCase['company'];
}

/** The outcome of a trial, and the violation that was not reproduced. */
export type TrialOutcome = Outcome & { readonly unrepeated?: UnrepeatedViolation };

/** An outcome for the report. */
export const omitUnrepeated = ({ unrepeated: _, ...outcome }: TrialOutcome): Outcome => outcome;
