import { additionMark } from '../../model/result/gate.js';
import { createRow, createSpan, createUncutRow, type Row } from '../console/print.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns, cut, wrap } from '../text/fit-width.js';

export interface UncheckedEntry {
  /** Number of checks; absent where it is not known. */
  readonly checks?: number;
  readonly why: string;
  /** What to do, in a few words, and the key or flag for it alone: never cut. */
  readonly remedy?: string;
  readonly key?: string;
  /** A line for the profile. */
  readonly addition?: string;
}

/** Maximum lines of an entry, besides the line for the profile. */
const maxLines = 3;
/** Columns at the end of a line that wrapping usually leaves empty at most. */
const maxEmpty = 8;

/** The rows of an entry, the shortest form first: one line, with the line for the profile, wrapped. */
export function listForms(entry: UncheckedEntry, label: string, width: number): Row[][] {
  const { checks, why, remedy, key, addition } = entry;
  const lead = `${label}${String(checks ?? '-').padStart(4)} `;
  const text = escapeControlCharacters(why);
  const end = escapeControlCharacters(addition === undefined ? (remedy ?? '') : additionMark.trimEnd());
  const added = addition === undefined ? [] : [createUncutRow(createSpan('strong', escapeControlCharacters(addition)))];
  const line = (tail: string) =>
    createRow(lead, cut(text, Math.max(12, width - countColumns(lead) - countColumns(tail))), tail);
  const room = Math.max(20, width - countColumns(lead));
  const short = key === undefined ? end : `: ${escapeControlCharacters(key)}`;
  const whole = wrap(text + end, room);
  // Words that do not fit leave the end of a line empty.
  const most = maxLines * (room - maxEmpty) - countColumns(short);
  const lines = whole.length <= maxLines ? whole : wrap(cut(text, most) + short, room);
  const wrapped = lines.map((one, index) => createRow(index === 0 ? lead : ' '.repeat(lead.length), one));
  return [
    [line(addition === undefined || key !== undefined ? short : '; what to add: assay show')],
    ...(addition === undefined ? [] : [[line(end), ...added]]),
    ...(lines.length <= maxLines ? [[...wrapped, ...added]] : []),
  ];
}
