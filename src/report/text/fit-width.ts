import { countCharacterColumns, countColumns, splitCharacters } from './display-width.js';

/** Number of terminal columns of a text. */
export const measureWidth = countColumns;

/** Returns the text, or its beginning with `…` if it takes more than `width` columns. */
export function cut(text: string, width: number): string {
  if (text.length <= width / 2 || countColumns(text) <= width) return text;
  return `${takeWidth(text, width - 1)}…`;
}

/** Returns the part of the beginning that fits into `width` columns, without reading a long text to its end. */
export function takeWidth(text: string, width: number): string {
  const near = text.slice(0, Math.max(0, width) * 8 + 64);
  const kept = fitCharacters(near, width);
  // If all of it was kept, combining marks may follow.
  return kept === near && near !== text ? fitCharacters(text, width) : kept;
}

function fitCharacters(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const character of splitCharacters(text)) {
    room -= countCharacterColumns(character);
    if (room < 0) return kept;
    kept += character;
  }
  return kept;
}

/** Splits the text into lines of at most `width` columns, at spaces where possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => splitWord(long, Math.max(2, width)))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measureWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function splitWord(word: string, width: number): string[] {
  if (measureWidth(word) <= width) return [word];
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    // One character can be wider than the line.
    const part = takeWidth(rest, width) || (splitCharacters(rest)[0] ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}
