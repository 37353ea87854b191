import type { Report, Result, Word } from '../../../model/result/report.js';
import { unseenByReason, untestedClauses, withVerdict } from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { counted, headline, remarks, words } from '../../text/report-words.js';
import type { Finding } from '../finding/finding.js';
import { findingsOf, rankOf, ranks } from '../finding/findings.js';
import { html, type Markup } from '../page/markup.js';
import { bullets, section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';
import { mark, meanings, proportions } from '../page/verdict-mark.js';

const levels = ['MUST', 'SHOULD', 'MAY'] as const;
const listed = 12;

/** What has to be known before anything else: the gate, what is wrong, and what nobody can say. */
export const summary = (report: Report): Markup =>
  section(
    'summary',
    'Summary',
    html`${gate(report)}${ended(report)}${left(report)}
<div class="overview">${counts(report)}<div class="lines">${violated(report)}${undecided(report)}${unseen(report)}${held(report)}</div></div>`,
  );

const gate = ({ gate: { open, reasons, exit } }: Report): Markup =>
  html`<div class="gate ${open ? 'open' : 'closed'}"><p class="word">Gate ${open ? 'open' : 'closed'} <span class="hint">exit ${exit}</span></p>${
    reasons.length > 0
      ? bullets(
          reasons.map((reason) => cut(reason, bounds.text)),
          bounds.named,
        )
      : html`<p>Nothing that was looked at closes it.</p>`
  }</div>`;

const ended = ({ run }: Report): Markup | undefined =>
  run.endedEarly ? html`<p class="warning"><b>The run ended early:</b> ${run.endedEarly}</p>` : undefined;

const left = ({ leftovers }: Report): Markup | undefined =>
  leftovers.length > 0
    ? html`<p class="warning"><b>Something was left behind:</b> <a href="#service">${counted(leftovers.length, 'line')}</a> below, each with the reason.</p>`
    : undefined;

function counts(report: Report): Markup {
  const { results } = report;
  if (results.length === 0) return html`<p>No rule was tried.</p>`;
  const rows = words.filter((word) => results.some(({ verdict }) => verdict === word));
  return html`<div class="counts">${proportions(report)}<table><caption class="unseen">Verdicts by level</caption><thead><tr><th scope="col">Verdict</th>${levels.map((level) => html`<th scope="col" class="count">${level}</th>`)}<th scope="col" class="count">all</th></tr></thead>
<tbody>${rows.map((word) => countRow(word, results))}</tbody></table></div>`;
}

function countRow(word: Word, results: readonly Result[]): Markup {
  const own = results.filter(({ verdict }) => verdict === word);
  const of = (level: string) => own.filter((result) => result.level === level).length;
  return html`<tr><th scope="row">${mark(word)} <span class="meaning">${meanings[word]}</span></th>${levels.map((level) => html`<td class="count">${of(level) || '·'}</td>`)}<td class="count all">${own.length}</td></tr>`;
}

function violated(report: Report): Markup {
  const all = findingsOf(report);
  if (all.length === 0) return html`<div><h3>Violated</h3><p>No violation was seen.</p></div>`;
  const groups = ranks.map((title, rank) => {
    const own = all.filter(({ result }) => rankOf(result, report) === rank);
    return own.length === 0
      ? undefined
      : html`<p class="rank">${title}</p><ul class="numbered">${own.slice(0, listed).map(line)}</ul>${own.length > listed ? html`<p><a href="#findings">${counted(own.length - listed, 'violation')} more</a></p>` : undefined}`;
  });
  return html`<div><h3>Violated</h3>${groups}</div>`;
}

const line = ({ number, result }: Finding): Markup =>
  html`<li><span class="ordinal">${number}</span><a href="#f${number}">${cut(headline(result), 160)}</a> <span class="hint">${[result.level, ...remarks(result)].join(', ')} on ${cut(result.subject, 80)}</span></li>`;

function undecided(report: Report): Markup | undefined {
  const own = [...withVerdict(report, 'inconclusive'), ...withVerdict(report, 'errored')];
  if (own.length === 0) return undefined;
  const causes = new Map<string, number>();
  for (const { cause = 'no cause' } of own) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const shown = [...causes].slice(0, listed).map(([cause, count]) => `${count} for ${cause}`);
  return html`<div><h3>Could not be decided</h3><p><a href="#undecided">${counted(own.length, 'verdict')}</a>: ${cut(shown.join(', '), 400)}. Each is named below with what would make it decidable.</p></div>`;
}

function unseen(report: Report): Markup | undefined {
  const own = withVerdict(report, 'not-applicable').length + withVerdict(report, 'not-run').length;
  const clauses = untestedClauses(report).length;
  if (own + clauses === 0) return undefined;
  const keys = [...new Set(unseenByReason(report).flatMap(({ enable }) => enable ?? []))].slice(0, listed);
  return html`<div><h3>Not looked at</h3><p><a href="#unseen">${counted(own, 'pair')} of rule and subject</a>${clauses > 0 ? `, and ${counted(clauses, 'clause')} that cannot be observed from outside` : undefined}.${keys.length > 0 ? html` What would change it: ${keys.map((key, index) => html`${index > 0 ? ', ' : ''}<code>${cut(key, 120)}</code>`)}.` : undefined}</p></div>`;
}

function held(report: Report): Markup | undefined {
  const own = withVerdict(report, 'held');
  if (own.length === 0) return undefined;
  const sum = (of: (result: Result) => number) => own.reduce((total, result) => total + of(result), 0);
  return html`<div><h3>Held</h3><p><a href="#held">${counted(own.length, 'pair')} of rule and subject</a> in ${counted(
    sum(({ cases }) => cases),
    'case',
  )}, ${sum(({ corners = 0 }) => corners)} of them at a boundary. Of cases that were not tried nothing is said.</p></div>`;
}
