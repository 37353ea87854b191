import type { TestContext } from 'vitest';
import type { Report, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { concludeTest } from './test-outcome.js';

/** What the tests of single results already say. */
export interface ReportedResults {
  isRegistered(result: Result): boolean;
  readonly isStrict: boolean;
}

/** Fails for what closes the gate and is said by no test of a single result; names what was left behind. */
export function checkWholeRun(report: Report, { skip }: Pick<TestContext, 'skip'>, said: ReportedResults): void {
  const reasons = listUnreportedReasons(report, said);
  const left = listLeftovers(report);
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...left]);
  if (left.length > 0) skip(escapeControlCharacters(left.join('')));
}

/**
 * Fails where a part of the tests was chosen by name, so that nothing looks at the whole, and the service or the kit was lost on
 * the way: every test that is left may have been skipped for that.
 */
export function checkPartialRun(report: Report, said: ReportedResults): void {
  const isLost = report.gate.exit === 3 || report.gate.exit === 4;
  const reasons = isLost ? listUnreportedReasons(report, said) : [];
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...listLeftovers(report)]);
}

function listLeftovers({ leftovers }: Report): string[] {
  const left = leftovers.map(({ url, why }) => `${url} (${why})`);
  return left.length > 0 ? [`what was made still stands: ${left.join('; ')}`] : [];
}

/** The gate is closed, for reasons that lie in no single result. */
class GateFailedError extends Error {
  override readonly name = 'GateClosed';
  constructor(reasons: readonly string[]) {
    super(reasons.map(escapeControlCharacters).join('\n'));
    this.stack = `${this.name}: ${this.message}`;
  }
}

function listUnreportedReasons(
  { gate, results }: Report,
  { isRegistered, isStrict }: ReportedResults,
): readonly string[] {
  if (gate.open) return [];
  const red = results.filter((result) => concludeTest(result, isStrict).is === 'failed');
  if (red.length === 0) return gate.reasons;
  const isOfOneResult = (reason: string) => /^(violated|inconclusive) (MUST|SHOULD)/.test(reason);
  const unheard = red.filter((result) => !isRegistered(result));
  return [
    ...gate.reasons.filter((reason) => !isOfOneResult(reason)),
    ...unheard.map(
      ({ rule, subject, evidence, title }) =>
        `${rule} [${subject}], which came to light during the run: ${evidence?.summary ?? title}`,
    ),
  ];
}
