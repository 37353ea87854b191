/** Joins the first names and counts the others: `a, b and 3 more`. */
export function joinNames(names: readonly (string | number)[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
