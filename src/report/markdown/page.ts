import { formatCount } from '../text/report-words.js';
import { renderDetails, renderTable } from './escape-markdown.js';

/** A part of a page that shortens itself to the available size, in octets; undefined if it is empty. */
export type MarkdownPart = (room: number) => string;

/** A part, and the share of the page that it and the parts before it may fill. */
export interface PlacedPart {
  readonly part: MarkdownPart;
  readonly share: number;
}

/** Writes parts one after the other into a page of limited size in octets; the end is always included. */
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

export const countOctets = (text: string): number => Buffer.byteLength(text);

/** Text that is always included. */
export const createFixedPart =
  (text: string): MarkdownPart =>
  () =>
    text;

/** Lines below a heading; omitted lines are counted. */
export const createListPart =
  (heading: string | undefined, lines: readonly string[], noun: string): MarkdownPart =>
  (room) => {
    if (lines.length === 0) return '';
    const head = heading === undefined ? '' : `## ${heading}\n\n`;
    return `${head}${fitLines(lines, room - countOctets(head), (count) => `- ${describeOmitted(count, noun)}`).join('\n')}`;
  };

/** A folded table; omitted rows are counted. */
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

/** The note about omitted entries. */
export const describeOmitted = (count: number, noun: string): string =>
  `… ${formatCount(count, `more ${noun}`)} omitted here to limit the size; see \`report.json\``;

/** Returns as many lines as fit, and a note about the others. */
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
