import { isGlobMatch } from '../match-glob.js';
import { listFormerIds } from '../profile/former-rules.js';

/** The effect of a rule, as a profile declares it. */
export type Severity = 'off' | 'warn' | 'error';

/** The effect of the rules that a glob matches. */
export interface RuleSeverity {
  readonly glob: string;
  readonly severity: Severity;
}

/** The severity that a profile declares for a rule; the last glob that matches decides. */
export const findSeverity = (
  id: string,
  clause: string,
  severities: readonly RuleSeverity[] = [],
  formerIds: readonly string[] = listFormerIds(id),
): Severity | undefined => severities.findLast(({ glob }) => isGlobMatch(glob, id, clause, formerIds))?.severity;
