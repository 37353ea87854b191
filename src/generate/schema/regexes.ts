/** The regular expression that a `pattern` means, or undefined when JavaScript has no such thing. */
export function compilePattern(pattern: string): RegExp | undefined {
  return tryCompile(pattern, 'u') ?? tryCompile(pattern, '');
}

/** Whether a text has no control character and no lone surrogate, so that every service may take it. */
export const isCleanText = (text: string): boolean => !/\p{Cc}|\p{Cs}/u.test(text);

/** Whether a text neither begins nor ends with white space, which services like to cut off. */
export const isTrimmedText = (text: string): boolean => text === text.trim();

/** Length in code points, the way JSON Schema counts. */
export const countCodePoints = (text: string): number => Array.from(text).length;

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
