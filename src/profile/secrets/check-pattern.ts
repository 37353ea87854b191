/** A pattern with bounded running time, or why it is none. */
export type SafePattern = { readonly source: string } | { readonly problem: string };

/** Replaces "any number of times": no secret is longer. */
const maxRepetition = 1024;

/** Maximum number of ways to match a pattern at one position. */
const maxWays = 4096;

/**
 * Converts a regular expression to a form with bounded running time: repetitions are bounded, groups are not repeated, and a
 * frequent repetition does not precede something that it matches itself.
 */
export function checkPattern(text: string): SafePattern {
  if (!isPattern(text)) return { problem: 'is not a regular expression' };
  try {
    const reader = { text, at: 0 };
    const { source, ways } = readChoice(reader);
    if (reader.at < text.length) return { problem: 'is not a regular expression' };
    if (ways > maxWays) return { problem: slowMessage };
    return new RegExp(`^(?:${source})$`).test('') ? { problem: 'matches the empty text' } : { source };
  } catch (error) {
    if (error instanceof UnsupportedPatternError) return { problem: error.message };
    throw error;
  }
}

class UnsupportedPatternError extends Error {}

const slowMessage =
  'could take long: limit its repetitions, as in [a-z]{1,64}, and put none before text that it matches itself';

interface Reader {
  readonly text: string;
  at: number;
}

/** A part of the pattern: its bounded form, and in how many ways it can match. */
interface Part {
  readonly source: string;
  readonly ways: number;
}

/** One character, or a group, and how often. */
interface Piece extends Part {
  /** The characters that it matches; undefined for a group. */
  readonly set?: RegExp;
  readonly isOptional: boolean;
  /** Matches a position, not a character. */
  readonly isPlace: boolean;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

function readChoice(reader: Reader): Part {
  const choices = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    choices.push(readSequence(reader));
  }
  return {
    source: choices.map(({ source }) => source).join('|'),
    ways: choices.reduce((sum, { ways }) => sum + ways, 0),
  };
}

function readSequence(reader: Reader): Part {
  const pieces: Piece[] = [];
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text[reader.at] ?? '')) pieces.push(readPiece(reader));
  const consuming = pieces.filter(({ isPlace }) => !isPlace);
  let open = 1;
  let most = 1;
  for (const [i, piece] of consuming.entries()) {
    open *= piece.ways;
    most = Math.max(most, open);
    if (isUnambiguous(piece, consuming[i + 1])) open = 1;
  }
  return { source: pieces.map(({ source }) => source).join(''), ways: most };
}

/** Whether the following part determines where a repetition ends. */
const isUnambiguous = ({ set }: Piece, next: Piece | undefined): boolean =>
  set !== undefined && next?.set !== undefined && !next.isOptional && !hasOverlap(set, next.set);

const alphabet = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '\u00e9', '\u4e00'];

const hasOverlap = (one: RegExp, other: RegExp): boolean => alphabet.some((sign) => one.test(sign) && other.test(sign));

function readPiece(reader: Reader): Piece {
  if (reader.text[reader.at] === '(') return readGroup(reader);
  const [atom = ''] =
    /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|.)|.)/is.exec(reader.text.slice(reader.at)) ?? [];
  reader.at += atom.length;
  if (/^\\[1-9kpP]/.test(atom))
    throw new UnsupportedPatternError('uses a backreference or a character property, which cannot be bounded');
  if (/^(?:[\^$]|\\[bB])$/.test(atom)) return { source: atom, ways: 1, isOptional: true, isPlace: true };
  const { least, most, isLazy } = readRepetition(reader);
  const times = least === 1 && most === 1 ? '' : `{${least},${most}}${isLazy ? '?' : ''}`;
  const set = new RegExp(`^(?:${atom})$`, 's');
  return { source: atom + times, ways: most - least + 1, set, isOptional: least === 0, isPlace: false };
}

function readGroup(reader: Reader): Piece {
  if (/^\(\?[^:]/.test(reader.text.slice(reader.at)))
    throw new UnsupportedPatternError('uses a lookaround, which cannot be bounded');
  reader.at += reader.text.startsWith('(?:', reader.at) ? 3 : 1;
  const { source, ways } = readChoice(reader);
  reader.at += 1;
  const { least, most } = readRepetition(reader);
  if (most > 1) throw new UnsupportedPatternError('repeats a group, which cannot be bounded');
  return {
    source: `(?:${source})${least === 0 ? '?' : ''}`,
    ways: ways + (least === 0 ? 1 : 0),
    isOptional: least === 0,
    isPlace: false,
  };
}

function readRepetition(reader: Reader): { readonly least: number; readonly most: number; readonly isLazy: boolean } {
  const [whole, sign, from, comma, to, lazy] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\?)?/.exec(reader.text.slice(reader.at)) ?? [];
  if (whole === undefined) return { least: 1, most: 1, isLazy: false };
  reader.at += whole.length;
  const isLazy = lazy === '?';
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : maxRepetition, isLazy };
  const least = Number(from);
  const most = comma === '' ? least : to === '' ? least + maxRepetition : Number(to);
  return { least, most, isLazy };
}
