import type { Report, Result } from '../../../model/result/report.js';
import { jsonText } from '../../../report/json/json-text.js';
import { cellCode, prose, table } from '../../../report/markdown/escape-markdown.js';
import { visible } from '../../../report/text/escape-control-characters.js';
import { headline, reason } from '../../../report/text/report-words.js';
import type { Change, Comparison, Difference } from '../../../verdict/comparison/compare.js';

/** All there is to tell of two reports. */
export interface Compared {
  readonly before: Report;
  readonly after: Report;
  readonly comparison: Comparison;
  readonly circumstances: readonly string[];
}

/** A comparison in each format. Everything that a service said is made harmless. */
export const comparisonAs: Readonly<Record<'text' | 'json' | 'markdown', (compared: Compared) => string>> = {
  text: asText,
  json: asJson,
  markdown: asMarkdown,
};

/** What a reader wants first. */
const order: readonly Change[] = [
  'new',
  'changed',
  'still',
  'fixed',
  'newly undecided',
  'newly decided',
  'no longer looked at',
  'newly looked at',
];

/** So many of those that need nobody's attention are named; JSON has them all. */
const most = 20;

function asText({ before, after, comparison, circumstances }: Compared): string {
  const { differences, same, reasons } = comparison;
  const sections = order.flatMap((change) => {
    const found = differences.filter((difference) => difference.change === change);
    const shown = isViolation(change) ? found : found.slice(0, most);
    const rest = found.length - shown.length;
    const more = rest > 0 ? [`  … and ${rest} more; --format json has them all`] : [];
    return found.length === 0 ? [] : [titleOf(change, found.length), ...shown.map(line), ...more, ''];
  });
  return [
    visible(`${after.target.name}: the run of ${before.startedAt}, and that of ${after.startedAt}`),
    ...circumstances.map((told) => visible(`  ${told}`)),
    '',
    ...sections,
    summaryOf(comparison),
    `${same} more say the same`,
    gateOf(reasons),
    ...reasons.map((why) => visible(`  - ${why}`)),
    '',
  ].join('\n');
}

const isViolation = (change: Change): boolean => change === 'new' || change === 'changed' || change === 'still';

const titleOf = (change: Change, count: number): string =>
  `${change.slice(0, 1).toUpperCase()}${change.slice(1)} (${count})`;

const line = (difference: Difference): string => {
  const { rule, subject, level } = resultOf(difference);
  return visible(`  ${level} ${rule} [${subject}]: ${saying(difference)}`);
};

/** What there is to say of a change beside its name. */
function saying({ change, before, after }: Difference): string {
  if (change === 'changed') return `${heading(after)}; before: ${heading(before)}`;
  if (isViolation(change)) return `${heading(after)}${after?.waived ? ` (waived: ${after.waived.reason})` : ''}`;
  const now = after === undefined ? 'gone from the report' : after.verdict;
  const why = after === undefined || after.verdict === 'held' ? '' : `: ${reason(after)}`;
  return `${before === undefined ? 'not in the old report' : before.verdict}, now ${now}${why}`;
}

const heading = (result: Result | undefined): string => (result ? headline(result) : '');

const summaryOf = ({ differences }: Comparison): string =>
  order
    .map((change) => [differences.filter((difference) => difference.change === change).length, change] as const)
    .filter(([count]) => count > 0)
    .map(([count, change]) => `${count} ${change}`)
    .join(', ') || 'no difference';

const gateOf = (reasons: readonly string[]): string =>
  reasons.length === 0 ? 'gate open (exit 0): no violation is new' : 'gate closed (exit 1)';

function asMarkdown({ before, after, comparison, circumstances }: Compared): string {
  const rows = order.flatMap((change) =>
    comparison.differences
      .filter((difference) => difference.change === change)
      .map((difference) => {
        const { rule, subject, level } = resultOf(difference);
        return [change, level, cellCode(rule), cellCode(subject), prose(saying(difference))];
      }),
  );
  return [
    `## ${prose(after.target.name)}: ${summaryOf(comparison)}`,
    '',
    `**${gateOf(comparison.reasons)}** · ${prose(before.startedAt)}, then ${prose(after.startedAt)}`,
    ...(circumstances.length > 0 ? ['', ...circumstances.map((told) => `- ${prose(told)}`)] : []),
    ...(rows.length > 0 ? ['', table(['change', 'level', 'rule', 'subject', 'what'], rows)] : []),
    '',
  ].join('\n');
}

function asJson({ before, after, comparison, circumstances }: Compared): string {
  const { differences, same, reasons } = comparison;
  return jsonText({
    schema: 'assay-comparison/1',
    old: ofRun(before),
    new: ofRun(after),
    circumstances,
    differences: differences.map(({ change, before: old, after: now }) => ({
      change,
      ...namesOf(old ?? now),
      ...(old && { old: gistOf(old) }),
      ...(now && { new: gistOf(now) }),
    })),
    same,
    gate: { open: reasons.length === 0, reasons, exit: reasons.length === 0 ? 0 : 1 },
  });
}

const ofRun = ({ target, startedAt, seed, kit }: Report) => ({ target, startedAt, seed, kit });

const namesOf = (result: Result | undefined) => ({
  rule: result?.rule,
  subject: result?.subject,
  clause: result?.clause,
  level: result?.level,
});

const gistOf = (result: Result) => {
  const { verdict, cause, why, waived, evidence } = result;
  return { verdict, cause, why, waived, summary: evidence?.summary, replay: evidence?.replay };
};

/** Of a pair that is about one rule and subject, the later result, where there is one. */
const resultOf = ({ before, after }: Difference): Pick<Result, 'rule' | 'subject' | 'level'> =>
  after ?? before ?? { rule: '', subject: '', level: 'MAY' };
