import type { Report, Verdict } from '../../../model/result/report.js';
import { groupBy } from '../../../model/values/group-by.js';
import { escapeControlCharacters } from '../../text/escape-control-characters.js';
import { cut } from '../../text/fit-width.js';
import { formatCount, verdictWords } from '../../text/report-words.js';
import { html, type Markup, renderFoldedSection, trustMarkup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderMark, renderShapeMark, verdictMeanings } from '../page/verdict-mark.js';
import { type Grid, type GridRow, getGrid } from './grid.js';

/** Rules by subjects; the file contains the first page of subjects, the script draws the others. */
export function renderMatrixSection(report: Report): Markup | undefined {
  const grid = getGrid(report);
  if (grid.rows.length === 0) return undefined;
  return renderFoldedSection(
    'matrix',
    'Rules and subjects',
    html`<p class="legend">${verdictWords.map((word) => html`<span>${renderMark(word)} <span class="hint">${verdictMeanings[word]}</span></span> `)}</p>
${renderPager(grid)}
<div class="scroll grid" tabindex="0" role="group" aria-label="Rules and subjects"><table class="matrix"><thead><tr><th scope="col" class="corner">Rule</th>${grid.subjects.slice(0, sizeLimits.columns).map((name) => html`<th scope="col" class="subject"><span>${cut(name, 80)}</span></th>`)}</tr></thead>
${renderBodies(grid)}</table></div>${renderData(grid)}`,
  );
}

function renderPager({ subjects, missing }: Grid): Markup | undefined {
  if (subjects.length <= sizeLimits.columns) return undefined;
  const left = missing > 0 ? ` ${formatCount(missing, 'more subject')} in report.json only.` : '';
  return html`<div class="pager"><p id="page" aria-live="polite">Subjects 1 to ${sizeLimits.columns} of ${subjects.length}, those with violations first.${left}</p>
<button type="button" class="live" data-turn="-1" hidden>Earlier subjects</button> <button type="button" class="live" data-turn="1" hidden>Later subjects</button></div>`;
}

function renderBodies(grid: Grid): Markup[] {
  const suites = groupBy(grid.rows.entries(), ([, { suite }]) => suite);
  const columns = Math.min(grid.subjects.length, sizeLimits.columns);
  return [...suites].map(
    ([suite, members]) =>
      html`<tbody data-group=""><tr class="suite"><th scope="rowgroup" colspan="${columns + 1}"><span>${suite}</span></th></tr>${members.map(([index, row]) => renderRow(row, index, grid))}</tbody>`,
  );
}

const renderRow = ({ rule, suite, title, level, cells }: GridRow, index: number, { findings }: Grid): Markup =>
  html`<tr data-row="${index}" data-level="${level}" data-suite="${suite}"><th scope="row" title="${rule}"><span class="level">${level}</span> ${title}</th>${cells.slice(0, sizeLimits.columns).map((word, at) => renderCell(word, findings[`${index}:${at}`]))}</tr>\n`;

function renderCell(word: Verdict | undefined, number: number | undefined): Markup {
  if (word === undefined) return html`<td></td>`;
  const shown = renderShapeMark(word);
  return html`<td class="v-${word}">${number === undefined ? shown : html`<a href="#f${number}">${shown}<span class="unseen">, finding ${number}</span></a>`}</td>`;
}

const verdictLetters: Readonly<Record<Verdict, string>> = {
  held: 'h',
  violated: 'v',
  inconclusive: 'i',
  errored: 'e',
  'not-applicable': 'a',
  'not-run': 'r',
};

/** The whole grid for the script, each row as runs of letters; without `<`, which could end the element early. */
function renderData({ subjects, rows, findings, missing }: Grid): Markup {
  const names = subjects.map((name) => escapeControlCharacters(cut(name, 200)));
  const value = {
    columns: sizeLimits.columns,
    missing,
    letters: verdictLetters,
    subjects: names,
    rows: rows.map(({ cells }) => encodeRuns(cells)),
    findings,
  };
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return trustMarkup(`<script type="application/json" id="grid">${text}</script>`);
}

const encodeRuns = (cells: readonly (Verdict | undefined)[]): string =>
  cells
    .map((word) => (word === undefined ? '.' : verdictLetters[word]))
    .join('')
    .replace(/(.)\1+/g, (run, letter: string) => `${letter}${run.length}`);
