import type { Result } from '../../src/model/result/report.js';
import { auditDemoOnce, listViolatedRules } from './audit-demo.js';
import { startValidVariant } from './start-valid-variant.js';

/** What an audit of a valid variant showed. */
export interface VariantCheck {
  /** Rules that were violated, of which there should be none. */
  readonly violations: readonly string[];
  /** How many results are `held`. */
  readonly held: number;
  /** What is inconclusive or errored: rule, subject and cause. */
  readonly undecided: readonly string[];
  /** Why, for each of them. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Items that the service still held afterwards. */
  readonly left: number;
}

/** Audits a valid variant with all rules, or with those on throttling where it is flooded. */
export async function checkVariant(dialect: readonly string[], seed: number, isFlood = false): Promise<VariantCheck> {
  const { report, remainingOrders } = await auditDemoOnce({ dialect, seed, isFlood }, { start: startValidVariant });
  const undecided = report.results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'errored');
  return {
    violations: listViolatedRules(report),
    held: report.results.filter(({ verdict }) => verdict === 'held').length,
    undecided: [...new Set(undecided.map(nameUndecided))],
    reasons: Object.fromEntries(undecided.map((result) => [nameUndecided(result), result.why ?? ''])),
    left: remainingOrders,
  };
}

const nameUndecided = ({ rule, subject, cause }: Result): string => `${rule} [${subject}] ${cause}`;
