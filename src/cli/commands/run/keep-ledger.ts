import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerContent, readLedger } from '../../../ledger/read-ledger.js';
import { countLeftovers, describeLeftovers } from '../../../model/result/leftover.js';
import type { Report } from '../../../model/result/report.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** Renames the ledger of an earlier run if items of that run still exist, and prints a line about it. */
export function keepLedger(folder: string, note: (line: string) => void): void {
  const file = join(folder, 'ledger.ndjson');
  if (!existsSync(file) || !statSync(file).isFile() || statSync(file).size === 0) return;
  const remains = readRemains(file);
  const count = countRemains(remains);
  if (remains !== undefined && count === 0 && remains.doubts.length === 0) return;
  const kept = findFreeName(folder, remains?.head?.runMark ?? 'unread');
  renameSync(file, kept);
  const what = remains
    ? `${formatItemCount(count)} of the run of ${remains.head?.startedAt}`
    : 'content that this version cannot read';
  note(
    `assay: ${file} still lists ${what}; it is kept as ${kept}. To remove the items: assay clean ${quoteForShell(kept)}`,
  );
}

/** Describes the items that a run left; undefined if it left nothing that can be removed. */
export function describeRemains(folder: string): string | undefined {
  const file = join(folder, 'ledger.ndjson');
  const remains = existsSync(file) ? readRemains(file) : undefined;
  const count = countRemains(remains);
  if (count === 0) return undefined;
  return `${formatItemCount(count)} may still exist. To remove ${count === 1 ? 'it' : 'them'}: assay clean ${quoteForShell(file)}`;
}

/** Describes what a run left behind, by its ledger or its report, whichever has more; undefined if nothing is left. */
export function describeLeft(folder: string, leftovers: Report['leftovers']): string | undefined {
  const file = join(folder, 'ledger.ndjson');
  const known = existsSync(file) ? countRemains(readRemains(file)) : 0;
  const { certain, possible } = countLeftovers(leftovers);
  if (certain + possible <= known) return describeRemains(folder);
  const advice = existsSync(file) ? ` To search for them again: assay clean ${quoteForShell(file)}` : '';
  return `${describeLeftovers(leftovers)}: see "Not removed" in the report.${advice}`;
}

/** Items that may exist, and single resources that are not restored. */
const countRemains = (remains: LedgerContent | undefined): number =>
  (remains?.things.length ?? 0) + (remains?.holds.length ?? 0);

const formatItemCount = (count: number): string =>
  count === 0 ? 'requests with unknown outcome' : `${count} test ${count === 1 ? 'item' : 'items'}`;

/** Undefined for a file that is not a ledger, or not of this version. */
function readRemains(file: string): LedgerContent | undefined {
  try {
    return readLedger(file);
  } catch {
    return undefined;
  }
}

function findFreeName(folder: string, mark: string): string {
  for (let i = 1; ; i += 1) {
    const name = join(folder, `ledger-${mark}${i === 1 ? '' : `-${i}`}.ndjson`);
    if (!existsSync(name)) return name;
  }
}

/** Prints as the last line of a run which items may still exist; on standard error with --quiet. */
export function printRemains(
  { out, quiet }: { readonly out: string; readonly quiet?: boolean },
  { leftovers }: Pick<Report, 'leftovers'>,
): void {
  const line = describeLeft(out, leftovers);
  if (line !== undefined) (quiet ? process.stderr : process.stdout).write(`${line}\n`);
}
