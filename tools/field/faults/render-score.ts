import { groupNames, type HalfScore } from './score.js';

const title = ({ service, mode, isHeldOut }: HalfScore): string =>
  `${service}, ${mode}${isHeldOut ? ', held out' : ''}`;

/** A Markdown table with a row for each class, each visibility and all faults, and below it the names of missed faults. */
export function renderScore(halves: readonly HalfScore[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (half: HalfScore, group: string): string => {
    const { found, of } = half.groups[group] ?? { found: 0, of: 0 };
    return `${found}/${of}`;
  };
  const table = [
    row(['Class', ...halves.map(title)]),
    row(['---', ...halves.map(() => '---:')]),
    ...groupNames.map((group) => row([group, ...halves.map((half) => cell(half, group))])),
  ];
  const missed = halves.flatMap((half) => {
    const names = half.groups.all?.missed ?? [];
    return names.length > 0 ? ['', `Missed (${title(half)}): ${names.join(', ')}`] : [];
  });
  return [...table, ...missed].join('\n');
}
