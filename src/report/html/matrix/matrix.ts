import type { Report, Word } from '../../../model/result/report.js';
import { visible } from '../../text/escape-control-characters.js';
import { cut } from '../../text/fit-width.js';
import { counted, words } from '../../text/report-words.js';
import { asIs, html, type Markup } from '../page/markup.js';
import { section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';
import { mark, meanings, silentMark } from '../page/verdict-mark.js';
import { type Grid, type GridRow, gridOf } from './grid.js';

/** Rules against subjects at a glance; the first page of subjects stands in the file, the others are drawn when asked for. */
export function matrix(report: Report): Markup | undefined {
  const grid = gridOf(report);
  if (grid.rows.length === 0) return undefined;
  return section(
    'matrix',
    'Rules and subjects',
    html`<p class="legend">${words.map((word) => html`<span>${mark(word)} <span class="hint">${meanings[word]}</span></span> `)}</p>
${pager(grid)}
<div class="scroll grid" tabindex="0" role="group" aria-label="Rules and subjects"><table class="matrix"><thead><tr><th scope="col" class="corner">Rule</th>${grid.subjects.slice(0, bounds.columns).map((name) => html`<th scope="col" class="subject"><span>${cut(name, 80)}</span></th>`)}</tr></thead>
${bodies(grid)}</table></div>${data(grid)}`,
  );
}

function pager({ subjects, missing }: Grid): Markup | undefined {
  if (subjects.length <= bounds.columns) return undefined;
  const left = missing > 0 ? ` ${counted(missing, 'more subject')} in report.json only.` : '';
  return html`<div class="pager"><p id="page" aria-live="polite">Subjects 1 to ${bounds.columns} of ${subjects.length}, those with violations first.${left}</p>
<button type="button" class="live" data-turn="-1" hidden>Earlier subjects</button> <button type="button" class="live" data-turn="1" hidden>Later subjects</button></div>`;
}

function bodies(grid: Grid): Markup[] {
  const suites = new Map<string, [GridRow, number][]>();
  for (const [index, row] of grid.rows.entries()) {
    const members = suites.get(row.suite);
    if (members) members.push([row, index]);
    else suites.set(row.suite, [[row, index]]);
  }
  const columns = Math.min(grid.subjects.length, bounds.columns);
  return [...suites].map(
    ([suite, members]) =>
      html`<tbody data-group=""><tr class="suite"><th scope="rowgroup" colspan="${columns + 1}"><span>${suite}</span></th></tr>${members.map(([row, index]) => rowOf(row, index, grid))}</tbody>`,
  );
}

const rowOf = ({ rule, suite, title, level, cells }: GridRow, index: number, { findings }: Grid): Markup =>
  html`<tr data-row="${index}" data-level="${level}" data-suite="${suite}"><th scope="row" title="${rule}"><span class="level">${level}</span> ${title}</th>${cells.slice(0, bounds.columns).map((word, at) => cell(word, findings[`${index}:${at}`]))}</tr>\n`;

function cell(word: Word | undefined, number: number | undefined): Markup {
  if (word === undefined) return html`<td></td>`;
  const shown = silentMark(word);
  return html`<td class="v-${word}">${number === undefined ? shown : html`<a href="#f${number}">${shown}<span class="unseen">, finding ${number}</span></a>`}</td>`;
}

const letters: Readonly<Record<Word, string>> = {
  held: 'h',
  violated: 'v',
  inconclusive: 'i',
  errored: 'e',
  'not-applicable': 'a',
  'not-run': 'r',
};

/** The whole grid for the script, each row as runs of letters; no `<` can end the element early. */
function data({ subjects, rows, findings, missing }: Grid): Markup {
  const names = subjects.map((name) => visible(cut(name, 200)));
  const value = {
    columns: bounds.columns,
    missing,
    letters,
    subjects: names,
    rows: rows.map(({ cells }) => runs(cells)),
    findings,
  };
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return asIs(`<script type="application/json" id="grid">${text}</script>`);
}

const runs = (cells: readonly (Word | undefined)[]): string =>
  cells
    .map((word) => (word === undefined ? '.' : letters[word]))
    .join('')
    .replace(/(.)\1+/g, (run, letter: string) => `${letter}${run.length}`);
