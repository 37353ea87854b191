import { listFindings as listNumbered } from '../../../model/result/findings.js';
import type { Report, Result } from '../../../model/result/report.js';
import { isBlocking } from '../../results/group-results.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { renderPageSection } from '../page/section.js';
import { sizeLimits } from '../page/size-limits.js';
import { type NumberedViolation, renderBriefFinding, renderFinding } from './finding.js';

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

/** The violations with their numbers, those that fail the run first. */
export function listFindings(report: Report): NumberedViolation[] {
  const numbered = listNumbered(report);
  const rank = ({ result }: NumberedViolation) => rankResult(result, report);
  return numbered.sort((one, other) => rank(one) - rank(other));
}

/** Numbers of the findings that are shown on the page. */
export const numberFindings = (report: Report): ReadonlyMap<Result, number> =>
  new Map(
    listFindings(report)
      .slice(0, sizeLimits.listed)
      .map(({ number, result }) => [result, number]),
  );

/** The effects of a violation. */
export const gateRanks = [
  'These fail the run',
  'These do not fail the run',
  'Waived: known failures, accepted for a time',
] as const;

/** Which of the `ranks` a violation has. */
export const rankResult = (result: Result, report: Report): 0 | 1 | 2 =>
  isBlocking(result, report) ? 0 : result.waived ? 2 : 1;

function renderFindings(shown: readonly NumberedViolation[], report: Report): Markup[] {
  let room: number = sizeLimits.findings;
  const articles = shown.map((one) => {
    const whole = room > 0 ? renderFinding(one, report) : undefined;
    const article = whole && whole.markup.length <= room ? whole : renderBriefFinding(one, report);
    room -= article.markup.length;
    return { rank: rankResult(one.result, report), article };
  });
  return gateRanks.map((title, rank) => {
    const members = articles.filter((one) => one.rank === rank).map(({ article }) => article);
    return members.length === 0
      ? html``
      : html`<div class="group" data-group=""><p class="rank">${title}</p>${members}</div>`;
  });
}
