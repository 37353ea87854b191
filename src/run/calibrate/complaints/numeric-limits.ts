/** Keywords of JSON Schema that carry a number. */
export type Limit = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

/** How many characters or entries: a bound of numbers speaks of neither. */
const counted = /character|letter|length|long|short|item|entr|element|size/i;

/** The keyword of a bound that is told in these words. */
export function limitIn(text: string, isLeast: boolean): Limit {
  if (!counted.test(text)) return isLeast ? 'minimum' : 'maximum';
  if (/item|entr|element|array/i.test(text)) return isLeast ? 'minItems' : 'maxItems';
  return isLeast ? 'minLength' : 'maxLength';
}

/** Numbers with a sign or a point, and words that stand between the ends of a range. */
const number = '(-?\\d+(?:\\.\\d+)?)';
const ranges = [
  `\\bbetween ${number} and ${number}`,
  `\\b(?:from|of|in|has|have|be|is|range:?) ${number} ?(?:to|through|-|–|\\.\\.+) ?${number}`,
  `\\b(?:range|length)[^\\d]{0,12}[[(]${number}, ?${number}[\\])]`,
].map((text) => new RegExp(text, 'i'));

/** Both ends of a range that is told in words; undefined where none is, or where they exclude what they name. */
export function rangeIn(text: string): readonly { readonly kind: Limit; readonly limit: number }[] | undefined {
  for (const range of ranges) {
    const [, from, to] = (range.exec(text) ?? []).map(Number);
    if (from === undefined || to === undefined || from > to || /\bnot (be )?(between|in)\b/i.test(text)) continue;
    return [
      { kind: limitIn(text, true), limit: from },
      { kind: limitIn(text, false), limit: to },
    ];
  }
  return undefined;
}
