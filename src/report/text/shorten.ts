/** The text, or its beginning with `…` at the end, in UTF-16 code units as limits are counted; never half a character. */
export const shorten = (most: number, text: string): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
