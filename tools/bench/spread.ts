/** The median of several measurements, and the least and greatest of them. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/** Throws where there is nothing to sum up. */
export function summarize(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || greatest === undefined) throw new Error('no measurement was taken');
  const middle = sorted.length >> 1;
  const above = sorted[middle] ?? greatest;
  const below = sorted[sorted.length % 2 === 1 ? middle : middle - 1] ?? least;
  return { median: (above + below) / 2, least, greatest };
}

/** `median (least to greatest)`. */
export function renderSpread({ median, least, greatest }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${greatest.toFixed(digits)})`;
}
