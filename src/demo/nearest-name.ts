/** The candidate that takes the fewest edits to become the given word. */
export function nearest(word: string, candidates: readonly string[]): string {
  const byDistance = candidates.map((candidate) => ({ candidate, distance: edits(word, candidate) }));
  return byDistance.sort((a, b) => a.distance - b.distance)[0]?.candidate ?? '';
}

function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replace = cell(row, column - 1) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replace, cell(row, column) + 1, cell(next, column - 1) + 1));
    }
    row = next;
  }
  return cell(row, to.length);
}

const cell = (row: readonly number[], column: number): number => row[column] ?? 0;
