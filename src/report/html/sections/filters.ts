import type { Report } from '../../../model/result/report.js';
import { verdictWords } from '../../text/report-words.js';
import { getGrid } from '../matrix/grid.js';
import { html, type Markup } from '../page/markup.js';
import { renderMark } from '../page/verdict-mark.js';

const levels = ['MUST', 'SHOULD', 'MAY'] as const;

/** The filter form; visible only if the script runs. */
export function renderFilters(report: Report): Markup {
  const shown = verdictWords.filter((word) => report.results.some(({ verdict }) => verdict === word));
  return html`<form class="filters live" role="search" aria-label="Filter the report" hidden>
<div><label for="search">Search <kbd>/</kbd></label><input type="search" id="search" autocomplete="off" spellcheck="false"></div>
<fieldset><legend>Verdict</legend>${shown.map((word) => html`<label class="choice"><input type="checkbox" name="verdict" value="${word}"> ${renderMark(word)}</label>`)}</fieldset>
<fieldset class="row"><legend>Level</legend>${levels.map((level) => html`<label class="choice"><input type="checkbox" name="level" value="${level}"> ${level}</label>`)}</fieldset>
<div><label for="suite">Suite</label><select id="suite"><option value="">all</option>${[...new Set(getGrid(report).rows.map((row) => row.suite))].map((suite) => html`<option>${suite}</option>`)}</select></div>
<div><label for="subject">Subject</label><select id="subject"><option value="">all</option></select></div>
<p><button type="button" id="everything">Show all</button></p><p class="hint" id="matches" role="status"></p></form>`;
}
