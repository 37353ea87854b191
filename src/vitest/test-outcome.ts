import type { Result } from '../model/result/report.js';
import { visible } from '../report/text/escape-control-characters.js';
import { reason, remarks, waiver } from '../report/text/report-words.js';
import { isClosing } from '../verdict/gate.js';

/** What a result is to a test run: passed, left out for a reason, or failed. */
export type Conclusion =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly why: string }
  | { readonly is: 'failed'; readonly result: Result };

/** Fails what closes the gate by itself, and passes what held; all else is neither, and says why. Nothing was tried where there is no result. */
export function conclude(result: Result | undefined, isStrict: boolean): Conclusion {
  if (result === undefined) return skipped('not-applicable: it turned out that there is nothing to try it on');
  const { verdict, waived, level } = result;
  if (verdict === 'held') return { is: 'passed' };
  if (verdict === 'errored') return { is: 'failed', result };
  if (waived) return skipped(waiver(waived));
  if (isClosing(result, isStrict)) return { is: 'failed', result };
  if (verdict === 'violated')
    return skipped(
      `violated, which does not close the gate (${[level, ...remarks(result)].join(', ')}): ${result.evidence?.summary ?? result.title}`,
    );
  return skipped(`${verdict}: ${reason(result)}${result.enable ? ` (to decide it: ${result.enable})` : ''}`);
}

const skipped = (why: string): Conclusion => ({ is: 'skipped', why: visible(why) });
