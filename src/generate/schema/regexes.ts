/** Compiles a `pattern`; undefined when it is not valid in JavaScript. */
export function compilePattern(pattern: string): RegExp | undefined {
  return tryCompile(pattern, 'u') ?? tryCompile(pattern, '');
}

/** Whether a text has neither control characters nor lone surrogates, so that every service may accept it. */
export const isCleanText = (text: string): boolean => !/\p{Cc}|\p{Cs}/u.test(text);

/** Whether a text has no leading or trailing white space, which services often trim. */
export const isTrimmedText = (text: string): boolean => text === text.trim();

/** Length in code points, as JSON Schema defines it. */
export const countCodePoints = (text: string): number => Array.from(text).length;

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
