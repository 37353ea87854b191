import type { Finding } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { Report } from '../../model/result/report.js';
import { countVerdicts, findClause } from '../results/group-results.js';
import { listDifferences } from '../results/list-differences.js';
import { groupFindings } from '../results/related-findings.js';
import { describeGate, describeToleratedViolations, listOtherReasons } from '../text/describe-gate.js';
import { formatTargetName, getHeadline, listRemarks, verdictWords } from '../text/report-words.js';
import { shorten } from '../text/shorten.js';
import { escapeMarkdown, renderCodeSpan } from './escape-markdown.js';
import { renderHarm } from './summary.js';

/** First line of each comment, by which it is found again. */
export const commentMarker = '<!-- assay -->';

/** Maximum number of findings that are not folded, and of reasons; each takes a few lines of at most 300 characters. */
const maxFindings = 5;
const maxSubjects = 3;
const maxReasons = 4;
const maxLength = 300;

/** Renders the answer: whether the run passed, its findings with their fix, and the counts. */
export function renderCommentHead(report: Report): string {
  const groups = groupFindings(report).filter(([first]) => !first?.result.waived);
  const failing = groups.filter(([first]) => first && weighViolation(first.result, report.run) === 'fails');
  const shown = (failing.length > 0 ? failing : groups).slice(0, maxFindings);
  const more = countFindings(groups) - countFindings(shown);
  const reasons = listOtherReasons(report).slice(0, maxReasons);
  return [
    `${[commentMarker, ...renderHarm(report).map((line) => `${line}\n`)].join('\n')}\n### ${escapeMarkdown(shorten(maxLength, formatTargetName(report)))}: ${describeGate(report)}`,
    ...shown.map((group) => renderFinding(group, report)),
    ...(more > 0 ? [`and ${more} more below`] : []),
    ...reasons.map((reason) => `- ${escapeMarkdown(shorten(maxLength, reason))}`),
    ...describeToleratedViolations(report).map((line) => escapeMarkdown(line)),
    renderCounts(report),
  ].join('\n\n');
}

const countFindings = (groups: readonly (readonly Finding[])[]): number =>
  groups.reduce((sum, { length }) => sum + length, 0);

/** One paragraph for all subjects on which a rule is violated in the same way. */
function renderFinding(group: readonly Finding[], report: Report): string {
  const [first] = group;
  if (first === undefined) return '';
  const { number, result } = first;
  const { rule, level, evidence } = result;
  const [difference] = evidence ? listDifferences(evidence.expected, evidence.actual) : [];
  const fix = findClause(report, result)?.fix;
  const headline = `**${number}\\. ${escapeMarkdown(shorten(maxLength, getHeadline(result)))}**`;
  const about = `${renderSubjects(group)}, ${[level, ...listRemarks(result)].join(', ')}, ${renderCodeSpan(shorten(120, rule))}`;
  return [
    `${headline} (${about})`,
    ...(difference ? [renderCodeSpan(shorten(maxLength, difference))] : []),
    ...(fix ? [`Fix: ${escapeMarkdown(shorten(maxLength, fix))}`] : []),
  ].join('<br>\n');
}

function renderSubjects(group: readonly Finding[]): string {
  const shown = group.slice(0, maxSubjects).map(({ result }) => renderCodeSpan(shorten(120, result.subject)));
  return `${shown.join(', ')}${group.length > maxSubjects ? ` and ${group.length - maxSubjects} more` : ''}`;
}

function renderCounts({ results }: Report): string {
  const counts = countVerdicts(results);
  const said = verdictWords.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return said.length > 0 ? said.join(', ') : 'no rule was checked';
}
