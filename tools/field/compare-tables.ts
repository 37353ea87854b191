import type { FieldTable, Measurement } from './measure-audit.js';
import { describeLeftItems } from './render-table.js';

/** How a table differs from an earlier one, a line for each difference; time alone is no difference. */
export function compareTables(before: FieldTable, after: FieldTable): string[] {
  const old = new Map(before.measurements.map((measurement) => [nameRow(measurement), measurement]));
  const now = new Map(after.measurements.map((measurement) => [nameRow(measurement), measurement]));
  const gone = [...old.keys()].filter((name) => !now.has(name)).map((name) => `${name}: is no longer measured`);
  const lines = [...now].flatMap(([name, measurement]) => {
    const earlier = old.get(name);
    return earlier ? compareMeasurements(name, earlier, measurement) : [`${name}: was not measured before`];
  });
  return [...lines, ...gone];
}

const nameRow = ({ service, mode }: Measurement): string => `${service}, ${mode}`;

function compareMeasurements(name: string, before: Measurement, after: Measurement): string[] {
  const numbers = traits.flatMap(([title, read]) => {
    const [old, now] = [read(before), read(after)];
    return old === now ? [] : [`${title} ${old} → ${now}`];
  });
  const verdicts = compareVerdicts(before.verdicts, after.verdicts);
  if (numbers.length + verdicts.length === 0) return [];
  const seconds = `seconds ${before.seconds} → ${after.seconds}`;
  return [`${name}: ${[...numbers, seconds].join(', ')}`, ...verdicts.map((line) => `  ${line}`)];
}

const traits: readonly (readonly [title: string, read: (measurement: Measurement) => string | number])[] = [
  ['held', ({ counts }) => counts.held],
  ['violated', ({ counts }) => counts.violated],
  ['inconclusive', ({ counts }) => counts.inconclusive],
  ['not applicable', ({ counts }) => counts['not-applicable']],
  ['not run', ({ counts }) => counts['not-run']],
  ['errored', ({ counts }) => counts.errored],
  ['known', ({ known }) => known],
  ['missed', ({ missed }) => missed.length],
  ['wrong', ({ wrong }) => wrong.length],
  ['requests', ({ requests }) => requests],
  ['left behind', ({ left }) => describeLeftItems(left)],
  ['ended early', ({ endedEarly }) => endedEarly ?? 'no'],
];

function compareVerdicts(before: Measurement['verdicts'], after: Measurement['verdicts']): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((check) => before[check] !== after[check])
    .map((check) => `${check}: ${before[check] ?? 'not planned'} → ${after[check] ?? 'not planned'}`);
}
