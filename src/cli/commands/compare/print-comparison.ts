import type { Report, Result } from '../../../model/result/report.js';
import { renderJsonText } from '../../../report/json/json-text.js';
import { escapeMarkdown, renderCellCode, renderTable } from '../../../report/markdown/escape-markdown.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { describeReason, getHeadline } from '../../../report/text/report-words.js';
import type { Change, Comparison, Difference } from '../../../verdict/comparison/compare.js';

export interface ComparedReports {
  readonly before: Report;
  readonly after: Report;
  readonly comparison: Comparison;
  readonly circumstances: readonly string[];
}

/** Renders a comparison in each format. Text from the service is escaped. */
export const comparisonRenderers: Readonly<
  Record<'text' | 'json' | 'markdown', (compared: ComparedReports) => string>
> = { text: renderText, json: renderJson, markdown: renderMarkdown };

/** The order of changes in the output: the most important first. */
const changeOrder: readonly Change[] = [
  'new',
  'changed',
  'still',
  'fixed',
  'newly undecided',
  'newly decided',
  'no longer checked',
  'newly checked',
];

/** Maximum number of listed changes of the kinds that need no action; JSON lists all of them. */
const maxListed = 20;

function renderText({ before, after, comparison, circumstances }: ComparedReports): string {
  const { differences, same, reasons } = comparison;
  const sections = changeOrder.flatMap((change) => {
    const found = differences.filter((difference) => difference.change === change);
    const shown = isViolation(change) ? found : found.slice(0, maxListed);
    const rest = found.length - shown.length;
    const more = rest > 0 ? [`  … and ${rest} more; --format json lists all of them`] : [];
    return found.length === 0 ? [] : [renderTitle(change, found.length), ...shown.map(renderDifference), ...more, ''];
  });
  return [
    escapeControlCharacters(`${after.target.name}: run of ${before.startedAt} compared with run of ${after.startedAt}`),
    ...circumstances.map((line) => escapeControlCharacters(`  ${line}`)),
    '',
    ...sections,
    summarizeChanges(comparison),
    `${same} unchanged`,
    describeGate(reasons),
    ...reasons.map((why) => escapeControlCharacters(`  - ${why}`)),
    '',
  ].join('\n');
}

const isViolation = (change: Change): boolean => change === 'new' || change === 'changed' || change === 'still';

const renderTitle = (change: Change, count: number): string =>
  `${change.slice(0, 1).toUpperCase()}${change.slice(1)} (${count})`;

const renderDifference = (difference: Difference): string => {
  const { rule, subject, level } = pickResult(difference);
  return escapeControlCharacters(`  ${level} ${rule} [${subject}]: ${describeChange(difference)}`);
};

function describeChange({ change, before, after }: Difference): string {
  if (change === 'changed') return `${renderHeading(after)}; before: ${renderHeading(before)}`;
  if (isViolation(change)) return `${renderHeading(after)}${after?.waived ? ` (waived: ${after.waived.reason})` : ''}`;
  const now = after === undefined ? 'not in the new report' : after.verdict;
  const why = after === undefined || after.verdict === 'held' ? '' : `: ${describeReason(after)}`;
  return `${before === undefined ? 'not in the old report' : before.verdict}, now ${now}${why}`;
}

const renderHeading = (result: Result | undefined): string => (result ? getHeadline(result) : '');

const summarizeChanges = ({ differences }: Comparison): string =>
  changeOrder
    .map((change) => [differences.filter((difference) => difference.change === change).length, change] as const)
    .filter(([count]) => count > 0)
    .map(([count, change]) => `${count} ${change}`)
    .join(', ') || 'no difference';

const describeGate = (reasons: readonly string[]): string =>
  reasons.length === 0 ? 'Passed: no new violation (exit 0)' : 'Failed (exit 1)';

function renderMarkdown({ before, after, comparison, circumstances }: ComparedReports): string {
  const rows = changeOrder.flatMap((change) =>
    comparison.differences
      .filter((difference) => difference.change === change)
      .map((difference) => {
        const { rule, subject, level } = pickResult(difference);
        return [
          change,
          level,
          renderCellCode(rule),
          renderCellCode(subject),
          escapeMarkdown(describeChange(difference)),
        ];
      }),
  );
  return [
    `## ${escapeMarkdown(after.target.name)}: ${summarizeChanges(comparison)}`,
    '',
    `**${describeGate(comparison.reasons)}** · ${escapeMarkdown(before.startedAt)}, then ${escapeMarkdown(after.startedAt)}`,
    ...(circumstances.length > 0 ? ['', ...circumstances.map((line) => `- ${escapeMarkdown(line)}`)] : []),
    ...(rows.length > 0 ? ['', renderTable(['change', 'level', 'rule', 'subject', 'what'], rows)] : []),
    '',
  ].join('\n');
}

function renderJson({ before, after, comparison, circumstances }: ComparedReports): string {
  const { differences, same, reasons } = comparison;
  return renderJsonText({
    schema: 'assay-comparison/1',
    old: pickRun(before),
    new: pickRun(after),
    circumstances,
    differences: differences.map(({ change, before: old, after: now }) => ({
      change,
      ...pickNames(old ?? now),
      ...(old && { old: pickSummary(old) }),
      ...(now && { new: pickSummary(now) }),
    })),
    same,
    gate: { open: reasons.length === 0, reasons, exit: reasons.length === 0 ? 0 : 1 },
  });
}

const pickRun = ({ target, startedAt, seed, kit }: Report) => ({ target, startedAt, seed, kit });

const pickNames = (result: Result | undefined) => ({
  rule: result?.rule,
  subject: result?.subject,
  clause: result?.clause,
  level: result?.level,
});

const pickSummary = (result: Result) => {
  const { verdict, cause, why, waived, evidence } = result;
  return { verdict, cause, why, waived, summary: evidence?.summary, replay: evidence?.replay };
};

/** Of two results about one rule and subject, returns the later one, if there is one. */
const pickResult = ({ before, after }: Difference): Pick<Result, 'rule' | 'subject' | 'level'> =>
  after ?? before ?? { rule: '', subject: '', level: 'MAY' };
