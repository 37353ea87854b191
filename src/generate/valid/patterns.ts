import fc from 'fast-check';
import { drawAtBoundaries } from '../../rule/values/boundary.js';
import { compilePattern, countCodePoints, isCleanText, isTrimmedText } from '../schema/regexes.js';
import { buildText } from './strings.js';
import { filterArbitrary } from './unions.js';

/** Patterns and lengths of a text. */
export interface WantedText {
  readonly patterns: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** Generates texts that match every pattern within both lengths; undefined when that is not possible. */
export function buildPatternText(wanted: WantedText): fc.Arbitrary<string> | undefined {
  const isMatch = createMatcher(wanted.patterns);
  const isRoomy = (text: string) =>
    isCleanText(text) && countCodePoints(text) >= wanted.min && countCodePoints(text) <= wanted.max;
  const free = buildText(wanted.min, wanted.max);
  // If a pattern accepts nearly every text, ordinary texts are better.
  if (fc.sample(free, { seed: 1, numRuns: 40 }).every(isMatch)) return filterArbitrary(free, isMatch);
  for (const pattern of wanted.patterns) {
    const source = drawFromPattern(pattern)?.map((text) => fitLength(text, wanted, isMatch));
    const found =
      source &&
      (filterArbitrary(source, (text) => isMatch(text) && isRoomy(text) && isTrimmedText(text)) ??
        filterArbitrary(source, (text) => isMatch(text) && isRoomy(text)));
    if (found) return addBoundaryTexts(found, wanted, isMatch);
  }
  return undefined;
}

/** Whether a text matches all patterns. */
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

function addBoundaryTexts(found: fc.Arbitrary<string>, { min, max }: WantedText, isMatch: (text: string) => boolean) {
  const isFit = (text: string) => isMatch(text) && isCleanText(text) && (isTrimmedText(text) || !isTrimmedText(sample));
  const sample = fc.sample(found, { seed: 1, numRuns: 1 })[0] ?? '';
  const short = shortenText(sample, min, isFit);
  const long = lengthenText(sample, max <= 1024 ? max : Math.max(min, 24), isFit);
  return drawAtBoundaries(found, (corner) => {
    if (corner === 'least') return fc.constant(short);
    return corner === 'most' ? fc.constant(long) : undefined;
  });
}

function fitLength(text: string, { min, max }: WantedText, isMatch: (text: string) => boolean): string {
  if (text.length < min) return lengthenText(text, min, isMatch);
  return text.length > max ? shortenText(text, max, isMatch) : text;
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
    const made = regex && tryArbitrary(() => fc.stringMatching(regex));
    if (made) return made;
  }
  return undefined;
}

/** fast-check would search a character of an empty class forever. */
function hasEmptyClass(pattern: string): boolean {
  const classes = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]/g)?.filter((each) => each.startsWith('[')) ?? [];
  return classes.some((each) => {
    const regex = compilePattern(each);
    return regex !== undefined && !regex.test(usualCharacters);
  });
}

const usualCharacters = `${Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')}€漢😀`;

function tryArbitrary(make: () => fc.Arbitrary<string>): fc.Arbitrary<string> | undefined {
  try {
    const made = make();
    fc.sample(made, { seed: 1, numRuns: 1 });
    return made;
  } catch {
    return undefined;
  }
}

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
