import type { Finding } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { createRow, createSpan, createUncutRow, type Row } from '../console/print.js';
import { findClause } from '../results/group-results.js';
import { listDifferences } from '../results/list-differences.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns, cut, wrap } from '../text/fit-width.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { findExemption, formatCount, getHeadline } from '../text/report-words.js';

export interface FindingSpace {
  readonly width: number;
  readonly room: number;
  readonly createReplayCommand: (number: number) => string;
}

export const maxFindingLines = 8;
const fixLines = 2;

/** Renders findings in full while each of the others keeps a line; what does not fit is counted. */
export function renderFindingsWithin(findings: readonly Finding[], report: Report, space: FindingSpace): Row[] {
  const rows: Row[] = [];
  for (const [index, finding] of findings.entries()) {
    const rest = findings.length - index - 1;
    const left = Math.max(space.room, maxFindingLines) - rows.length;
    const whole = index === 0 || fails(finding.result, report) ? renderFindingRows(finding, report, space) : undefined;
    if (whole && (index === 0 || left >= whole.length + rest)) rows.push(...whole);
    else if (left > 1 || (left === 1 && rest === 0)) rows.push(renderFindingLine(finding, report, space.width));
    else return [...rows, createRow(`   and ${formatCount(rest + 1, 'more violation')}: assay show`)];
  }
  return rows;
}

const fails = (result: Result, { run }: Report): boolean => weighViolation(result, run) === 'fails';

/** Renders one finding in at most eight lines: what, where, the request, the difference, the fix, and what to type. */
export function renderFindingRows({ number, result }: Finding, report: Report, space: FindingSpace): Row[] {
  const { width } = space;
  const fix = findClause(report, result)?.fix;
  return [
    createRow(...createHeadline(number, result, width)),
    createRow('   ', createSpan('faint', `${describeWeight(result, report)}, ${result.clause}, ${result.rule}`)),
    ...(result.evidence ? renderEvidenceRows(result.evidence, report, width) : []),
    ...(fix ? renderFixRows(fix, width) : []),
    createUncutRow('   ', space.createReplayCommand(number)),
    createUncutRow('   ', `assay explain ${result.rule}`),
  ];
}

export function renderFindingLine({ number, result }: Finding, report: Report, width: number): Row {
  const tail = `  ${describeWeight(result, report)}`;
  return createRow(...createHeadline(number, result, width - countColumns(tail)), createSpan('faint', tail));
}

/** The subject is kept where the headline is cut. */
function createHeadline(number: number, result: Result, width: number) {
  const lead = `${number}. `;
  const subject = ` [${cut(escapeControlCharacters(result.subject), Math.floor(width / 3))}]`;
  const headline = cut(
    escapeControlCharacters(getHeadline(result)),
    width - countColumns(lead) - countColumns(subject),
  );
  return [createSpan('bad', `${lead}${headline}`), subject];
}

/** The level, and why the violation does not fail the run: `SHOULD, does not fail the run`. */
function describeWeight(result: Result, report: Report): string {
  const { level, family, waived } = result;
  const origin = waived || family === 'convention' ? level : `${level} of ${familyNames[family]}`;
  return fails(result, report) ? origin : `${origin}, ${findExemption(result) ?? 'does not fail the run'}`;
}

const familyNames: Readonly<Record<Exclude<Result['family'], 'convention'>, string>> = {
  http: 'the HTTP standard',
  document: 'the document of the service',
};

function renderEvidenceRows(evidence: Evidence, report: Report, width: number): Row[] {
  // The last request that is not a comparison: its response shows the violation.
  const shown = evidence.exchanges.findLast(({ role }) => role !== 'control') ?? evidence.exchanges.at(-1);
  const [difference, ...more] = listDifferences(evidence.expected, evidence.actual);
  const counted = more.length > 0 ? `${difference} (and ${more.length} more)` : difference;
  return [
    ...(shown ? [createRow('   ', ...renderExchange(shown, report.target.baseUrl, width - 3))] : []),
    ...(counted ? [createRow(`   ${cut(escapeControlCharacters(counted), width - 3)}`)] : []),
  ];
}

function renderExchange({ n, request, answer, silence }: RecordedExchange, baseUrl: string, width: number) {
  const label = `#${n} `;
  const came = answer
    ? ` → ${answer.status}`
    : ` → no response: ${escapeControlCharacters(silence ?? 'unknown reason')}`;
  const sent = cut(
    escapeControlCharacters(
      [request.method, toRelativeUrl(baseUrl, request.url), request.content].filter(Boolean).join(' '),
    ),
    Math.max(20, width - countColumns(label) - countColumns(came)),
  );
  const room = width - countColumns(label) - countColumns(sent) - countColumns(came) - 1;
  const body = answer?.content && room >= 12 ? ` ${cut(escapeControlCharacters(answer.content), room)}` : '';
  return [createSpan('faint', label), sent, came, body];
}

function renderFixRows(fix: string, width: number): Row[] {
  const lead = '   fix: ';
  const lines = wrap(escapeControlCharacters(fix), width - lead.length);
  const shown = lines.slice(0, fixLines);
  const last = shown.length - 1;
  if (lines.length > fixLines) shown[last] = cut(`${shown[last]} …`, width - lead.length);
  return shown.map((line, index) => createRow(index === 0 ? lead : ' '.repeat(lead.length), line));
}
