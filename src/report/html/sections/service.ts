import { describeExtent } from '../../../model/result/leftover.js';
import type { Leftover, Report } from '../../../model/result/report.js';
import { listNotes } from '../../results/group-results.js';
import { describeTraffic, listUntouched } from '../../text/describe-traffic.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup, renderBullets, renderFoldedSection, renderPageSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';

type Collection = Report['survey']['collections'][number];

export function renderWaiversSection({ waivers: known = [] }: Report): Markup | undefined {
  if (known.length === 0) return undefined;
  const rows = known
    .slice(0, sizeLimits.listed)
    .map(
      ({ rule, subject = 'every subject', reason, owner = '', until = '', where, standing }) =>
        html`<tr data-search=""><td><span class="chip ${standing}">${standing}</span></td><td><code>${rule}</code><br><span class="hint">${cut(subject, 200)}</span></td><td>${cut(reason, sizeLimits.text)}<br><span class="hint">${cut(where, 400)}</span></td><td>${owner}</td><td>${until}</td></tr>`,
    );
  return renderPageSection(
    'waivers',
    `Known failures (${known.length})`,
    html`<p class="hint">A waiver never changes a verdict, only whether the run passes. A stale or expired waiver fails the run.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Known failures"><table><thead><tr><th scope="col">State</th><th scope="col">Rule and subject</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th></tr></thead><tbody>${rows}</tbody></table></div>${known.length > sizeLimits.listed ? html`<p class="hint">${known.length - sizeLimits.listed} more in report.json</p>` : undefined}`,
  );
}

/** Lists the known facts about the service with their sources, and contradictions. */
export function renderServiceSection(report: Report): Markup {
  const { survey, leftovers, dialects } = report;
  const shown = survey.collections.slice(0, sizeLimits.named);
  const missing = survey.collections.length - shown.length;
  return renderFoldedSection(
    'service',
    'Facts about the service',
    html`<p>${survey.document ? html`Read from <code>${cut(survey.document, sizeLimits.text)}</code>. ` : 'No document was read. '}${formatCount(survey.collections.length, 'collection')}.</p>
${renderAside(
  'Not removed',
  leftovers.map((one) => `${renderLeftoverName(one)}: ${one.why}`),
  'warning',
)}
${renderAside('Recorded traffic', describeTraffic(report))}
${renderAside('Not touched by the traffic', listUntouched(report))}
${renderAside('Contradictions', survey.contradictions)}
${renderAside('Dialect choices', dialects)}
${renderAside('Notes of the survey', survey.notes)}
${renderAside('Notes of rules', listNotes(report))}
${shown.map(renderCollection)}${missing > 0 ? html`<p class="hint">${formatCount(missing, 'more collection')} in report.json</p>` : undefined}`,
  );
}

const renderLeftoverName = (one: Leftover): string => {
  const extent = describeExtent(one);
  return extent === '' ? one.url : `${one.url} (${extent})`;
};

const renderAside = (title: string, texts: readonly string[], kind = ''): Markup | undefined =>
  texts.length === 0
    ? undefined
    : html`<div class="aside ${kind}"><h3>${title}</h3>${renderBullets(
        texts.map((text) => cut(text, sizeLimits.text)),
        sizeLimits.listed,
      )}</div>`;

const renderCollection = ({ name, path, facts }: Collection): Markup =>
  html`<details class="collection" data-search=""><summary><b>${cut(name, 200)}</b> <code>${cut(path, 400)}</code> <span class="hint">${formatCount(facts.length, 'fact')}</span></summary>
<div class="scroll" tabindex="0" role="group" aria-label="Facts of ${cut(name, 200)}"><table><thead><tr><th scope="col">Fact</th><th scope="col">Value</th><th scope="col">Provenance</th><th scope="col">Evidence</th></tr></thead><tbody>${facts.slice(0, sizeLimits.named).map(({ about, value, provenance, evidence }) => html`<tr><th scope="row">${cut(about, 200)}</th><td><code>${cut(typeof value === 'string' ? value : JSON.stringify(value), 600)}</code></td><td class="whole">${provenance}</td><td>${cut(evidence, 400)}</td></tr>`)}</tbody></table></div>${facts.length > sizeLimits.named ? html`<p class="hint">${formatCount(facts.length - sizeLimits.named, 'fact')} more in report.json</p>` : undefined}</details>`;
