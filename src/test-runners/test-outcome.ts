import { type GatePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { describeReason, describeRemedy, formatWaiver, listRemarks } from '../report/text/report-words.js';

/** The outcome of a test: passed, skipped with a reason, or failed. */
export type TestConclusion =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly why: string }
  | { readonly is: 'failed'; readonly result: Result };

/** Fails a test whose result fails the run, passes it if the rule held, and skips it with the reason otherwise. A missing result means that nothing was checked. */
export function concludeTest(result: Result | undefined, policy: GatePolicy): TestConclusion {
  if (result === undefined) return createSkipped('not-applicable: the run found no subject for the rule');
  const { verdict, waived, level } = result;
  if (verdict === 'held') return { is: 'passed' };
  if (verdict === 'errored') return { is: 'failed', result };
  if (waived) return createSkipped(formatWaiver(waived));
  if (isFailing(result, policy)) return { is: 'failed', result };
  if (verdict === 'violated')
    return createSkipped(
      `violated, which does not fail the run (${[level, ...listRemarks(result)].join(', ')}): ${result.evidence?.summary ?? result.title}`,
    );
  return createSkipped(`${verdict}: ${describeReason(result)}${describeRemedy(result)}`);
}

const createSkipped = (why: string): TestConclusion => ({ is: 'skipped', why: escapeControlCharacters(why) });
