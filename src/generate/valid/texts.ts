import fc from 'fast-check';
import { drawAtBoundaries } from '../../rule/values/generators.js';
import { compilePattern, type Keywords } from '../schema/keywords.js';
import { filterArbitrary } from './unions.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const usualCharacters = `${letters}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   éüñßøçäîœ`;

/** Maximum generated length when the schema has no limit, or a very high one. */
const defaultMaxLength = 64;

/** Length in code points, as JSON Schema defines it. */
const countCodePoints = (text: string): number => Array.from(text).length;

/** Whether a text has neither control characters nor lone surrogates, so that every service may accept it. */
const isClean = (text: string): boolean => !/\p{Cc}|\p{Cs}/u.test(text);

/** Whether a text has no leading or trailing white space, which services often trim. */
const isTrimmed = (text: string): boolean => text === text.trim();

/** A cut text may end with a space, which services often trim. */
const replaceEdgeSpaces = (text: string) => text.replace(/^ | $/g, 'a');

/** Generates free text with `min` to `max` characters. */
export function buildText(min: number, max = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  const top = max <= 1024 ? max : Math.max(min, defaultMaxLength);
  const cut = (length: number) => Math.max(min, Math.min(top, length));
  const corners = {
    plain: new TextArbitrary(letters, cut(5), cut(12)),
    least: new TextArbitrary(usualCharacters, min, min),
    most: new TextArbitrary(usualCharacters, top, top),
    strange: fc.constant(buildStrangeText(min, top)),
  };
  return drawAtBoundaries<string>(new TextArbitrary(usualCharacters, min, cut(24), top), corners);
}

/** Lower-case letters, for the parts of names and addresses. */
export const buildWord = (min: number, max: number): fc.Arbitrary<string> => new TextArbitrary(letters, min, max);

/** As many unusual characters as fit by every way of counting: code points, UTF-16 units, or after composition. */
function buildStrangeText(min: number, max: number): string {
  const units = ['Ž', 'l', 'u', 'ť', ' ', 'k', 'ů', 'ň', ' ', 'e\u0301', ' ', '𝒳', ' ', '😀', 'ß'];
  let text = '';
  for (const unit of units) if (text.length + unit.length <= max) text += unit;
  text += 'é'.repeat(Math.max(0, min - countCodePoints(text.normalize('NFC'))));
  return replaceEdgeSpaces(text);
}

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
    const { alphabet, min, max } = this;
    const edge = min === max ? 0 : random.nextInt(0, 15);
    let left = edge === 0 ? min : edge === 1 ? max : random.nextInt(min, max);
    let text = '';
    for (; left > 0; left--) text += alphabet[random.nextInt(0, alphabet.length - 1)];
    return new fc.Value(replaceEdgeSpaces(text), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    if (typeof value !== 'string' || !isClean(value) || !isTrimmed(value)) return false;
    return countCodePoints(value) >= this.min && countCodePoints(value) <= this.bound;
  }

  shrink(value: string): fc.Stream<fc.Value<string>> {
    return fc.stream(this.#simpler(Array.from(value))).map((text) => new fc.Value(text, undefined));
  }

  *#simpler(chars: readonly string[]): IterableIterator<string> {
    const spare = chars.length - this.min;
    const lengths = [this.min, chars.length - Math.ceil(spare / 2), chars.length - 1];
    for (const length of new Set(lengths)) if (spare > 0) yield replaceEdgeSpaces(chars.slice(0, length).join(''));
    if (spare > 0) yield replaceEdgeSpaces(chars.slice(1).join(''));
    const plain = this.alphabet.charAt(0).repeat(chars.length);
    if (plain !== chars.join('')) yield plain;
  }
}

/** All patterns that a text of this variant must match. */
export const listPatterns = ({ pattern, allOf = [] }: Keywords): string[] =>
  [pattern, ...allOf.map((part) => (typeof part === 'boolean' ? undefined : part.pattern))].filter(
    (each) => each !== undefined,
  );

interface WantedText {
  readonly patterns: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** Generates those of these texts that match within both lengths; undefined when there are none. */
export function filterTexts(source: fc.Arbitrary<string>, { patterns, min, max }: WantedText) {
  const isMatch = createMatcher(patterns);
  return filterArbitrary(source, (text) => {
    const length = countCodePoints(text);
    return length >= min && length <= max && isMatch(text);
  });
}

/** Generates texts that match every pattern within both lengths; undefined when that is not possible. */
export function buildPatternText({ patterns, min, max }: WantedText): fc.Arbitrary<string> | undefined {
  const isMatch = createMatcher(patterns);
  const free = buildText(min, max);
  // If a pattern accepts nearly every text, ordinary texts are better.
  if (fc.sample(free, { seed: 1, numRuns: 40 }).every(isMatch)) return filterArbitrary(free, isMatch);
  const fit = (text: string) => {
    if (text.length < min) return lengthenText(text, min, isMatch);
    return text.length > max ? shortenText(text, max, isMatch) : text;
  };
  const isFit = (text: string) =>
    isMatch(text) && isClean(text) && countCodePoints(text) >= min && countCodePoints(text) <= max;
  for (const pattern of patterns) {
    const source = drawFromPattern(pattern)?.map(fit);
    const found =
      source && (filterArbitrary(source, (text) => isFit(text) && isTrimmed(text)) ?? filterArbitrary(source, isFit));
    if (found === undefined) continue;
    const sample = fc.sample(found, { seed: 1, numRuns: 1 })[0] ?? '';
    const isEdge = (text: string) => isMatch(text) && isClean(text) && (isTrimmed(text) || !isTrimmed(sample));
    return drawAtBoundaries(found, {
      least: fc.constant(shortenText(sample, min, isEdge)),
      most: fc.constant(lengthenText(sample, max <= 1024 ? max : Math.max(min, 24), isEdge)),
    });
  }
  return undefined;
}

export function createMatcher(patterns: readonly string[]): (text: string) => boolean {
  const regexes = patterns.map(compilePattern).filter((regex) => regex !== undefined);
  return (text) => regexes.every((regex) => regex.test(text));
}

/** Repeats characters until a text has length `to`, as long as it matches. */
export function lengthenText(text: string, to: number, isMatch: (text: string) => boolean): string {
  let now = text;
  for (let left = 64; left > 0 && now.length < to; left--) {
    const longer = repeatCharacter(now, to - now.length, isMatch) ?? repeatCharacter(now, 1, isMatch);
    if (longer === undefined) return now;
    now = longer;
  }
  return now;
}

/** Removes characters until a text has length `to`, as long as it matches. */
export function shortenText(text: string, to: number, isMatch: (text: string) => boolean): string {
  let now = text;
  for (let index = now.length - 1; index >= 0 && now.length > to; index--) {
    const shorter = now.slice(0, index) + now.slice(index + 1);
    if (isMatch(shorter)) now = shorter;
  }
  return now;
}

function repeatCharacter(text: string, times: number, isMatch: (text: string) => boolean): string | undefined {
  for (let index = text.length; index > 0; index--) {
    const longer = text.slice(0, index) + text.charAt(index - 1).repeat(times) + text.slice(index);
    if (isMatch(longer)) return longer;
  }
  return undefined;
}

/** Look-arounds cannot be generated; without them the pattern still gives candidates. */
function drawFromPattern(pattern: string): fc.Arbitrary<string> | undefined {
  for (const source of new Set([pattern, removeLookaround(pattern)])) {
    const regex = hasEmptyClass(source) ? undefined : compilePattern(source);
    if (regex === undefined) continue;
    try {
      const made = fc.stringMatching(regex);
      fc.sample(made, { seed: 1, numRuns: 1 });
      return made;
    } catch {
      // fast-check does not generate from all patterns.
    }
  }
  return undefined;
}

/** fast-check would search a character of an empty class forever. */
function hasEmptyClass(pattern: string): boolean {
  const classes = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]/g)?.filter((each) => each.startsWith('[')) ?? [];
  return classes.some((each) => {
    const regex = compilePattern(each);
    return regex !== undefined && !regex.test(probedCharacters);
  });
}

const probedCharacters = `${Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')}€漢😀`;

function removeLookaround(pattern: string): string {
  const start = pattern.search(/\(\?<?[=!]/);
  if (start < 0) return pattern;
  let depth = 0;
  for (let index = start; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === '\\') index++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return removeLookaround(pattern.slice(0, start) + pattern.slice(index + 1));
  }
  return pattern;
}
