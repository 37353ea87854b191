import type { CurvePoint } from '../bench/chart/render-curve.js';

/** The shares that are printed and marked in the chart. */
export const markedShares: readonly number[] = [0.5, 0.8, 0.95];

/** The share of the faults seen after each number of requests at which it grows; audits that saw no fault are Infinity. */
export function buildCurve(requests: readonly number[]): CurvePoint[] {
  const sorted = requests.filter(Number.isFinite).sort((one, other) => one - other);
  return sorted.flatMap((count, index) =>
    count === sorted[index + 1] ? [] : [{ share: (index + 1) / requests.length, requests: count }],
  );
}

/** The least number of requests after which this share of the faults, or more, was seen. */
export function findPoint(requests: readonly number[], share: number): CurvePoint {
  const reached = buildCurve(requests).find((point) => point.share >= share);
  return { share, requests: reached?.requests ?? Number.POSITIVE_INFINITY };
}

/** A Markdown table: the marked shares, and the share of the faults that were seen at all. */
export function renderPoints(requests: readonly number[]): string {
  const points = markedShares.map((share) => findPoint(requests, share));
  const last = buildCurve(requests).at(-1) ?? { share: 0, requests: 0 };
  return [
    '| Share of the faults seen | After requests |',
    '| ---: | ---: |',
    ...points.map(({ share, requests: count }) => `| ${formatShare(share)} | ${formatCount(count)} |`),
    `| all that were seen: ${formatShare(last.share)} | ${formatCount(last.requests)} |`,
  ].join('\n');
}

/** A share in percent; only all of them are 100 %. */
export const formatShare = (share: number): string => `${Math.floor(share * 1000 + 1e-6) / 10} %`;

/** A number of requests, or that there is none. */
export const formatCount = (count: number): string =>
  Number.isFinite(count) ? count.toLocaleString('en-US') : 'not reached';
