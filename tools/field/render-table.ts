import { splitCheck } from './known-violations.js';
import { listShortfalls } from './list-shortfalls.js';
import type { FieldTable, Measurement, Unmeasured } from './measure-audit.js';

const columns = [
  ['Service', ({ service }) => service],
  ['Mode', ({ mode }) => mode],
  ['Operations', ({ operations: { found, judged } }) => `${judged} / ${found}`],
  ['Decided', ({ counts }) => counts.held + counts.violated],
  ['Held', ({ counts }) => counts.held],
  ['Violated', ({ counts }) => counts.violated],
  ['Inconclusive', ({ counts }) => counts.inconclusive],
  ['Not applicable', ({ counts }) => counts['not-applicable']],
  ['Found / known', ({ known, missed }) => `${known - missed.length} / ${known}`],
  ['Missed', ({ missed }) => missed.length],
  ['Wrong', ({ wrong }) => wrong.length],
  ['Seconds', ({ seconds }) => seconds],
  ['Requests', ({ requests }) => requests],
  ['Left behind', ({ left }) => describeLeftItems(left)],
] as const satisfies readonly (readonly [string, (row: Measurement) => string | number])[];

/** The table in Markdown, and below it by name what its numbers count. */
export function renderTable({ measurements, skipped, failed }: FieldTable): string {
  const rows = [
    columns.map(([title]) => title),
    columns.map((_, index) => (index < 2 ? '---' : '---:')),
    ...measurements.map((measurement) => columns.map(([, read]) => read(measurement))),
  ];
  return [
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ...renderList('Missed: known violations that were not reported, with the verdict', measurements, listMissed),
    ...renderList('Wrong: reported violations that no field note confirms', measurements, ({ wrong }) =>
      wrong.map(quoteCheck),
    ),
    ...renderSection('Falls short', listShortfalls({ measurements })),
    ...renderList('Errored or not run', measurements, listUnjudged),
    ...renderList('Ended early', measurements, ({ endedEarly }) => endedEarly ?? []),
    ...renderReasons('Skipped', skipped),
    ...renderReasons('Failed', failed),
  ].join('\n');
}

/** The number alone where the service and the report agree and nothing was lost. */
export function describeLeftItems({ added, lost, reported }: Measurement['left']): string {
  if (lost === 0 && added === reported) return String(added);
  return [`${added} in lists`, ...(lost > 0 ? [`${lost} lost`] : []), `${reported} in report`].join(', ');
}

function renderList(
  title: string,
  measurements: readonly Measurement[],
  list: (measurement: Measurement) => string | readonly string[],
): string[] {
  const lines = measurements.flatMap((measurement) =>
    [list(measurement)].flat().map((text) => `- ${measurement.service}, ${measurement.mode}: ${text}`),
  );
  return renderSection(title, lines);
}

const renderReasons = (title: string, unmeasured: readonly Unmeasured[]): string[] =>
  renderSection(
    title,
    unmeasured.map(
      ({ service, mode, reason }) => `- ${mode === undefined ? service : `${service}, ${mode}`}: ${reason}`,
    ),
  );

const renderSection = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `${title}:`, '', ...lines] : [];

/** Subjects with the same verdict of the same rule share a line. */
function listMissed({ missed, verdicts }: Measurement): string[] {
  const lines = new Map<string, { readonly rule: string; readonly end: string; readonly subjects: string[] }>();
  for (const { check, section } of missed) {
    const { rule, subject } = splitCheck(check);
    const end = `${verdicts[check] ?? 'not planned'} ("${section}")`;
    const line = lines.get(rule + end) ?? { rule, end, subjects: [] };
    line.subjects.push(subject);
    lines.set(rule + end, line);
  }
  return [...lines.values()].map(({ rule, end, subjects }) => `\`${rule}\` ${subjects.join(', ')}: ${end}`);
}

const listUnjudged = ({ verdicts }: Measurement): string[] =>
  Object.entries(verdicts)
    .filter(([, verdict]) => /^(errored|not-run)\b/.test(verdict))
    .map(([check, verdict]) => `${quoteCheck(check)}: ${verdict}`);

function quoteCheck(check: string): string {
  const { rule, subject } = splitCheck(check);
  return `\`${rule}\` ${subject}`;
}
