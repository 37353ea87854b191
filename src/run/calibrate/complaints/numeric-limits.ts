/** JSON Schema keywords with a number. */
export type LimitKeyword = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

/** Words for numbers of characters or entries, as opposed to limits of numeric values. */
const countedWordsPattern = /character|letter|length|long|short|item|entr|element|size/i;

/** Returns the keyword of a limit described by this text. */
export function findLimitKeyword(text: string, isLeast: boolean): LimitKeyword {
  if (!countedWordsPattern.test(text)) return isLeast ? 'minimum' : 'maximum';
  if (/item|entr|element|array/i.test(text)) return isLeast ? 'minItems' : 'maxItems';
  return isLeast ? 'minLength' : 'maxLength';
}

/** Numbers with a sign or a point, and the words between the ends of a range. */
const boundPattern = '(-?\\d+(?:\\.\\d+)?)';
const rangePatterns = [
  `\\bbetween ${boundPattern} and ${boundPattern}`,
  `\\b(?:from|of|in|has|have|be|is|range:?) ${boundPattern} ?(?:to|through|-|–|\\.\\.+) ?${boundPattern}`,
  `\\b(?:range|length)[^\\d]{0,12}[[(]${boundPattern}, ?${boundPattern}[\\])]`,
].map((text) => new RegExp(text, 'i'));

/** Reads both ends of a range from a text; undefined when there is none, or when its ends are exclusive. */
export function parseRange(
  text: string,
): readonly { readonly kind: LimitKeyword; readonly limit: number }[] | undefined {
  for (const range of rangePatterns) {
    const [, from, to] = (range.exec(text) ?? []).map(Number);
    if (from === undefined || to === undefined || from > to || /\bnot (be )?(between|in)\b/i.test(text)) continue;
    return [
      { kind: findLimitKeyword(text, true), limit: from },
      { kind: findLimitKeyword(text, false), limit: to },
    ];
  }
  return undefined;
}
