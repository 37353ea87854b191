import { countLeftovers } from '../../../model/result/leftover.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { CleanLedgerResult } from '../../../run/cleanup/clean-ledger.js';

export interface LedgerCleanup {
  readonly file: string;
  readonly runMark: string | undefined;
  readonly startedAt: string | undefined;
  readonly baseUrl: string | undefined;
  readonly isDry: boolean;
  /** Whether the lists of the service were searched. */
  readonly isSearched: boolean;
  readonly cleared: CleanLedgerResult;
}

/** Renders the results of all ledgers. */
export function describeCleanup(all: readonly LedgerCleanup[], { format }: { readonly format: 'text' | 'json' }) {
  if (format === 'json')
    return `${JSON.stringify({ schema: 'assay-clean/1', ledgers: all.map(({ cleared, ...about }) => ({ ...about, ...cleared })) }, null, 2)}\n`;
  return all.map((cleaned) => `${renderLedgerLines(cleaned).map(escapeControlCharacters).join('\n')}\n`).join('\n');
}

function renderLedgerLines({
  file,
  runMark,
  startedAt,
  baseUrl,
  isSearched,
  cleared: { done, stayed, notes, isLost },
}: LedgerCleanup): string[] {
  const run = runMark === undefined ? 'a run that created nothing' : `run ${runMark} of ${startedAt} at ${baseUrl}`;
  const title = `${file}: ${run}`;
  const noted = notes.map((note) => `  ${note}`);
  if (done.length === 0 && stayed.length === 0)
    return [title, ...noted, isSearched ? '  nothing is left, as far as the lists show' : '  nothing to do'];
  const words = [...done.map(({ outcome }) => outcome), ...stayed.map(nameStay)];
  const width = Math.max(...words.map(({ length }) => length));
  return [
    title,
    ...done.map(({ path, outcome }) => `  ${outcome.padEnd(width)}  ${path}`),
    ...stayed.map((one) => `  ${nameStay(one).padEnd(width)}  ${one.path}: ${one.why}`),
    ...noted,
    `  ${summarizeCleanup(done, stayed)}`,
    ...(stayed.length > 0 ? [`  ${isLost ? adviseLaterRun(file) : adviseManualRemoval(file)}`] : []),
  ];
}

const nameStay = ({ mayExist }: CleanLedgerResult['stayed'][number]) => (mayExist ? 'may stay' : 'stays');

function summarizeCleanup(done: CleanLedgerResult['done'], stayed: CleanLedgerResult['stayed']): string {
  const outcomes = [...new Set(done.map(({ outcome }) => outcome))];
  const counts = outcomes.map((outcome) => `${done.filter((one) => one.outcome === outcome).length} ${outcome}`);
  const { certain, possible } = countLeftovers(stayed);
  const remaining = [
    ...(certain > 0 ? [`${certain} ${certain === 1 ? 'stays' : 'stay'}`] : []),
    ...(possible > 0 ? [`${possible} may stay`] : []),
  ];
  return [...counts, ...(remaining.length > 0 ? remaining : ['nothing stays'])].join(', ');
}

const adviseLaterRun = (file: string) =>
  `the service stopped answering; run assay clean ${quoteForShell(file)} to continue`;
const adviseManualRemoval = (file: string) =>
  `fix the reasons above and run assay clean ${quoteForShell(file)} again, or remove the items by hand`;

export const quoteForShell = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
