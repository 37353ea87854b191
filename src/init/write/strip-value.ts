import { Lexer } from 'yaml';

/** A range of a text. */
type TextRange = readonly [from: number, to: number];

/** Removes the comments that begin with `#:` or `#?`, which are written again each time; line ends become LF. */
export function stripGeneratedComments(text: string): string {
  const cuts = findComments(text)
    .filter(([from]) => /^#[:?]/.test(text.slice(from, from + 2)))
    .map((comment) => extendRange(text, comment));
  let rest = '';
  let at = 0;
  for (const [from, to] of cuts) {
    rest += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  }
  return rest + text.slice(at);
}

/** Tokens of the lexer without text. */
const lexerSigns = new Set(['\u0002', '\u0018', '\u001f']);

function findComments(text: string): TextRange[] {
  const found: TextRange[] = [];
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if (lexerSigns.has(token)) continue;
    if (token.startsWith('#')) found.push([at, at + token.length]);
    at += token.length;
  }
  return found;
}

/** A comment with its line, if it has one, and the blank line above it at the margin; else with the spaces before it. */
function extendRange(text: string, [from, to]: TextRange): TextRange {
  let room = from;
  while (room > 0 && (text[room - 1] === ' ' || text[room - 1] === '\t')) room -= 1;
  const hasOwnLine = room === 0 || text[room - 1] === '\n';
  if (!hasOwnLine) return [room, to];
  const end = text.indexOf('\n', to);
  const isBelowBlank = room === from && text.slice(room - 2, room) === '\n\n';
  return [isBelowBlank ? room - 1 : room, end < 0 ? text.length : end + 1];
}
