import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerContent, readLedger } from '../../../ledger/read-ledger.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/**
 * Keeps the ledger of an earlier run beside the one of this run, where things of it still stand; tells so in a line. A run
 * must not be held up by what another one left, and nothing of it may be forgotten. Throws the file system's error.
 */
export function keepLedger(folder: string, tell: (line: string) => void): void {
  const file = join(folder, 'ledger.ndjson');
  if (!existsSync(file) || !statSync(file).isFile() || statSync(file).size === 0) return;
  const remains = readRemains(file);
  const count = remains ? remains.things.length : 0;
  if (remains !== undefined && count === 0 && remains.doubts.length === 0) return;
  const kept = findFreeName(folder, remains?.head?.runMark ?? 'unread');
  renameSync(file, kept);
  const what = remains
    ? `${formatItemCount(count)} of the run of ${remains.head?.startedAt}`
    : 'what this version cannot read';
  tell(
    `assay: ${file} still lists ${what}; it is kept as ${kept}, and assay clean ${quoteForShell(kept)} removes them`,
  );
}

/** What there is to say of things that a run left; undefined where it left nothing that can be removed. */
export function describeRemains(folder: string): string | undefined {
  const file = join(folder, 'ledger.ndjson');
  const remains = existsSync(file) ? readRemains(file) : undefined;
  const count = remains?.things.length ?? 0;
  if (count === 0) return undefined;
  return `${formatItemCount(count)} may still stand: assay clean ${quoteForShell(file)} removes ${count === 1 ? 'it' : 'them'}, or tells why not`;
}

const formatItemCount = (count: number): string =>
  count === 0 ? 'places to look through' : `${count} ${count === 1 ? 'thing' : 'things'}`;

/** Undefined for a file that is no ledger, or none of this version. */
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

/** Says as the last thing of a run what may still stand; on standard error where only the gate is wanted. */
export function printRemains({ out, quiet }: { readonly out: string; readonly quiet?: boolean }): void {
  const line = describeRemains(out);
  if (line !== undefined) (quiet ? process.stderr : process.stdout).write(`${line}\n`);
}
