import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { shorten } from '../text/shorten.js';

/** Longest line of a message, and how many characters of a message GitHub is sure to show. */
const maxLineLength = 300;
const maxMessageLength = 2000;

/**
 * Lines as the text of a message (§3.11): there, braces are placeholders unless they are doubled, and brackets before a
 * parenthesis are links.
 */
export function renderMessage(lines: readonly string[], most = maxMessageLength): string {
  const safe = lines
    .filter((line) => line !== '')
    .map((line) => escapeMessage(shorten(maxLineLength, escapeControlCharacters(line))));
  return cutToLength(most, safe.join('\n'));
}

/** Never half a brace at the end. */
const cutToLength = (most: number, text: string): string =>
  text.length <= most ? text : shorten(most, text).replace(/(\{+|\}+)…$/, (end) => end.slice((end.length - 1) % 2));

const escapeMessage = (text: string): string => text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
