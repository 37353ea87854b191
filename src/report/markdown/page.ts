import { formatCount } from '../text/report-words.js';
import { renderDetails, renderTable } from './escape-markdown.js';

/** A part of a page that makes itself as short as the room it gets, in octets; nothing when there is nothing to say. */
export type MarkdownPart = (room: number) => string;

/** A part, and up to which share of the page it may fill what came before and itself. */
export interface PlacedPart {
  readonly part: MarkdownPart;
  readonly share: number;
}

/** Writes parts one after the other into a page of at most so many octets; the end is always there. */
export function fitMarkdownPage(parts: readonly PlacedPart[], end: string, most: number): string {
  const room = most - countOctets(end) - gapOctets - 1;
  let text = '';
  for (const { part, share } of parts) {
    const left = Math.floor(room * share) - countOctets(text) - gapOctets;
    const next = left > 0 ? part(left) : '';
    if (next !== '') text += `${next}\n\n`;
  }
  return `${text}${end}\n`;
}

const gapOctets = 2;

/** How long a text is for those who limit it. */
export const countOctets = (text: string): number => Buffer.byteLength(text);

/** Text that is always there. */
export const createFixedPart =
  (text: string): MarkdownPart =>
  () =>
    text;

/** Lines below a heading; those that find no room are counted. */
export const createListPart =
  (heading: string | undefined, lines: readonly string[], noun: string): MarkdownPart =>
  (room) => {
    if (lines.length === 0) return '';
    const head = heading === undefined ? '' : `## ${heading}\n\n`;
    return `${head}${fitLines(lines, room - countOctets(head), (count) => `- ${describeOmitted(count, noun)}`).join('\n')}`;
  };

/** A table to unfold; the rows that find no room are counted. */
export const createTablePart =
  (name: string, head: readonly string[], rows: readonly (readonly string[])[]): MarkdownPart =>
  (room) => {
    if (rows.length === 0) return '';
    const frame = countOctets(renderDetails(`${name} (${rows.length})`, renderTable(head, []))) + 2;
    const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
    const [note = '', kept] = splitNote(
      fitLines(lines, room - frame, (count) => describeOmitted(count, 'row')),
      rows.length,
    );
    if (kept === 0) return `${name}: ${describeOmitted(rows.length, 'row')}`;
    const shown = renderTable(head, rows.slice(0, kept));
    return renderDetails(`${name} (${rows.length})`, note === '' ? shown : `${shown}\n\n${note}`);
  };

/** What to say of things that found no room. */
export const describeOmitted = (count: number, noun: string): string =>
  `… ${formatCount(count, `more ${noun}`)} left out here for want of room; \`report.json\` has ${count === 1 ? 'it' : 'them'}`;

/** As many lines as there is room for, and what is said of the others. */
export function fitLines(lines: readonly string[], room: number, note: (count: number) => string): string[] {
  const sizes = lines.map((line) => countOctets(line) + 1);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= room) return [...lines];
  let left = room - countOctets(note(lines.length)) - 1;
  const kept = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return [...lines.slice(0, kept), note(lines.length - kept)];
}

const splitNote = (lines: readonly string[], count: number): [string | undefined, number] =>
  lines.length === count && !lines.at(-1)?.startsWith('…') ? [undefined, count] : [lines.at(-1), lines.length - 1];
