import { charactersOf, columnsOf, columnsOfOne } from './display-width.js';

/** How many places a text takes, counted in columns of a terminal. */
export const lengthOf = columnsOf;

/** The text, or its beginning with `…` at the end when it takes more than `width` columns. */
export function cut(text: string, width: number): string {
  if (text.length <= width / 2 || columnsOf(text) <= width) return text;
  return `${beginningOf(text, width - 1)}…`;
}

/** As much of the beginning as fits into `width` columns; a long text is not read to its end for that. */
export function beginningOf(text: string, width: number): string {
  const near = text.slice(0, Math.max(0, width) * 8 + 64);
  const kept = fitting(near, width);
  // Where all of it was kept, marks may go on beyond it.
  return kept === near && near !== text ? fitting(text, width) : kept;
}

function fitting(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const character of charactersOf(text)) {
    room -= columnsOfOne(character);
    if (room < 0) return kept;
    kept += character;
  }
  return kept;
}

/** The text in lines of at most `width` columns, broken at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, Math.max(2, width)))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (lengthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (lengthOf(word) <= width) return [word];
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    // One character may be wider than the room there is.
    const part = beginningOf(rest, width) || (charactersOf(rest)[0] ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}
