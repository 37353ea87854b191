import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { readReport } from '../../files/read-report.js';

export interface CompareFlags {
  readonly format: 'text' | 'json' | 'markdown';
  readonly strict?: boolean;
  readonly anyTarget?: boolean;
}

/** Compares two reports and prints the result; returns the exit code. Throws UsageError. */
export async function compareFiles(old: string, now: string, { format, strict = false, anyTarget }: CompareFlags) {
  const [before, after] = [readReport(old), readReport(now)];
  const { findComparisonObstacles } = await import('../../../verdict/comparison/comparability.js');
  const wrong = anyTarget ? [] : findComparisonObstacles(before, after);
  if (wrong.length > 0)
    throw new UsageError(
      `${old} and ${now} cannot be compared: ${escapeControlCharacters(wrong.join('; '))} (--any-target compares them anyway)`,
    );
  const { exit, text } = await renderComparison(before, after, format, strict);
  process.stdout.write(text);
  return exit;
}

async function renderComparison(before: Report, after: Report, format: CompareFlags['format'], strict: boolean) {
  const { compare } = await import('../../../verdict/comparison/compare.js');
  const { listRunDifferences, findShortcomings } = await import('../../../verdict/comparison/comparability.js');
  const { comparisonRenderers } = await import('./print-comparison.js');
  const compared = compare(before, after, strict);
  const comparison = { ...compared, reasons: [...findShortcomings(after), ...compared.reasons] };
  const circumstances = listRunDifferences(before, after);
  const text = comparisonRenderers[format]({ before, after, comparison, circumstances });
  return { text, exit: comparison.reasons.length > 0 ? 1 : 0 };
}
