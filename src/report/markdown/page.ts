import { counted } from '../text/report-words.js';
import { folded, table } from './escape-markdown.js';

/** A part of a page that makes itself as short as the room it gets, in octets; nothing when there is nothing to say. */
export type Part = (room: number) => string;

/** A part, and up to which share of the page it may fill what came before and itself. */
export interface Placed {
  readonly part: Part;
  readonly share: number;
}

/** Writes parts one after the other into a page of at most so many octets; the end is always there. */
export function page(parts: readonly Placed[], end: string, most: number): string {
  const room = most - octetsIn(end) - gap - 1;
  let text = '';
  for (const { part, share } of parts) {
    const left = Math.floor(room * share) - octetsIn(text) - gap;
    const next = left > 0 ? part(left) : '';
    if (next !== '') text += `${next}\n\n`;
  }
  return `${text}${end}\n`;
}

const gap = 2;

/** How long a text is for those who limit it. */
export const octetsIn = (text: string): number => Buffer.byteLength(text);

/** Text that is always there. */
export const whole =
  (text: string): Part =>
  () =>
    text;

/** Lines below a heading; those that find no room are counted. */
export const lineList =
  (heading: string | undefined, lines: readonly string[], noun: string): Part =>
  (room) => {
    if (lines.length === 0) return '';
    const head = heading === undefined ? '' : `## ${heading}\n\n`;
    return `${head}${fitting(lines, room - octetsIn(head), (count) => `- ${leftOut(count, noun)}`).join('\n')}`;
  };

/** A table to unfold; the rows that find no room are counted. */
export const foldedTable =
  (name: string, head: readonly string[], rows: readonly (readonly string[])[]): Part =>
  (room) => {
    if (rows.length === 0) return '';
    const frame = octetsIn(folded(`${name} (${rows.length})`, table(head, []))) + 2;
    const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
    const [note = '', kept] = withoutNote(
      fitting(lines, room - frame, (count) => leftOut(count, 'row')),
      rows.length,
    );
    if (kept === 0) return `${name}: ${leftOut(rows.length, 'row')}`;
    const shown = table(head, rows.slice(0, kept));
    return folded(`${name} (${rows.length})`, note === '' ? shown : `${shown}\n\n${note}`);
  };

/** What to say of things that found no room. */
export const leftOut = (count: number, noun: string): string =>
  `… ${counted(count, `more ${noun}`)} left out here for want of room; \`report.json\` has ${count === 1 ? 'it' : 'them'}`;

/** As many lines as there is room for, and what is said of the others. */
export function fitting(lines: readonly string[], room: number, note: (count: number) => string): string[] {
  const sizes = lines.map((line) => octetsIn(line) + 1);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= room) return [...lines];
  let left = room - octetsIn(note(lines.length)) - 1;
  const kept = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return [...lines.slice(0, kept), note(lines.length - kept)];
}

const withoutNote = (lines: readonly string[], count: number): [string | undefined, number] =>
  lines.length === count && !lines.at(-1)?.startsWith('…') ? [undefined, count] : [lines.at(-1), lines.length - 1];
