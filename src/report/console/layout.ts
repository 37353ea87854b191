import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { wrap } from '../text/fit-width.js';
import { createRow, createSpan, type Row, type Style } from './print.js';

export const renderHeading = (text: string): Row => createRow(createSpan('strong', text));

/** Wraps prose into rows; `lead` precedes the first, and blanks of the same length precede the others. */
export function wrapProse(lead: string, text: string, width: number, style?: Style): Row[] {
  const room = Math.max(20, width - lead.length);
  return wrap(escapeControlCharacters(text), room).map((line, index) => {
    const start = index === 0 ? lead : ' '.repeat(lead.length);
    return style ? createRow(start, createSpan(style, line)) : createRow(start, line);
  });
}

/** A section with its heading, or nothing if it has no rows. */
export const renderRowSection = (title: string, rows: readonly Row[]): Row[] =>
  rows.length > 0 ? [renderHeading(title), ...rows] : [];
