/** How many places a text takes, counted in code points. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The text, or its beginning with `…` at the end when it is longer than `width` code points. */
export function cut(text: string, width: number): string {
  const points = Array.from(text);
  if (points.length <= width) return text;
  return `${points.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** The text in lines of at most `width` code points, broken at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, Math.max(1, width)))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (lengthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const points = Array.from(word);
  if (points.length <= width) return [word];
  const count = Math.ceil(points.length / width);
  return Array.from({ length: count }, (_, index) => points.slice(index * width, (index + 1) * width).join(''));
}
