import { escapeControlCharacters, shorten } from '../text/escape-control-characters.js';

/** Maximum length of a line of a message, and number of characters of a message that GitHub always shows. */
const maxLineLength = 300;
const maxMessageLength = 2000;

/** Joins lines to the text of a message (§3.11), with braces doubled and brackets before a parenthesis escaped. */
export function renderMessage(lines: readonly string[], most = maxMessageLength): string {
  const safe = lines
    .filter((line) => line !== '')
    .map((line) => escapeMessage(shorten(maxLineLength, escapeControlCharacters(line))));
  return cutToLength(most, safe.join('\n'));
}

/** Never ends within a doubled brace. */
const cutToLength = (most: number, text: string): string =>
  text.length <= most ? text : shorten(most, text).replace(/(\{+|\}+)…$/, (end) => end.slice((end.length - 1) % 2));

const escapeMessage = (text: string): string => text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
