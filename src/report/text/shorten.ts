/** Returns the text, or its beginning with `…`; the limit counts UTF-16 code units. Never splits a character. */
export const shorten = (most: number, text: string): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
