const tokens = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const deepest = 40;

/** JSON in lines, each value exactly as it was sent: parsing would round numbers and drop members that are there twice. */
export function reindent(text: string): string[] | undefined {
  if (!isStructure(text)) return undefined;
  const found = text.match(tokens) ?? [];
  const lines = [''];
  let depth = 0;
  const turn = () => lines.push('  '.repeat(Math.min(depth, deepest)));
  for (const [index, token] of found.entries()) {
    if (isClosing(token)) depth--;
    if (isClosing(token) && !isOpening(found[index - 1])) turn();
    lines.push((lines.pop() ?? '') + (token === ':' ? ': ' : token));
    if (isOpening(token)) depth++;
    if (endsLine(token, found[index + 1])) turn();
  }
  return lines;
}

/** What is empty stays on its line. */
const endsLine = (token: string, next: string | undefined): boolean =>
  token === ',' || (isOpening(token) && !isClosing(next));

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

function isStructure(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
