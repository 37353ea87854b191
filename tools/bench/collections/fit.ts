/** A line through measurements: `base + each * count`. */
export interface Fit {
  readonly base: number;
  readonly each: number;
  /** Share of the differences that the line explains, from 0 to 1. */
  readonly explained: number;
}

/** The line with the least squares of relative differences, so that the largest run does not decide alone. Throws for fewer than two counts. */
export function fitLine(points: readonly (readonly [count: number, value: number])[]): Fit {
  if (new Set(points.map(([count]) => count)).size < 2) throw new Error('a line needs two counts');
  const weights = points.map(([, value]) => 1 / Math.max(value, Number.MIN_VALUE) ** 2);
  const sum = (of: (point: readonly [number, number]) => number) =>
    points.reduce((all, point, index) => all + (weights[index] ?? 0) * of(point), 0);
  const [all, x, y] = [sum(() => 1), sum(([count]) => count), sum(([, value]) => value)];
  const [xx, xy] = [sum(([count]) => count ** 2), sum(([count, value]) => count * value)];
  const each = (all * xy - x * y) / (all * xx - x * x);
  const base = (y - each * x) / all;
  const rest = sum(([count, value]) => (value - base - each * count) ** 2);
  const whole = sum(([, value]) => (value - y / all) ** 2);
  return { base, each, explained: whole === 0 ? 1 : 1 - rest / whole };
}
