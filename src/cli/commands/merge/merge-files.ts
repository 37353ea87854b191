import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../../model/profile/usage-error.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { mergeReports as merge, type ReportPart } from '../../../verdict/merging/merge.js';
import { findMergeObstacles as misfits } from '../../../verdict/merging/merge-obstacles.js';
import { createWriteOutcome as delivery } from '../../exit-code.js';
import { prepareOutputFolder as openFolder } from '../../files/output-folder.js';
import { readReport } from '../../files/read-report.js';
import { checkFormats } from '../../options/check-formats.js';
import type { RunFlags } from '../../options/run-options.js';
import { loadCustomReporters } from '../run/custom-reporters.js';
import { printReport as show } from '../run/print-report.js';
import { writeReports as writeAll } from '../run/write-reports.js';

export type MergeFlags = Pick<RunFlags, 'out' | 'format' | 'quiet'>;

/** Merges reports, writes and prints the result; returns the exit code. Throws UsageError. */
export async function mergeFiles(
  files: readonly string[],
  { out, format, quiet = false }: MergeFlags,
): Promise<number> {
  checkFormats(format);
  const custom = await loadCustomReporters(format);
  const place = resolveOutput(out);
  const parts = files.map((file): ReportPart => ({ name: file, report: readReport(file) }));
  refuseIncompatibleParts(parts);
  if (files.some((file) => resolve(file) === resolve(place.file)))
    throw new UsageError(`${place.file} is one of the shards; choose another --out`);
  openFolder(place.folder);
  const report = merge(parts, place.file);
  const outcome = delivery();
  writeAll(report, { out: place.folder, format }, outcome, custom);
  outcome.attempt(() => show(report, { quiet, out: place.folder, format }));
  return outcome.exit(report.gate.exit);
}

function refuseIncompatibleParts(parts: readonly ReportPart[]): void {
  const wrong = misfits(parts);
  if (wrong.length > 0)
    throw new UsageError(
      `these reports are not the shards of one run:\n  ${wrong.map(escapeControlCharacters).join('\n  ')}`,
    );
}

/** Returns the folder of the combined report, whether the folder or the report was named. */
function resolveOutput(out: string): { readonly folder: string; readonly file: string } {
  if (!out.endsWith('.json')) return { folder: out, file: join(out, 'report.json') };
  const folder = dirname(out);
  if (join(folder, 'report.json') !== join(out))
    throw new UsageError(
      `--out ${out}: the report of a run is called report.json; name a folder, or ${join(folder, 'report.json')}`,
    );
  return { folder, file: out };
}
