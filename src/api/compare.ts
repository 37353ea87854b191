import type { Report } from '../model/result/report.js';
import { type Comparison, compare as weigh } from '../verdict/comparison/compare.js';

/** How two reports are compared. */
export interface CompareOptions {
  /** Whether it is also closed by what closes a strict gate, and by what is no longer known. */
  readonly strict?: boolean;
}

/** Tells by rule and subject what became of one report in a later one. Pure. */
export const compare = (before: Report, after: Report, { strict = false }: CompareOptions = {}): Comparison =>
  weigh(before, after, strict);
