/** Code points that control a terminal or are invisible, written out here so that tests do not use the code under test. */
const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2069],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfffe, 0xffff],
];

/** The steering characters of a text, line feeds aside, as hexadecimal code points. */
export const findControlCodes = (text: string): string[] =>
  Array.from(text)
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => ranges.some(([from, to]) => from <= code && code <= to))
    .map((code) => code.toString(16));
