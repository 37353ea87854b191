/** Finds what has this name; otherwise throws an error that suggests the name that takes the fewest edits. */
export function findByName<T extends { readonly name: string }>(kind: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one.name === name);
  if (found) return found;
  const distances = known.map((one) => ({ name: one.name, distance: countEdits(name, one.name) }));
  const near = distances.sort((a, b) => a.distance - b.distance)[0]?.name ?? '';
  throw new Error(`Unknown ${kind} "${name}". Did you mean "${near}"?`);
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
