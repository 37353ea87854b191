/** The regular expression that a `pattern` means, or undefined when JavaScript has no such thing. */
export function regexOf(pattern: string): RegExp | undefined {
  return compile(pattern, 'u') ?? compile(pattern, '');
}

/** Whether a text has no control character and no lone surrogate, so that every service may take it. */
export const isClean = (text: string): boolean => !/\p{Cc}|\p{Cs}/u.test(text);

/** Whether a text neither begins nor ends with white space, which services like to cut off. */
export const isTrimmed = (text: string): boolean => text === text.trim();

/** Length in code points, the way JSON Schema counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
