import type { TestContext } from 'vitest';
import type { Report, Result } from '../model/result/report.js';
import { visible } from '../report/text/escape-control-characters.js';
import { conclude } from './test-outcome.js';

/** What the tests of single results already say. */
export interface Said {
  isRegistered(result: Result): boolean;
  readonly isStrict: boolean;
}

/** Fails for what closes the gate and is said by no test of a single result; names what was left behind. */
export function lookAtWhole(report: Report, { skip }: Pick<TestContext, 'skip'>, said: Said): void {
  const reasons = unsaid(report, said);
  const left = leftBehind(report);
  if (reasons.length > 0) throw new GateClosed([...reasons, ...left]);
  if (left.length > 0) skip(visible(left.join('')));
}

/**
 * Fails where a part of the tests was chosen by name, so that nothing looks at the whole, and the service or the kit was lost on
 * the way: every test that is left may have been skipped for that.
 */
export function lookAtPart(report: Report, said: Said): void {
  const isLost = report.gate.exit === 3 || report.gate.exit === 4;
  const reasons = isLost ? unsaid(report, said) : [];
  if (reasons.length > 0) throw new GateClosed([...reasons, ...leftBehind(report)]);
}

function leftBehind({ leftovers }: Report): string[] {
  const left = leftovers.map(({ url, why }) => `${url} (${why})`);
  return left.length > 0 ? [`what was made still stands: ${left.join('; ')}`] : [];
}

/** The gate is closed, for reasons that lie in no single result. */
class GateClosed extends Error {
  override readonly name = 'GateClosed';
  constructor(reasons: readonly string[]) {
    super(reasons.map(visible).join('\n'));
    this.stack = `${this.name}: ${this.message}`;
  }
}

function unsaid({ gate, results }: Report, { isRegistered, isStrict }: Said): readonly string[] {
  if (gate.open) return [];
  const red = results.filter((result) => conclude(result, isStrict).is === 'failed');
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
