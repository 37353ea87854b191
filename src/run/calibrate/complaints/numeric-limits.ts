/** Keywords of JSON Schema that carry a number. */
export type LimitKeyword = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

/** How many characters or entries: a bound of numbers speaks of neither. */
const countedWordsPattern = /character|letter|length|long|short|item|entr|element|size/i;

/** The keyword of a bound that is told in these words. */
export function findLimitKeyword(text: string, isLeast: boolean): LimitKeyword {
  if (!countedWordsPattern.test(text)) return isLeast ? 'minimum' : 'maximum';
  if (/item|entr|element|array/i.test(text)) return isLeast ? 'minItems' : 'maxItems';
  return isLeast ? 'minLength' : 'maxLength';
}

/** Numbers with a sign or a point, and words that stand between the ends of a range. */
const numberPattern = '(-?\\d+(?:\\.\\d+)?)';
const rangePatterns = [
  `\\bbetween ${numberPattern} and ${numberPattern}`,
  `\\b(?:from|of|in|has|have|be|is|range:?) ${numberPattern} ?(?:to|through|-|–|\\.\\.+) ?${numberPattern}`,
  `\\b(?:range|length)[^\\d]{0,12}[[(]${numberPattern}, ?${numberPattern}[\\])]`,
].map((text) => new RegExp(text, 'i'));

/** Both ends of a range that is told in words; undefined where none is, or where they exclude what they name. */
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
