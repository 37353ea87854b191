import { visible } from '../text/escape-control-characters.js';
import { wrap } from '../text/fit-width.js';
import { as, type Row, row, type Style } from './print.js';

/** The heading of a section. */
export const heading = (text: string): Row => row(as('strong', text));

/** Prose in as many rows as it needs; `lead` stands before the first, blanks of the same length before the rest. */
export function prose(lead: string, text: string, width: number, style?: Style): Row[] {
  const room = Math.max(20, width - lead.length);
  return wrap(visible(text), room).map((line, index) => {
    const start = index === 0 ? lead : ' '.repeat(lead.length);
    return style ? row(start, as(style, line)) : row(start, line);
  });
}

/** A section with its heading, or nothing when it has no rows. */
export const section = (title: string, rows: readonly Row[]): Row[] =>
  rows.length > 0 ? [heading(title), ...rows] : [];
