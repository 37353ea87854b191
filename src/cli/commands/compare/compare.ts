import { type Command, Option } from 'commander';
import type { Report } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { readReport } from '../../files/read-report.js';
import { UsageError } from '../../usage-error.js';

/** Flags of `assay compare`. */
interface CompareFlags {
  readonly format: 'text' | 'json' | 'markdown';
  readonly strict?: boolean;
  readonly anyTarget?: boolean;
}

/** `assay compare`: what changed between two reports. */
export function addCompareCommand(program: Command, end: (code: number) => void): void {
  program
    .command('compare')
    .description('show what changed between two reports; exit 1 if a violation is new, else 0')
    .argument('<old>', 'an earlier report.json')
    .argument('<new>', 'a later report.json')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
    .option(
      '--strict',
      'also exit 1 for new violations of SHOULD rules and HTTP rules, and for MUST rules that no longer have a verdict',
    )
    .option('--any-target', 'compare reports of different services, or of different major versions of assay')
    .action(async (old: string, now: string, flags: CompareFlags) => end(await compareFiles(old, now, flags)));
}

async function compareFiles(old: string, now: string, { format, strict = false, anyTarget }: CompareFlags) {
  const [before, after] = [readReport(old), readReport(now)];
  const { findComparisonObstacles: obstacles } = await import('../../../verdict/comparison/comparability.js');
  const wrong = anyTarget ? [] : obstacles(before, after);
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
  const { listRunDifferences: circumstances, findShortcomings: shortcomings } = await import(
    '../../../verdict/comparison/comparability.js'
  );
  const { comparisonRenderers: comparisonAs } = await import('./print-comparison.js');
  const compared = compare(before, after, strict);
  const comparison = { ...compared, reasons: [...shortcomings(after), ...compared.reasons] };
  const text = comparisonAs[format]({ before, after, comparison, circumstances: circumstances(before, after) });
  return { text, exit: comparison.reasons.length > 0 ? 1 : 0 };
}
