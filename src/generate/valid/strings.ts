import fc from 'fast-check';
import { drawAtBoundaries } from '../../rule/values/boundary.js';
import { countCodePoints, isCleanText, isTrimmedText } from '../schema/regexes.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const usualCharacters = `${letters}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   éüñßøçäîœ`;

/** Maximum generated length when the schema has no limit, or a very high one. */
const defaultMaxLength = 64;

/** Generates free text with `min` to `max` characters. */
export function buildText(min: number, max = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  const top = max <= 1024 ? max : Math.max(min, defaultMaxLength);
  const exactly = (length: number) => new TextArbitrary(usualCharacters, length, length);
  return drawAtBoundaries<string>(
    new TextArbitrary(usualCharacters, min, Math.max(min, Math.min(top, 24)), top),
    (corner) => {
      if (corner === 'least') return exactly(min);
      if (corner === 'most') return exactly(top);
      if (corner === 'strange') return fc.constant(buildStrangeText(min, top));
      return corner === 'plain'
        ? new TextArbitrary(letters, Math.max(min, Math.min(top, 5)), Math.max(min, Math.min(top, 12)))
        : undefined;
    },
  );
}

/** Lower-case letters, for the parts of names and addresses. */
export const buildWord = (min: number, max: number): fc.Arbitrary<string> => new TextArbitrary(letters, min, max);

/** As many unusual characters as fit by every way of counting: code points, UTF-16 units, or after composition. */
function buildStrangeText(min: number, max: number): string {
  const units = ['Ž', 'l', 'u', 'ť', ' ', 'k', 'ů', 'ň', ' ', 'e\u0301', ' ', '𝒳', ' ', '😀', 'ß'];
  let text = '';
  for (const unit of units) if (text.length + unit.length <= max) text += unit;
  while (countCodePoints(text.normalize('NFC')) < min) text += 'é';
  return replaceEdgeSpaces(text);
}

/** A cut text may end with a space, which services often trim. */
const replaceEdgeSpaces = (text: string) => text.replace(/^ | $/g, 'a');

class TextArbitrary extends fc.Arbitrary<string> {
  constructor(
    private readonly alphabet: string,
    private readonly min: number,
    private readonly max: number,
    private readonly bound = max,
  ) {
    super();
  }

  generate(random: fc.Random): fc.Value<string> {
    let text = '';
    for (let left = this.length(random); left > 0; left--) {
      text += this.alphabet[random.nextInt(0, this.alphabet.length - 1)];
    }
    return new fc.Value(replaceEdgeSpaces(text), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    if (typeof value !== 'string' || !isCleanText(value) || !isTrimmedText(value)) return false;
    return countCodePoints(value) >= this.min && countCodePoints(value) <= this.bound;
  }

  shrink(value: string): fc.Stream<fc.Value<string>> {
    return fc.stream(this.simpler(Array.from(value))).map((text) => new fc.Value(text, undefined));
  }

  private length(random: fc.Random): number {
    if (this.min === this.max) return this.min;
    const edge = random.nextInt(0, 15);
    if (edge === 0) return this.min;
    return edge === 1 ? this.max : random.nextInt(this.min, this.max);
  }

  private *simpler(chars: readonly string[]): IterableIterator<string> {
    const spare = chars.length - this.min;
    const lengths = [this.min, chars.length - Math.ceil(spare / 2), chars.length - 1];
    for (const length of new Set(lengths)) if (spare > 0) yield replaceEdgeSpaces(chars.slice(0, length).join(''));
    if (spare > 0) yield replaceEdgeSpaces(chars.slice(1).join(''));
    const plain = this.alphabet.charAt(0).repeat(chars.length);
    if (plain !== chars.join('')) yield plain;
  }
}
