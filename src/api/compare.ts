import type { Report } from '../model/result/report.js';
import { type Comparison, compare as weigh } from '../verdict/comparison/compare.js';

/** Options of a comparison. */
export interface CompareOptions {
  /** Whether the comparison also fails for what fails a strict run, and for MUST rules that no longer have a verdict. Default false. */
  readonly strict?: boolean;
}

/** Compares two reports by rule and subject: `compare(before, after).reasons` is empty if no violation is new. Pure. */
export const compare = (before: Report, after: Report, { strict = false }: CompareOptions = {}): Comparison =>
  weigh(before, after, strict);
