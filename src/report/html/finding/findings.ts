import type { Finding } from '../../../model/result/findings.js';
import type { Report } from '../../../model/result/report.js';
import { groupFindings } from '../../results/related-findings.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup, renderPageSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderBriefFinding, renderFinding } from './finding.js';
import { gateRanks, listFindings, rankResult } from './order-findings.js';

/** Lists all violations by their effect on the result, numbered as for `assay replay`. */
export function renderFindingsSection(report: Report): Markup | undefined {
  const all = listFindings(report);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, sizeLimits.listed);
  const missing = all.length - shown.length;
  return renderPageSection(
    'findings',
    `Violated (${all.length})`,
    html`${renderFindings(shown, report)}${missing > 0 ? html`<p class="hint">${formatCount(missing, 'violation')} more in the matrix and in report.json.</p>` : undefined}`,
  );
}

function renderFindings(shown: readonly Finding[], report: Report): Markup[] {
  let room: number = sizeLimits.findings;
  const articles = shown.map((one) => {
    const whole = room > 0 ? renderFinding(one, report) : undefined;
    const article = whole && whole.markup.length <= room ? whole : renderBriefFinding(one, report);
    room -= article.markup.length;
    return { rank: rankResult(one.result, report), one, article };
  });
  return gateRanks.map((title, rank) => {
    const members = articles.filter((article) => article.rank === rank);
    return members.length === 0
      ? html``
      : html`<div class="group" data-group=""><p class="rank">${title}</p>${groupArticles(members, report)}</div>`;
  });
}

interface Article {
  readonly one: Finding;
  readonly article: Markup;
}

/** Folds findings that differ from the one before them in their subject only. */
function groupArticles(articles: readonly Article[], report: Report): Markup[] {
  const places = new Map(articles.map((article) => [article.one.number, article]));
  return groupFindings(report).flatMap((group) => {
    const [first, ...others] = group.flatMap(({ number }) => places.get(number) ?? []);
    if (first === undefined) return [];
    if (others.length < minFolded) return [first, ...others].map(({ article }) => article);
    const subjects = cut(others.map(({ one }) => one.result.subject).join(', '), 200);
    return [
      first.article,
      html`<details class="same" data-group=""><summary>The same on ${formatCount(others.length, 'other subject')}: ${subjects}</summary>${others.map(({ article }) => article)}</details>`,
    ];
  });
}

/** Fewer findings of one rule are shown one after the other. */
const minFolded = 2;
