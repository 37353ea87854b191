import type { Report, Result } from '../../../model/result/report.js';
import { isBlocking, withVerdict } from '../../results/group-results.js';
import { counted } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';
import { briefFinding, type Finding, finding } from './finding.js';

/** All violations by what they mean for the gate, in the numbers that `assay replay` knows. */
export function findings(report: Report): Markup | undefined {
  const all = findingsOf(report);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, bounds.listed);
  const missing = all.length - shown.length;
  return section(
    'findings',
    `Violated (${all.length})`,
    html`${written(shown, report)}${missing > 0 ? html`<p class="hint">${counted(missing, 'violation')} more: only the matrix and report.json have them.</p>` : undefined}`,
  );
}

/** The violations with their numbers, those that close the gate first. */
export function findingsOf(report: Report): Finding[] {
  const numbered = withVerdict(report, 'violated').map((result, index) => ({ number: index + 1, result }));
  const rank = ({ result }: Finding) => rankOf(result, report);
  return numbered.sort((one, other) => rank(one) - rank(other));
}

/** Numbers of the findings that have a place on the page. */
export const shownFindings = (report: Report): ReadonlyMap<Result, number> =>
  new Map(
    findingsOf(report)
      .slice(0, bounds.listed)
      .map(({ number, result }) => [result, number]),
  );

/** What a violation means for the gate. */
export const ranks = [
  'These close the gate',
  'These do not close the gate',
  'Waived: known, and accepted for a time',
] as const;

/** Which of the `ranks` a violation has. */
export const rankOf = (result: Result, report: Report): 0 | 1 | 2 =>
  isBlocking(result, report) ? 0 : result.waived ? 2 : 1;

function written(shown: readonly Finding[], report: Report): Markup[] {
  let room: number = bounds.findings;
  const articles = shown.map((one) => {
    const whole = room > 0 ? finding(one, report) : undefined;
    const article = whole && whole.markup.length <= room ? whole : briefFinding(one, report);
    room -= article.markup.length;
    return { rank: rankOf(one.result, report), article };
  });
  return ranks.map((title, rank) => {
    const members = articles.filter((one) => one.rank === rank).map(({ article }) => article);
    return members.length === 0
      ? html``
      : html`<div class="group" data-group=""><p class="rank">${title}</p>${members}</div>`;
  });
}
