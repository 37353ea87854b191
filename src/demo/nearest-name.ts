/** The candidate that takes the fewest edits to become the given word. */
export function findNearestName(word: string, candidates: readonly string[]): string {
  const byDistance = candidates.map((candidate) => ({ candidate, distance: countEdits(word, candidate) }));
  return byDistance.sort((a, b) => a.distance - b.distance)[0]?.candidate ?? '';
}

function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replace = getCell(row, column - 1) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replace, getCell(row, column) + 1, getCell(next, column - 1) + 1));
    }
    row = next;
  }
  return getCell(row, to.length);
}

const getCell = (row: readonly number[], column: number): number => row[column] ?? 0;
