import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns, takeWidth, wrap } from '../text/fit-width.js';

export interface Terminal {
  readonly color: boolean;
  /** Maximum columns of a line. */
  readonly width: number;
}

/** The meaning of a piece of text; the terminal determines its colour. */
export type Style = 'strong' | 'faint' | 'good' | 'bad' | 'doubt';

export type Span = string | { readonly style: Style; readonly text: string };

/** One line of the console. A line that readers copy (`isWhole`) is never cut. */
export interface Row {
  readonly spans: readonly Span[];
  readonly isWhole?: boolean;
}

export const createRow = (...spans: Span[]): Row => ({ spans });

/** Creates a row that is never cut. */
export const createUncutRow = (...spans: Span[]): Row => ({ spans, isWhole: true });

export const createSpan = (style: Style, text: string): Span => ({ style, text });

export const emptyRow: Row = createRow();

const sgrCodes: Readonly<Record<Style, string>> = { strong: '1', faint: '2', good: '32', bad: '31', doubt: '33' };

/** Converts rows to text. Every span is escaped here, so text from a service cannot control the terminal. */
export const renderRows = (rows: readonly Row[], terminal: Terminal): string =>
  rows.map((each) => `${printRow(each, terminal)}\n`).join('');

function printRow({ spans, isWhole }: Row, { color, width }: Terminal): string {
  const shown = spans.map((span) => {
    const { style, text } = typeof span === 'string' ? { style: undefined, text: span } : span;
    return { style, text: escapeControlCharacters(text) };
  });
  const fitting = isWhole ? shown : fitSpans(shown, width);
  return fitting
    .map(({ style, text }) => (color ? paintText(text, style) : text))
    .join('')
    .trimEnd();
}

type StyledText = { readonly style: Style | undefined; readonly text: string };

function fitSpans(spans: readonly StyledText[], width: number): StyledText[] {
  const total = spans.reduce((sum, { text }) => sum + countColumns(text), 0);
  if (total <= width) return [...spans];
  let room = Math.max(0, width - 1);
  const kept = spans.map(({ style, text }) => {
    const part = takeWidth(text, room);
    // After a cut part, nothing may fill the gap.
    room = part === text ? room - countColumns(part) : 0;
    return { style, text: part };
  });
  return [...kept, { style: undefined, text: '…' }];
}

const paintText = (text: string, style: Style | undefined): string =>
  style === undefined || text === '' ? text : `\x1b[${sgrCodes[style]}m${text}\x1b[0m`;

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
