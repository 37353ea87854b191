import { createContext, Script } from 'node:vm';

/** Maximum length of a pattern in characters. */
const maxPatternLength = 10_000;
/** Maximum length that a pattern may require at least. */
const maxTextLength = 10_000;
/** Time limits for a pattern on all test texts, in milliseconds; the second attempt allows for a busy machine. */
const timeLimitsMs = [50, 400];
/** Number of slow patterns after which no more are tried. */
const maxSlowPatterns = 10;

/** Says why an untrusted pattern must not be run; undefined when it is fast. */
export type PatternCheck = (pattern: string) => string | undefined;

/** Creates a check that runs each pattern once on texts that cause backtracking, with a time limit. */
export function createPatternCheck(): PatternCheck {
  const known = new Map<string, string | undefined>();
  let slow = 0;
  const dangerOf: PatternCheck = (pattern) => {
    if (pattern.length > maxPatternLength) return `has more than ${maxPatternLength} characters`;
    if (!/[*+{(]/.test(pattern)) return undefined;
    if (computeMinLength(pattern) > maxTextLength) return `requires texts of more than ${maxTextLength} characters`;
    if (slow >= maxSlowPatterns) return 'is in a document with too many slow patterns';
    if (!timeLimitsMs.every((ms) => isSlow(pattern, ms))) return undefined;
    slow += 1;
    return 'may take too long when a text does not match';
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

/** Builds texts that repeat parts of the pattern and end with a character that does not match. */
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

/** Minimum length of matching texts: nested repetitions are multiplied, sequences added. */
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
