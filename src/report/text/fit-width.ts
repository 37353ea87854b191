/** Letters, dashes and arrows that always take one column: recognised in a tenth of the time. */
const narrowPattern = /^[\0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203b\u2190-\u21ff]*$/;

/** Wide and fullwidth characters (UAX #11), by block; unassigned characters of these blocks are wide, too. */
const widePattern =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** Characters that are drawn as a picture only because of a variation selector. */
const emojiPattern = /^\p{Emoji}\ufe0f/u;

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
    if (countColumns(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function splitWord(word: string, width: number): string[] {
  if (countColumns(word) <= width) return [word];
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    // One character can be wider than the line.
    const part = takeWidth(rest, width) || (splitCharacters(rest)[0] ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}

/** Takes long to create, and most texts are narrow. */
let segmenter: Intl.Segmenter | undefined;

/** Splits a text into characters as readers see them; combining marks stay with their letter. */
export function splitCharacters(text: string): string[] {
  if (isNarrowText(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Number of terminal columns of a text: East Asian characters and emoji take two, combining marks none. */
export const countColumns = (text: string): number =>
  isNarrowText(text)
    ? text.length
    : splitCharacters(text).reduce((sum, character) => sum + countCharacterColumns(character), 0);

function countCharacterColumns(character: string): number {
  if (isNarrowText(character)) return character.length;
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  return widePattern.test(character) || emojiPattern.test(character) ? 2 : 1;
}

const isNarrowText = (text: string): boolean => narrowPattern.test(text);
