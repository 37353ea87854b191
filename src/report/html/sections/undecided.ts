import type { Report, Result } from '../../../model/result/report.js';
import { groupBy } from '../../../model/values/group-by.js';
import {
  filterByVerdict,
  groupUncheckedByReason,
  listUntestedClauses,
  type UncheckedGroup,
} from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { numberFindings } from '../finding/order-findings.js';
import { renderSequence } from '../finding/sequence-diagram.js';
import { renderFilterAttributes } from '../page/filter-attributes.js';
import { html, type Markup, renderPageSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderMark } from '../page/verdict-mark.js';

const kitErrorExplanation: Explanation = {
  meaning: 'Assay failed during the check.',
  remedy: 'this is a bug of assay or of your own rule, not of the service: report it with report.json.',
};

const assumptionExplanation: Explanation = {
  meaning: 'The rule assumes another rule, which was violated here.',
  remedy: 'fix that violation first; the next run then gives this rule a verdict.',
};

const unknownExplanation: Explanation = {
  meaning: 'No reason was given.',
  remedy: 'run again, with fewer rules (--only).',
};

const explanations: Readonly<Record<string, Explanation>> = {
  setup: {
    meaning: 'The setup of the rule failed.',
    remedy:
      'check how the service answered the first request. Most often the profile needs a request body that the service accepts.',
  },
  'no-usable-case': {
    meaning: 'No generated case could decide the rule.',
    remedy:
      'create the missing situation, or declare it in the profile; if no generated value led to it, use more cases (--cases).',
  },
  'not-reproduced': {
    meaning: 'It was observed once, and could not be reproduced on fresh items.',
    remedy:
      'run again with the same --seed while no other client writes; if it occurs sometimes, look for a race condition in the service.',
  },
  'no-answer': {
    meaning: 'The service did not respond in time.',
    remedy: 'check that the service was running, and run again with a lower --concurrency or --rate.',
  },
  budget: {
    meaning: 'The limit of requests or time was reached before a verdict.',
    remedy: 'raise --max-requests or --max-time, or check fewer rules at a time (--only).',
  },
  noise: {
    meaning: 'A value changes without any request, so an effect of the request cannot be distinguished.',
    remedy: 'if that is intended, name the member in resources[].volatile; otherwise fix it first.',
  },
  suspected: {
    meaning: 'Recorded traffic looks like a violation. Another client may be the reason.',
    remedy: 'let assay run check the rule against a test environment.',
  },
  refused: {
    meaning: 'The service refused a request that the rule needs.',
    remedy: 'use credentials with the required rights, or another environment.',
  },
};

/** Lists inconclusive and errored checks by cause, and what would give them a verdict. */
export function renderUndecidedSection(report: Report): Markup | undefined {
  const own = [...filterByVerdict(report, 'errored'), ...filterByVerdict(report, 'inconclusive')];
  if (own.length === 0) return undefined;
  const groups = [...groupBy(own, createReasonKey).values()];
  return renderPageSection(
    'undecided',
    `${nameUndecided(report)} (${own.length})`,
    html`${groups.slice(0, sizeLimits.groups).map((members) => renderReasonGroup(members, report, computeNameLimit(groups.length)))}${renderRest(groups.length)}`,
  );
}

/** What the section is called: its verdicts. */
export const nameUndecided = (report: Report): string =>
  filterByVerdict(report, 'errored').length > 0 ? 'Inconclusive or errored' : 'Inconclusive';

const createReasonKey = ({ verdict, cause, why, enable }: Result): string =>
  JSON.stringify([verdict, cause, why, enable]);

function renderReasonGroup(members: readonly Result[], report: Report, most: number): Markup {
  const [first] = members;
  if (!first) return html``;
  const { meaning, remedy } = explainCause(first);
  return html`<div class="reason group" data-group=""><h3>${renderMark(first.verdict)} ${cut(first.cause ?? 'no cause was given', 200)}</h3>
<p>${first.why ? cut(first.why, sizeLimits.text) : meaning}${linkViolatedAssumption(first, report)}</p>
<p class="remedy"><b>What to do:</b> ${first.enable ? html`<code>${first.enable}</code>. ` : undefined}${remedy}</p>
${renderPairs(members, report, most)}${renderSuspicion(first, report)}</div>`;
}

/** The recorded exchanges that look like a violation. */
const renderSuspicion = ({ evidence }: Result, report: Report): Markup | undefined =>
  evidence &&
  html`<details class="more"><summary>${formatCount(evidence.exchanges.length, 'exchange')}</summary>${renderSequence(evidence.exchanges, report)}</details>`;

/** Links to the violation that an inconclusive rule depends on. */
function linkViolatedAssumption({ cause, subject }: Result, report: Report): Markup | undefined {
  if (!cause?.startsWith('assumption:')) return undefined;
  const found = [...numberFindings(report)].filter(([result]) => result.rule === cause.slice('assumption:'.length));
  const [, number] = found.find(([result]) => result.subject === subject) ?? found[0] ?? [];
  return number === undefined ? undefined : html` (<a href="#f${number}">finding ${number}</a>)`;
}

/** Lists what was not checked, by reason, so that a missing violation is not taken for a verdict. */
export function renderUncheckedSection(report: Report): Markup | undefined {
  const groups = groupUncheckedByReason(report);
  const untested = listUntestedClauses(report);
  if (groups.length + untested.length === 0) return undefined;
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return renderPageSection(
    'unseen',
    `Not checked (${count})`,
    html`${groups.slice(0, sizeLimits.groups).map((group) => renderUncheckedGroup(group, report, computeNameLimit(groups.length)))}${renderRest(groups.length)}
${untested.length > 0 ? html`<div class="reason"><h3>${renderMark('untested')} clauses without a rule</h3><ul>${untested.map(({ clause, untested: why }) => html`<li><a href="#c-${clause}">${clause}</a>: ${why ?? 'no reason given'}</li>`)}</ul></div>` : undefined}`,
  );
}

const renderUncheckedGroup = ({ verdict, reason, enable, results }: UncheckedGroup, report: Report, most: number) =>
  html`<div class="reason group" data-group=""><h3>${renderMark(verdict)} ${cut(reason, sizeLimits.text)}</h3>
${enable ? html`<p class="remedy"><b>To enable:</b> <code>${enable}</code></p>` : undefined}
${renderPairs(results, report, most)}</div>`;

/** Maximum number of names for each of this many groups. */
const computeNameLimit = (groups: number): number =>
  Math.max(2, Math.min(sizeLimits.named, Math.floor(sizeLimits.namedInAll / groups)));

/** Lists checks by rule and subject, folded if they are many. */
function renderPairs(results: readonly Result[], report: Report, most: number): Markup {
  const shown = results.slice(0, most);
  const missing = results.length - shown.length;
  const list = html`<ul class="pairs">${shown.map((result) => html`<li ${renderFilterAttributes(result, report)}><span class="level">${result.level}</span> ${result.title} <span class="hint"><code>${result.rule}</code> on <code>${cut(result.subject, 200)}</code></span>${renderNotes(result)}</li>`)}</ul>${missing > 0 ? html`<p class="hint">and ${formatCount(missing, 'more check')}: see the matrix and report.json</p>` : undefined}`;
  return results.length > maxUnfolded
    ? html`<details class="more"><summary>${formatCount(results.length, 'check')}</summary>${list}</details>`
    : list;
}

/** Maximum number of checks with one reason that are not folded. */
const maxUnfolded = 5;

/** Notes of a rule; the reason itself is shown above. */
function renderNotes({ notes: all = [], why = '' }: Result): Markup | undefined {
  const texts = all.filter((text) => why === '' || !text.includes(why));
  return texts.length === 0 ? undefined : html`<br><span class="hint">${cut(texts.join('; '), sizeLimits.text)}</span>`;
}

const renderRest = (count: number): Markup | undefined =>
  count > sizeLimits.groups
    ? html`<p class="hint">${formatCount(count - sizeLimits.groups, 'more reason')} in report.json</p>`
    : undefined;

/** The meaning of a cause, and what to do about it. */
interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** Explains why a result is inconclusive or errored. */
function explainCause({ verdict, cause }: Result): Explanation {
  if (verdict === 'errored') return kitErrorExplanation;
  if (cause?.startsWith('assumption:')) return assumptionExplanation;
  return explanations[cause ?? ''] ?? unknownExplanation;
}
