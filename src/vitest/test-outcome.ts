import type { Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { describeReason, formatWaiver, listRemarks } from '../report/text/report-words.js';
import { isFailing } from '../verdict/gate.js';

/** What a result is to a test run: passed, left out for a reason, or failed. */
export type TestConclusion =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly why: string }
  | { readonly is: 'failed'; readonly result: Result };

/** Fails what closes the gate by itself, and passes what held; all else is neither, and says why. Nothing was tried where there is no result. */
export function concludeTest(result: Result | undefined, isStrict: boolean): TestConclusion {
  if (result === undefined) return createSkipped('not-applicable: it turned out that there is nothing to try it on');
  const { verdict, waived, level } = result;
  if (verdict === 'held') return { is: 'passed' };
  if (verdict === 'errored') return { is: 'failed', result };
  if (waived) return createSkipped(formatWaiver(waived));
  if (isFailing(result, isStrict)) return { is: 'failed', result };
  if (verdict === 'violated')
    return createSkipped(
      `violated, which does not close the gate (${[level, ...listRemarks(result)].join(', ')}): ${result.evidence?.summary ?? result.title}`,
    );
  return createSkipped(
    `${verdict}: ${describeReason(result)}${result.enable ? ` (to decide it: ${result.enable})` : ''}`,
  );
}

const createSkipped = (why: string): TestConclusion => ({ is: 'skipped', why: escapeControlCharacters(why) });
