import { computeFoundPercent, isAcceptable, type Tally } from './tally.js';

const widths = [30, 6, 8, 7, 5, 5, 9, 7] as const;
const renderRow = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[at] ?? 0)))
    .join(' ');

/** The head of the table. */
export const headerRow = `${renderRow(['world', 'audits', 'violated', 'errored', 'held%', 'left', 'found%', 'seconds'])}  undecided, by cause`;

/** The line of one world. */
export function renderWorldRow(tally: Tally): string {
  const { world, audits, violated, errored, held, left, faults, seconds, causes } = tally;
  const found = faults.tried === 0 ? '-' : `${computeFoundPercent(tally)} (${faults.tried})`;
  const why = Object.entries(causes).map(([cause, count]) => `${cause} ${count}`);
  return `${renderRow([world, audits, violated, errored, held, left, found, seconds])}  ${why.join(', ')}${isAcceptable(tally) ? '' : '  <-'}`;
}

/** What was said against sound services, and which faults were not found: one line each. */
export const renderFindingLines = (tallies: readonly Tally[]): string[] => [
  ...tallies.flatMap(({ world, accusations }) =>
    accusations.map(
      ({ rule, subject, verdict, seed, dialect, summary, why }) =>
        `${verdict} ${world}: ${rule} [${subject}] seed ${seed} (${dialect.join(' + ').slice(0, 60) || 'default'}): ${summary ?? why ?? ''}`,
    ),
  ),
  ...tallies.flatMap(({ world, broke }) => broke.map((why) => `broke ${world}: ${why}`)),
  ...tallies.flatMap(({ world, missed }) =>
    missed.map(
      ({ fault, seed, besides, instead }) =>
        `missed ${world}: ${fault} seed ${seed}: ${besides.length > 0 ? `besides ${besides.join(', ')}; ` : ''}${instead.join('; ')}`,
    ),
  ),
];

/** The last line. */
export function renderTotalRow(tallies: readonly Tally[]): string {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const found = computeFoundPercent({
    faults: {
      tried: sum(({ faults }) => faults.tried),
      whole: sum(({ faults }) => faults.whole),
      seen: sum(({ faults }) => faults.seen),
      besides: sum(({ faults }) => faults.besides),
    },
  });
  return `${tallies.filter(isAcceptable).length} of ${tallies.length} worlds as they must be; ${sum(({ violated }) => violated)} violated and ${sum(({ errored }) => errored)} errored in ${sum(({ audits }) => audits)} audits of sound services; ${found}% of ${sum(({ faults }) => faults.tried)} faults found`;
}
