import fc from 'fast-check';
import { cornered } from '../../rule/values/boundary.js';
import { isClean, isTrimmed, lengthOf, regexOf } from '../schema/regexes.js';
import { textOf } from './strings.js';
import { sieve } from './unions.js';

/** Which texts are wanted. */
export interface Wanted {
  readonly patterns: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** Texts that match every pattern within both lengths; undefined where that cannot be done. */
export function matching(wanted: Wanted): fc.Arbitrary<string> | undefined {
  const isMatch = matchOf(wanted.patterns);
  const isRoomy = (text: string) => isClean(text) && lengthOf(text) >= wanted.min && lengthOf(text) <= wanted.max;
  const free = textOf(wanted.min, wanted.max);
  // Where a pattern lets nearly every text pass, ordinary text is the better choice.
  if (fc.sample(free, { seed: 1, numRuns: 40 }).every(isMatch)) return sieve(free, isMatch);
  for (const pattern of wanted.patterns) {
    const source = drawn(pattern)?.map((text) => fitted(text, wanted, isMatch));
    const found =
      source &&
      (sieve(source, (text) => isMatch(text) && isRoomy(text) && isTrimmed(text)) ??
        sieve(source, (text) => isMatch(text) && isRoomy(text)));
    if (found) return atCorners(found, wanted, isMatch);
  }
  return undefined;
}

/** Whether a text matches all patterns. */
export function matchOf(patterns: readonly string[]): (text: string) => boolean {
  const regexes = patterns.map(regexOf).filter((regex) => regex !== undefined);
  return (text) => regexes.every((regex) => regex.test(text));
}

/** Doubles characters until a text is as long as `to`, as far as it goes on matching. */
export function stretched(text: string, to: number, isMatch: (text: string) => boolean): string {
  let now = text;
  for (let left = 64; left > 0 && now.length < to; left--) {
    const longer = doubled(now, to - now.length, isMatch) ?? doubled(now, 1, isMatch);
    if (longer === undefined) return now;
    now = longer;
  }
  return now;
}

/** Drops characters until a text is as short as `to`, as far as it goes on matching. */
export function squeezed(text: string, to: number, isMatch: (text: string) => boolean): string {
  let now = text;
  for (let index = now.length - 1; index >= 0 && now.length > to; index--) {
    const shorter = now.slice(0, index) + now.slice(index + 1);
    if (isMatch(shorter)) now = shorter;
  }
  return now;
}

function atCorners(found: fc.Arbitrary<string>, { min, max }: Wanted, isMatch: (text: string) => boolean) {
  const isFit = (text: string) => isMatch(text) && isClean(text) && (isTrimmed(text) || !isTrimmed(sample));
  const sample = fc.sample(found, { seed: 1, numRuns: 1 })[0] ?? '';
  const short = squeezed(sample, min, isFit);
  const long = stretched(sample, max <= 1024 ? max : Math.max(min, 24), isFit);
  return cornered(found, (corner) => {
    if (corner === 'least') return fc.constant(short);
    return corner === 'most' ? fc.constant(long) : undefined;
  });
}

function fitted(text: string, { min, max }: Wanted, isMatch: (text: string) => boolean): string {
  if (text.length < min) return stretched(text, min, isMatch);
  return text.length > max ? squeezed(text, max, isMatch) : text;
}

function doubled(text: string, times: number, isMatch: (text: string) => boolean): string | undefined {
  for (let index = text.length; index > 0; index--) {
    const longer = text.slice(0, index) + text.charAt(index - 1).repeat(times) + text.slice(index);
    if (isMatch(longer)) return longer;
  }
  return undefined;
}

/** Look-around cannot be drawn from; without it the pattern still brings candidates. */
function drawn(pattern: string): fc.Arbitrary<string> | undefined {
  for (const source of new Set([pattern, withoutLookaround(pattern)])) {
    const regex = hasEmptyClass(source) ? undefined : regexOf(source);
    const made = regex && attempt(() => fc.stringMatching(regex));
    if (made) return made;
  }
  return undefined;
}

/** Characters are drawn until one is in the class, which for a class without any takes for ever. */
function hasEmptyClass(pattern: string): boolean {
  const classes = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]/g)?.filter((each) => each.startsWith('[')) ?? [];
  return classes.some((each) => {
    const regex = regexOf(each);
    return regex !== undefined && !regex.test(usualCharacters);
  });
}

const usualCharacters = `${Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')}€漢😀`;

function attempt(make: () => fc.Arbitrary<string>): fc.Arbitrary<string> | undefined {
  try {
    const made = make();
    fc.sample(made, { seed: 1, numRuns: 1 });
    return made;
  } catch {
    return undefined;
  }
}

function withoutLookaround(pattern: string): string {
  const start = pattern.search(/\(\?<?[=!]/);
  if (start < 0) return pattern;
  let depth = 0;
  for (let index = start; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === '\\') index++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0)
      return withoutLookaround(pattern.slice(0, start) + pattern.slice(index + 1));
  }
  return pattern;
}
