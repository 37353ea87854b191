import type { Cleared } from '../../../run/cleanup/clean-ledger.js';

/** What came of one ledger. */
export interface Cleaned {
  readonly file: string;
  readonly runMark: string | undefined;
  readonly startedAt: string | undefined;
  readonly baseUrl: string | undefined;
  readonly isDry: boolean;
  readonly cleared: Cleared;
}

/** What is printed of all ledgers. */
export function tellCleaned(all: readonly Cleaned[], { format }: { readonly format: 'text' | 'json' }): string {
  if (format === 'json') return `${JSON.stringify({ schema: 'assay-clean/1', ledgers: all.map(asData) }, null, 2)}\n`;
  return all.map((cleaned) => `${linesOf(cleaned).map(plain).join('\n')}\n`).join('\n');
}

const asData = ({ cleared: { done, stayed, isLost }, ...about }: Cleaned) => ({ ...about, done, stayed, isLost });

function linesOf({ file, runMark, startedAt, baseUrl, cleared: { done, stayed, isLost } }: Cleaned): string[] {
  const run = runMark === undefined ? 'a run that made nothing' : `the run ${runMark} of ${startedAt} at ${baseUrl}`;
  const title = `${file}: ${run}`;
  if (done.length === 0 && stayed.length === 0) return [title, '  nothing to do'];
  const width = Math.max(...done.map(({ fate }) => fate.length), 'stays'.length);
  return [
    title,
    ...done.map(({ path, fate }) => `  ${fate.padEnd(width)}  ${path}`),
    ...stayed.map(({ path, why }) => `  ${'stays'.padEnd(width)}  ${path}: ${why}`),
    `  ${summaryOf(done, stayed.length)}`,
    ...(stayed.length > 0 ? [`  ${isLost ? laterAdvice(file) : leftAdvice(file)}`] : []),
  ];
}

function summaryOf(done: Cleared['done'], stayed: number): string {
  const fates = [...new Set(done.map(({ fate }) => fate))];
  const counts = fates.map((fate) => `${done.filter((one) => one.fate === fate).length} ${fate}`);
  return [...counts, ...(stayed > 0 ? [`${stayed} ${stayed === 1 ? 'stays' : 'stay'}`] : ['nothing stays'])].join(', ');
}

const laterAdvice = (file: string) => `the service fell silent; assay clean ${quoted(file)} goes on where this ended`;
const leftAdvice = (file: string) =>
  `mend what stands in the way and say assay clean ${quoted(file)} again, or remove them by hand`;

/** A path as a shell takes it. */
export const quoted = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

/** What a service names may hold what a terminal obeys. */
const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
