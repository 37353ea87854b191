import { escapeControlCharacters } from '../text/escape-control-characters.js';

/** Escapes markup, HTML, table cells and links; a comment splits mentions and bare links, detected after rendering. */
export const escapeMarkdown = (text: string): string =>
  escapeControlCharacters(text)
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
    .replace(/@|#(?=\d)|:(?=\/\/)|www(?=\.)/gi, '$&<!-- -->');

export function renderCodeSpan(text: string): string {
  const shown = escapeControlCharacters(text);
  if (shown.trim() === '') return '` `';
  const ticks = '`'.repeat(measureLongestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** Renders text as code in a table, where a pipe ends the cell even within a code span. */
export const renderCellCode = (text: string): string =>
  text.includes('|') ? `<code>${escapeMarkdown(text)}</code>` : renderCodeSpan(text);

/** Renders lines as a fenced block; the fence is longer than any run of backticks within. */
export function renderFencedBlock(lines: readonly string[], language = ''): string {
  const shown = lines.map(escapeControlCharacters).join('\n');
  const fence = '`'.repeat(Math.max(3, measureLongestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Renders a table; the cells must be escaped already. */
export const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Renders a folded part; the summary never comes from the service. */
export const renderDetails = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;

const measureLongestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
