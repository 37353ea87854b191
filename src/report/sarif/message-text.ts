import { visible } from '../text/escape-control-characters.js';
import { brief } from '../text/shorten.js';

/** Longest line of a message, and how many characters of a message GitHub is sure to show. */
const mostOfLine = 300;
const mostOfMessage = 2000;

/**
 * Lines as the text of a message (§3.11): there, braces are placeholders unless they are doubled, and brackets before a
 * parenthesis are links.
 */
export function message(lines: readonly string[], most = mostOfMessage): string {
  const safe = lines.filter((line) => line !== '').map((line) => literal(brief(mostOfLine, visible(line))));
  return cutTo(most, safe.join('\n'));
}

/** Never half a brace at the end. */
const cutTo = (most: number, text: string): string =>
  text.length <= most ? text : brief(most, text).replace(/(\{+|\}+)…$/, (end) => end.slice((end.length - 1) % 2));

const literal = (text: string): string => text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
