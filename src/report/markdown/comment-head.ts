import { type Finding, listFindings } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { Report } from '../../model/result/report.js';
import { countVerdicts, findClause } from '../results/group-results.js';
import { listDifferences } from '../results/list-differences.js';
import { describeGate, describeToleratedViolations, listOtherReasons } from '../text/describe-gate.js';
import { formatTargetName, getHeadline, listRemarks, verdictWords } from '../text/report-words.js';
import { shorten } from '../text/shorten.js';
import { escapeMarkdown, renderCodeSpan } from './escape-markdown.js';

/** First line of each comment, by which it is found again. */
export const commentMarker = '<!-- assay -->';

/** Maximum number of findings that are not folded, and of reasons; each takes a few lines of at most 300 characters. */
const maxFindings = 5;
const maxReasons = 4;
const maxLength = 300;

/** Renders the answer: whether the run passed, its findings with their fix, and the counts. */
export function renderCommentHead(report: Report): string {
  const findings = listFindings(report).filter(({ result }) => !result.waived);
  const failing = findings.filter(({ result }) => weighViolation(result, report.run) === 'fails');
  const shown = (failing.length > 0 ? failing : findings).slice(0, maxFindings);
  const more = findings.length - shown.length;
  const reasons = listOtherReasons(report).slice(0, maxReasons);
  return [
    `${commentMarker}\n### ${escapeMarkdown(shorten(maxLength, formatTargetName(report)))}: ${describeGate(report)}`,
    ...shown.map((finding) => renderFinding(finding, report)),
    ...(more > 0 ? [`and ${more} more below`] : []),
    ...reasons.map((reason) => `- ${escapeMarkdown(shorten(maxLength, reason))}`),
    ...describeToleratedViolations(report).map((line) => escapeMarkdown(line)),
    renderCounts(report),
  ].join('\n\n');
}

function renderFinding({ number, result }: Finding, report: Report): string {
  const { rule, subject, level, evidence } = result;
  const [difference] = evidence ? listDifferences(evidence.expected, evidence.actual) : [];
  const fix = findClause(report, result)?.fix;
  const headline = `**${number}\\. ${escapeMarkdown(shorten(maxLength, getHeadline(result)))}**`;
  const about = `${renderCodeSpan(shorten(120, subject))}, ${[level, ...listRemarks(result)].join(', ')}, ${renderCodeSpan(shorten(120, rule))}`;
  return [
    `${headline} (${about})`,
    ...(difference ? [renderCodeSpan(shorten(maxLength, difference))] : []),
    ...(fix ? [`Fix: ${escapeMarkdown(shorten(maxLength, fix))}`] : []),
  ].join('<br>\n');
}

function renderCounts({ results }: Report): string {
  const counts = countVerdicts(results);
  const said = verdictWords.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return said.length > 0 ? said.join(', ') : 'no rule was checked';
}
