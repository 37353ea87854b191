import { levels } from '../../../model/result/clause.js';
import type { Finding } from '../../../model/result/findings.js';
import { describeLeftovers } from '../../../model/result/leftover.js';
import type { Report, Result, Verdict } from '../../../model/result/report.js';
import { countBy } from '../../../model/values/group-by.js';
import { filterByVerdict, groupUncheckedByReason, listUntestedClauses } from '../../results/group-results.js';
import { listDifferences } from '../../results/list-differences.js';
import { groupFindings } from '../../results/related-findings.js';
import {
  describeGate,
  describeHarmLines,
  describeToleratedViolations,
  listOtherReasons,
} from '../../text/describe-gate.js';
import { cut } from '../../text/fit-width.js';
import { formatCount, getHeadline, listRemarks, verdictWords } from '../../text/report-words.js';
import { gateRanks, numberFindings, rankResult } from '../finding/order-findings.js';
import { renderGroupAttributes } from '../page/filter-attributes.js';
import { html, type Markup, renderBullets, renderPageSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderMark, renderProportions, verdictMeanings } from '../page/verdict-mark.js';
import { nameUndecided } from './undecided.js';

const maxListed = 12;
const maxSubjects = 4;

/** The summary: whether the run passed, what is violated, and what has no verdict. */
export const renderSummarySection = (report: Report): Markup =>
  renderPageSection(
    'summary',
    'Summary',
    html`${renderHarm(report)}${renderGate(report)}${renderEarlyEnd(report)}${renderLeftovers(report)}
<div class="overview"><div class="lines">${renderViolated(report)}${renderUndecided(report)}${renderUnchecked(report)}${renderHeld(report)}</div>${renderCounts(report)}</div>`,
  );

const renderHarm = (report: Report): readonly Markup[] =>
  describeHarmLines(report).map((line, i) => html`<p class="warning">${i === 0 ? html`<b>${line}</b>` : line}</p>`);

function renderGate(report: Report): Markup {
  const { open, exit } = report.gate;
  const reasons = listOtherReasons(report).map((reason) => cut(reason, sizeLimits.text));
  const tolerated = describeToleratedViolations(report);
  return html`<div class="gate ${open ? 'open' : 'closed'}"><p class="word">${describeGate(report).replace(/ \(exit \d+\)$/, '')} <span class="hint">exit ${exit}</span></p>${
    reasons.length > 0 ? renderBullets(reasons, sizeLimits.named) : undefined
  }${tolerated.length > 0 ? html`<p class="hint">${tolerated.map((text) => html`${text}<br>`)}</p>` : undefined}</div>`;
}

const renderEarlyEnd = ({ run }: Report): Markup | undefined =>
  run.endedEarly ? html`<p class="warning"><b>The run ended early:</b> ${run.endedEarly}</p>` : undefined;

const renderLeftovers = ({ leftovers }: Report): Markup | undefined =>
  leftovers.length > 0
    ? html`<p class="warning"><b>Not removed:</b> <a href="#service">${describeLeftovers(leftovers)}</a>, listed below with the reason.</p>`
    : undefined;

function renderCounts(report: Report): Markup {
  const { results } = report;
  if (results.length === 0) return html`<p>No rule was checked.</p>`;
  const rows = verdictWords.filter((word) => results.some(({ verdict }) => verdict === word));
  return html`<div class="counts">${renderProportions(report)}<table><caption class="unseen">Verdicts by level</caption><thead><tr><th scope="col">Verdict</th>${levels.map((level) => html`<th scope="col" class="count">${level}</th>`)}<th scope="col" class="count">all</th></tr></thead>
<tbody>${rows.map((word) => renderCountRow(word, results))}</tbody></table></div>`;
}

function renderCountRow(word: Verdict, results: readonly Result[]): Markup {
  const own = results.filter(({ verdict }) => verdict === word);
  const of = (level: string) => own.filter((result) => result.level === level).length;
  return html`<tr><th scope="row">${renderMark(word)} <span class="meaning">${verdictMeanings[word]}</span></th>${levels.map((level) => html`<td class="count">${of(level) || '·'}</td>`)}<td class="count all">${own.length}</td></tr>`;
}

function renderViolated(report: Report): Markup {
  const all = groupFindings(report);
  if (all.length === 0) return html`<div><h3>Violated</h3><p>No violations.</p></div>`;
  const groups = gateRanks.map((title, rank) => {
    const own = all.filter(([first]) => first && rankResult(first.result, report) === rank);
    const rest = own.slice(maxListed).reduce((sum, members) => sum + members.length, 0);
    return own.length === 0
      ? undefined
      : html`<p class="rank">${title}</p><ul class="numbered">${own.slice(0, maxListed).map((members) => renderFindingLine(members, report))}</ul>${rest > 0 ? html`<p><a href="#findings">${formatCount(rest, 'violation')} more</a></p>` : undefined}`;
  });
  return html`<div data-group=""><h3>Violated</h3>${groups}</div>`;
}

/** One line for all subjects on which a rule is violated in the same way. */
function renderFindingLine(members: readonly Finding[], report: Report): Markup {
  const [first] = members;
  if (!first) return html``;
  const { number, result } = first;
  const subjects = members.slice(0, maxSubjects);
  const more = members.length - subjects.length;
  const names = subjects.map(
    (one, index) =>
      html`${index > 0 ? ', ' : ''}${index > 0 && isListed(one, report) ? html`<a href="#f${one.number}">${cut(one.result.subject, 80)}</a>` : cut(one.result.subject, 80)}`,
  );
  return html`<li ${renderGroupAttributes(
    members.map((one) => one.result),
    report,
  )}><span class="ordinal">${number}</span><a href="#f${number}">${cut(getHeadline(result), 160)}</a> <span class="hint">${[result.level, ...listRemarks(result)].join(', ')} on ${names}${more > 0 ? ` and ${more} more` : ''}</span>${renderDifference(result)}</li>`;
}

/** Whether the page has the details of a finding. */
const isListed = ({ result }: Finding, report: Report): boolean => numberFindings(report).has(result);

/** The first value that differs, so that a list of violations says what happened without their details. */
function renderDifference({ evidence }: Result): Markup | undefined {
  const [difference] = evidence ? listDifferences(evidence.expected, evidence.actual) : [];
  return difference === undefined ? undefined : html`<br><span class="hint">${cut(difference, 160)}</span>`;
}

function renderUndecided(report: Report): Markup | undefined {
  const own = [...filterByVerdict(report, 'inconclusive'), ...filterByVerdict(report, 'errored')];
  if (own.length === 0) return undefined;
  const shown = [...countBy(own, describeCause)].slice(0, maxListed).map(([cause, count]) => `${count} ${cause}`);
  return html`<div><h3>${nameUndecided(report)}</h3><p><a href="#undecided">${formatCount(own.length, 'check')}</a>: ${cut(shown.join(', '), 400)}. Each is listed below with what to do.</p></div>`;
}

/** The cause of an undecided check as it continues a sentence. */
const describeCause = ({ verdict, cause }: Result): string => {
  if (verdict === 'errored') return 'because assay failed';
  const assumed = /^assumption:(.*)/.exec(cause ?? '')?.[1];
  return assumed === undefined ? `for ${cause ?? 'no cause'}` : `until ${assumed} is fixed`;
};

function renderUnchecked(report: Report): Markup | undefined {
  const own = filterByVerdict(report, 'not-applicable').length + filterByVerdict(report, 'not-run').length;
  const clauses = listUntestedClauses(report).length;
  if (own + clauses === 0) return undefined;
  const keys = [...new Set(groupUncheckedByReason(report).flatMap(({ enable }) => enable ?? []))].slice(0, maxListed);
  return html`<div><h3>Not checked</h3><p><a href="#unseen">${formatCount(own, 'check')}</a>${clauses > 0 ? `, and ${formatCount(clauses, 'clause')} that cannot be observed from outside` : undefined}.${keys.length > 0 ? html` To enable: ${keys.map((key, index) => html`${index > 0 ? ', ' : ''}<code>${cut(key, 120)}</code>`)}.` : undefined}</p></div>`;
}

function renderHeld(report: Report): Markup | undefined {
  const own = filterByVerdict(report, 'held');
  if (own.length === 0) return undefined;
  const sum = (of: (result: Result) => number) => own.reduce((total, result) => total + of(result), 0);
  return html`<div><h3>Held</h3><p><a href="#held">${formatCount(own.length, 'check')}</a> in ${formatCount(
    sum(({ cases }) => cases),
    'case',
  )}, ${sum(({ corners = 0 }) => corners)} of them at a boundary. Other cases were not tested.</p></div>`;
}
