import type { Fact } from '../service/operation.js';
import type { Omission } from '../service/survey.js';

/** What was known about the service before the first check. */
export interface SurveySummary {
  readonly document?: string;
  readonly collections: readonly { readonly name: string; readonly path: string; readonly facts: readonly Fact[] }[];
  readonly contradictions: readonly string[];
  readonly notes: readonly string[];
  /** What was found and is not used; absent where there is nothing, and in reports of earlier versions. */
  readonly omissions?: readonly Omission[];
}
