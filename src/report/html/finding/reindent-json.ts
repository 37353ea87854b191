import { readJson } from '../../../model/json.js';

const tokenPattern = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const maxDepth = 40;

/** Indents JSON and keeps each value exactly as sent: parsing would round numbers and drop duplicate members. */
export function reindentJson(text: string): string[] | undefined {
  if (!isStructure(text)) return undefined;
  const found = text.match(tokenPattern) ?? [];
  const lines = [''];
  let depth = 0;
  const turn = () => lines.push('  '.repeat(Math.min(depth, maxDepth)));
  for (const [index, token] of found.entries()) {
    if (isClosing(token)) depth--;
    if (isClosing(token) && !isOpening(found[index - 1])) turn();
    lines.push((lines.pop() ?? '') + (token === ':' ? ': ' : token));
    if (isOpening(token)) depth++;
    if (token === ',' || (isOpening(token) && !isClosing(found[index + 1]))) turn();
  }
  return lines;
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

const isStructure = (text: string): boolean => /^\s*[{[]/.test(text) && readJson(text) !== undefined;
