import type { Report, Result } from '../../model/result/report.js';
import { createRow, type Row } from '../console/print.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { cut } from '../text/fit-width.js';
import { describeReason } from '../text/report-words.js';

/** Maximum lines about what was not checked. */
const maxLines = 3;

/** Names what was not checked, by what would enable most of it, in at most three lines. What the user excluded is not named. */
export function renderNotCheckedRows({ results }: Report, width: number): Row[] {
  const groups = groupByRemedy(results.filter(isOpen));
  const isMore = groups.length > maxLines;
  const shown = groups.slice(0, isMore ? maxLines - 1 : maxLines);
  const rest = groups.slice(shown.length);
  const restCount = rest.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    ...shown.map(({ count, text }) => `${String(count).padStart(4)} ${text}`),
    ...(isMore ? [`${String(restCount).padStart(4)} for ${rest.length} other reasons: assay show`] : []),
  ];
  return lines.map((line, index) =>
    createRow(cut(escapeControlCharacters(`${index === 0 ? 'not checked' : ' '.repeat(11)}${line}`), width)),
  );
}

const isOpen = ({ verdict, cause }: Result): boolean =>
  verdict !== 'held' && verdict !== 'violated' && cause !== 'filter';

interface Remedy {
  readonly count: number;
  readonly text: string;
}

/** Groups by what to do, else by the reason. */
function groupByRemedy(results: readonly Result[]): Remedy[] {
  const counts = new Map<string, number>();
  for (const result of results) {
    const text = describeRemedy(result);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ text: count === 1 ? text.replace(/^need /, 'needs ') : text, count }))
    .sort((one, other) => other.count - one.count);
}

/** Flags of the command line; other remedies are keys of the profile. */
const isFlag = (remedy: string): boolean => remedy.startsWith('-');

const describeRemedy = (result: Result): string => {
  if (result.enable) return `need ${isFlag(result.enable) ? '' : 'the profile key '}${result.enable}`;
  if (result.cause?.startsWith('assumption:')) return result.why ?? describeReason(result);
  return `${result.verdict}: ${describeReason(result)}`;
};
