import type { Finding } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import { describeExtent } from '../../model/result/leftover.js';
import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Leftover, Report, Result } from '../../model/result/report.js';
import { joinNames } from '../../model/values/join-names.js';
import {
  describeCounts,
  filterByVerdict,
  findClause,
  groupUncheckedByReason,
  listNotes,
  listUntestedClauses,
} from '../results/group-results.js';
import { listDifferences } from '../results/list-differences.js';
import { groupFindings } from '../results/related-findings.js';
import { describeGate, describeToleratedViolations, listOtherReasons } from '../text/describe-gate.js';
import { describeTraffic, listUntouched } from '../text/describe-traffic.js';
import { escapeControlCharacters, shorten } from '../text/escape-control-characters.js';
import { describeReason, formatTargetName, getHeadline, listRemarks } from '../text/report-words.js';
import { escapeMarkdown, renderCellCode, renderCodeSpan, renderDetails } from './escape-markdown.js';
import { createFixedPart, createListPart, createTablePart, fitMarkdownPage, type MarkdownPart } from './page.js';
import {
  createGateReasonsPart,
  createVerdictsPart,
  renderBullet,
  renderHarm,
  renderSummary,
  renderVerdictCounts,
} from './summary.js';
import { createViolationsPart } from './violations.js';

/** First line of each comment, by which it is found again. */
const commentMarker = '<!-- assay -->';

/** Maximum number of findings that are not folded, and of reasons; each takes a few lines of at most 300 characters. */
const maxFindings = 5;

const maxSubjects = 3;

const maxReasons = 4;

const maxLength = 300;

/** GitHub's maximum size of the summary of a step, in octets. */
const maxSummaryOctets = 1024 * 1024;
/** GitHub's maximum length of a comment, in characters; the length in octets is never smaller. */
const maxCommentLength = 65_536;

/** For job summaries and vendors: the result first, each violation with its evidence folded, then checks without a conclusion. */
export const writeMarkdown = (report: Report): string => renderParts(report, maxSummaryOctets);

/** For pull requests: the answer in at most 40 lines, the rest folded. The first line is the mark of the comment. */
export function writeComment(report: Report): string {
  const head = renderCommentHead(report);
  const room = maxCommentLength - Buffer.byteLength(head) - Buffer.byteLength(renderDetails(detailsTitle, '')) - 2;
  return `${head}\n\n${renderDetails(detailsTitle, renderParts(report, room))}\n`;
}

const detailsTitle = 'The whole report';

function renderParts(report: Report, most: number): string {
  const parts = [
    { part: createFixedPart(renderSummary(report)), share: 1 },
    { part: createGateReasonsPart(report), share: 0.15 },
    { part: createFixedPart(renderVerdictCounts(report)), share: 1 },
    { part: createViolationsPart(report), share: 0.7 },
    ...createUndecidedParts(report).map((part) => ({ part, share: 0.8 })),
    { part: createUncheckedPart(report), share: 0.85 },
    ...createNoteParts(report).map((part) => ({ part, share: 0.9 })),
    { part: createVerdictsPart(report), share: 0.95 },
    { part: createOperationsPart(report), share: 0.97 },
    { part: createCoveragePart(report), share: 1 },
  ];
  return fitMarkdownPage(
    parts,
    `${report.kit.name} ${escapeControlCharacters(report.kit.version)}, started ${escapeControlCharacters(report.startedAt)}`,
    most,
  );
}

/** Lists every operation with the number of its checks by verdict, and the statuses that it returned. */
function createOperationsPart({ coverage: { operations = [] } }: Report): MarkdownPart {
  return createTablePart(
    'Operations',
    ['Operation', 'Held', 'Violated', 'Undecided', 'Statuses', 'Not called because'],
    operations.map(renderRow),
  );
}

const renderRow = ({ method, path, held, violated, undecided, statuses = [], why }: OperationCoverage): string[] => [
  renderCellCode(`${method} ${path}`),
  String(held),
  String(violated),
  String(undecided),
  statuses.join(' '),
  why === undefined ? '' : escapeMarkdown(why),
];

/** Renders the answer: whether the run passed, its findings with their fix, and the counts. */
function renderCommentHead(report: Report): string {
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
    describeCounts(report),
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

const renderSubjects = (group: readonly Finding[]): string =>
  joinNames(
    group.map(({ result }) => renderCodeSpan(shorten(120, result.subject))),
    maxSubjects,
  );

const maxNamed = 20;

export const createUndecidedParts = (report: Report): MarkdownPart[] => [
  createListPart(
    'Errored: assay failed, not the service',
    filterByVerdict(report, 'errored').map(renderUndecidedLine),
    'verdict',
  ),
  createListPart('Inconclusive', filterByVerdict(report, 'inconclusive').map(renderUndecidedLine), 'verdict'),
];

export function createUncheckedPart(report: Report): MarkdownPart {
  const groups = groupUncheckedByReason(report).map(
    ({ verdict, reason: why, enable, results }) =>
      `- **${verdict}**: ${escapeMarkdown(why)}${renderRemedy(enable)}: ${nameResults(results)}`,
  );
  const untested = listUntestedClauses(report).map(
    ({ clause, untested: why }) =>
      `- **untested**: ${renderCodeSpan(clause)}, ${escapeMarkdown(why ?? 'no reason given')}`,
  );
  return createListPart('Not checked', [...groups, ...untested], 'reason');
}

/** Notes of rules, of the survey, of the cleanup and of the profile. */
export function createNoteParts(report: Report): MarkdownPart[] {
  const { survey, leftovers, dialects } = report;
  return [
    createListPart('Recorded traffic', describeTraffic(report).map(renderBullet), 'fact'),
    createListPart('Not touched by the traffic', listUntouched(report).map(renderBullet), 'operation'),
    createListPart('Notes of rules', listNotes(report).map(renderBullet), 'note'),
    createListPart(
      'Contradictions in the description of the service',
      survey.contradictions.map(renderBullet),
      'contradiction',
    ),
    createListPart('Notes of the survey', survey.notes.map(renderBullet), 'note'),
    createListPart('Not removed', leftovers.map(renderLeftover), 'thing'),
    createListPart('Dialect choices', dialects.map(renderBullet), 'choice'),
  ];
}

function renderLeftover(one: Leftover): string {
  const extent = describeExtent(one);
  return `- ${renderCodeSpan(one.url)}${extent === '' ? '' : ` (${extent})`}: ${escapeMarkdown(one.why)}`;
}

export function createCoveragePart({ coverage: { clauses } }: Report): MarkdownPart {
  const rows = clauses.map(({ clause, level, verdict, sentence, source, rules, untested }) => [
    renderCellCode(clause),
    level,
    verdict,
    escapeMarkdown(`${sentence} (${source})`),
    rules.length > 0 ? rules.map(renderCellCode).join(' ') : escapeMarkdown(untested ?? 'no reason given'),
  ]);
  return createTablePart('Clauses', ['Clause', 'Level', 'Verdict', 'Sentence', 'Rules'], rows);
}

const nameResults = (results: readonly Result[]): string =>
  joinNames(
    results.map(({ rule, subject }) => `${renderCodeSpan(rule)} on ${renderCodeSpan(subject)}`),
    maxNamed,
  );

const renderUndecidedLine = (result: Result): string =>
  `- ${escapeMarkdown(result.title)} (${renderCodeSpan(result.rule)} on ${renderCodeSpan(result.subject)}): ${escapeMarkdown(describeReason(result))}${renderRemedy(result.enable)}`;

const renderRemedy = (enable: string | undefined): string =>
  enable ? ` (to get a verdict: ${renderCodeSpan(enable)})` : '';
