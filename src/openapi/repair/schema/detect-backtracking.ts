import { createContext, Script } from 'node:vm';

/** Longest pattern that is looked at, in characters. */
const maxPatternLength = 10_000;
/** Longest text that a pattern may want at least. */
const maxTextLength = 10_000;
/** How long a pattern may take for all texts of a trial: a sound one takes less than a millisecond; the second try is for a busy machine. */
const timeLimitsMs = [50, 400];
/** After so many that took too long, a document is not worth the time to try more. */
const maxSlowPatterns = 10;

/** Why a pattern from a stranger is not to be run, as it might never come to an end; undefined where it may. */
export type PatternCheck = (pattern: string) => string | undefined;

/** Tries each pattern once, on texts that make backtracking grow, under a clock that can stop it. */
export function createPatternCheck(): PatternCheck {
  const known = new Map<string, string | undefined>();
  let slow = 0;
  const dangerOf: PatternCheck = (pattern) => {
    if (pattern.length > maxPatternLength) return `has more than ${maxPatternLength} characters`;
    if (!/[*+{(]/.test(pattern)) return undefined;
    if (computeMinLength(pattern) > maxTextLength) return `wants texts of more than ${maxTextLength} characters`;
    if (slow >= maxSlowPatterns) return 'stands in a document with too many that take too long';
    if (!timeLimitsMs.every((ms) => isSlow(pattern, ms))) return undefined;
    slow += 1;
    return 'may take for ever where a text does not match';
  };
  return (pattern) => {
    if (!known.has(pattern)) known.set(pattern, dangerOf(pattern));
    return known.get(pattern);
  };
}

const matchScript = new Script(`{
  let regex;
  try { regex = new RegExp(pattern, 'u'); } catch { regex = new RegExp(pattern); }
  for (const text of texts) regex.test(text);
}`);

let scriptContext: { pattern: string; texts: readonly string[] } | undefined;

function isSlow(pattern: string, ms: number): boolean {
  scriptContext ??= createContext({ pattern: '', texts: [] }) as { pattern: string; texts: readonly string[] };
  Object.assign(scriptContext, { pattern, texts: buildTestTexts(pattern) });
  try {
    matchScript.runInContext(scriptContext, { timeout: ms });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  }
}

/** Repetitions of what the pattern itself is made of, with an end that nothing matches. */
function buildTestTexts(pattern: string): string[] {
  const literal = pattern.replace(/\\./g, '').replace(/[^\p{L}\p{N} @./_-]/gu, '');
  const pieces = ['a', 'A', '0', ' ', 'a ', 'a.', 'a-', 'a@', '"', ...splitIntoChunks(literal).slice(0, 24)];
  return [...new Set(pieces)].flatMap((piece) => {
    const many = piece.repeat(40);
    return [`${many}\u0001`, `${literal.slice(0, 40)}${many}\u0001`, `${piece.repeat(1000)}\u0001`];
  });
}

const splitIntoChunks = (text: string): string[] =>
  [1, 2, 3].flatMap((size) =>
    Array.from({ length: Math.max(0, Math.min(12, text.length - size + 1)) }, (_, i) => text.slice(i, i + size)),
  );

/** Length that repetitions within repetitions demand; what stands beside each other is added up. */
function computeMinLength(pattern: string): number {
  const open = [0];
  const add = (length: number) => {
    open.push((open.pop() ?? 0) + length);
    return length;
  };
  let last = 0;
  for (const [token, count] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:,\d*)?\}|[\s\S]/g)) {
    if (token === '(') open.push(0);
    else if (count !== undefined) add(last * (Number(count) - 1));
    else if (token === ')' && open.length > 1) last = add(open.pop() ?? 0);
    else last = add(/^[*+?|^$]$/.test(token) ? 0 : 1);
  }
  return open[0] ?? 0;
}
