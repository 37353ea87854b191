import type { Report, Result } from '../../../model/result/report.js';
import { type Unseen, unseenByReason, untestedClauses, withVerdict } from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { counted } from '../../text/report-words.js';
import { shownFindings } from '../finding/findings.js';
import { item } from '../page/filter-attributes.js';
import { html, type Markup } from '../page/markup.js';
import { section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';
import { mark } from '../page/verdict-mark.js';
import { explanationOf } from './causes.js';

/** What was tried and could not be told, by cause, and how to make it decidable. */
export function undecided(report: Report): Markup | undefined {
  const own = [...withVerdict(report, 'errored'), ...withVerdict(report, 'inconclusive')];
  if (own.length === 0) return undefined;
  const groups = groupsOf(own);
  return section(
    'undecided',
    `Could not be decided (${own.length})`,
    html`${groups.slice(0, bounds.groups).map((members) => doubt(members, report, share(groups.length)))}${rest(groups.length)}`,
  );
}

function groupsOf(results: readonly Result[]): Result[][] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const members = groups.get(keyOf(result));
    if (members) members.push(result);
    else groups.set(keyOf(result), [result]);
  }
  return [...groups.values()];
}

const keyOf = ({ verdict, cause, why, enable }: Result): string => JSON.stringify([verdict, cause, why, enable]);

function doubt(members: readonly Result[], report: Report, most: number): Markup {
  const [first] = members;
  if (!first) return html``;
  const { meaning, remedy } = explanationOf(first);
  return html`<div class="reason group" data-group=""><h3>${mark(first.verdict)} ${cut(first.cause ?? 'no cause was given', 200)}</h3>
<p>${first.why ? cut(first.why, bounds.text) : meaning}${culprit(first, report)}</p>
<p class="remedy"><b>To decide it:</b> ${first.enable ? html`<code>${first.enable}</code>. ` : undefined}${remedy}</p>
${pairs(members, report, most)}</div>`;
}

/** A link to the violation that an undecided rule rests on. */
function culprit({ cause, subject }: Result, report: Report): Markup | undefined {
  if (!cause?.startsWith('assumption:')) return undefined;
  const found = [...shownFindings(report)].filter(([result]) => result.rule === cause.slice('assumption:'.length));
  const [, number] = found.find(([result]) => result.subject === subject) ?? found[0] ?? [];
  return number === undefined ? undefined : html` (<a href="#f${number}">finding ${number}</a>)`;
}

/** What nobody looked at, by reason, so that silence is not read as praise. */
export function unseen(report: Report): Markup | undefined {
  const groups = unseenByReason(report);
  const untested = untestedClauses(report);
  if (groups.length + untested.length === 0) return undefined;
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return section(
    'unseen',
    `Not looked at (${count})`,
    html`${groups.slice(0, bounds.groups).map((group) => unseenGroup(group, report, share(groups.length)))}${rest(groups.length)}
${untested.length > 0 ? html`<div class="reason"><h3>${mark('untested')} clauses that no rule tests</h3><ul>${untested.map(({ clause, untested: why }) => html`<li><a href="#c-${clause}">${clause}</a>: ${why ?? 'no reason given'}</li>`)}</ul></div>` : undefined}`,
  );
}

const unseenGroup = ({ verdict, reason, enable, results }: Unseen, report: Report, most: number): Markup =>
  html`<div class="reason group" data-group=""><h3>${mark(verdict)} ${cut(reason, bounds.text)}</h3>
${enable ? html`<p class="remedy"><b>To look at it:</b> <code>${enable}</code></p>` : undefined}
${pairs(results, report, most)}</div>`;

/** How many names each of so many groups may show. */
const share = (groups: number): number => Math.max(2, Math.min(bounds.named, Math.floor(bounds.namedInAll / groups)));

function pairs(results: readonly Result[], report: Report, most: number): Markup {
  const shown = results.slice(0, most);
  const missing = results.length - shown.length;
  return html`<ul class="pairs">${shown.map((result) => html`<li ${item(result, report)}><span class="level">${result.level}</span> ${result.title} <span class="hint"><code>${result.rule}</code> on <code>${cut(result.subject, 200)}</code></span>${notes(result)}</li>`)}</ul>${missing > 0 ? html`<p class="hint">and ${counted(missing, 'more pair')} of rule and subject: see the matrix, and report.json</p>` : undefined}`;
}

/** What a rule noted beside the reason, which stands above already. */
function notes({ notes: all = [], why = '' }: Result): Markup | undefined {
  const texts = all.filter((text) => why === '' || !text.includes(why));
  return texts.length === 0 ? undefined : html`<br><span class="hint">${cut(texts.join('; '), bounds.text)}</span>`;
}

const rest = (count: number): Markup | undefined =>
  count > bounds.groups
    ? html`<p class="hint">${counted(count - bounds.groups, 'more reason')} in report.json</p>`
    : undefined;
