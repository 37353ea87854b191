import { chartStyle, escapeText, round } from './chart-style.js';

/** A point of a curve: after so many requests, this share, from 0 to 1, is reached. */
export interface CurvePoint {
  readonly share: number;
  readonly requests: number;
}

/** A chart of a share that grows with requests. */
export interface CurveChart {
  readonly title: string;
  readonly subtitle: string;
  /** What the horizontal axis counts. */
  readonly axis: string;
  /** In ascending order. */
  readonly points: readonly CurvePoint[];
  /** Points that are marked and named. */
  readonly marks: readonly CurvePoint[];
}

const [width, height, left, right, top, bottom] = [760, 400, 64, 32, 68, 52];

/** Enough for the longest name of a mark. */
const nameWidth = 200;

/** Distances between the marks of an axis, one of which gives at most ten of them. */
const steps = [1, 2, 5].flatMap((digit) => [1, 10, 100, 1_000, 10_000, 100_000].map((power) => digit * power));

/** Renders a share that grows in steps, with lines at each tenth and at round numbers, as an SVG image. */
export function renderCurve({ title, subtitle, axis, points, marks }: CurveChart): string {
  const most = Math.max(1, points.at(-1)?.requests ?? 1);
  const step = steps.sort((one, other) => one - other).find((size) => most / size <= 10) ?? most;
  const end = Math.ceil(most / step) * step;
  const x = (requests: number) => left + (requests / end) * (width - left - right);
  const y = (share: number) => height - bottom - share * (height - top - bottom);
  const path = points.map(({ share, requests }) => `H${round(x(requests))}V${round(y(share))}`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escapeText(title)}</title>
<style>
${chartStyle}
.curve { fill: none; stroke: #4a7fb5; stroke-width: 2 }
.mark { fill: #b35900 }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="24" font-weight="600">${escapeText(title)}</text>
<text x="16" y="44" class="small">${escapeText(subtitle)}</text>
${[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => renderShareLine(share, y(share))).join('\n')}
${Array.from({ length: Math.round(end / step) + 1 }, (_, index) => renderTick(index * step, x(index * step))).join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle" class="small">${escapeText(axis)}</text>
<path class="curve" d="M${round(x(0))} ${round(y(0))}${path}"/>
${marks.map((mark) => renderMark(mark, x(mark.requests), y(mark.share))).join('\n')}
</svg>
`;
}

function renderShareLine(share: number, y: number): string {
  return `<line class="one" x1="${left}" x2="${width - right}" y1="${round(y)}" y2="${round(y)}"/>
<text x="${left - 8}" y="${round(y + 4)}" text-anchor="end" class="small">${Math.round(share * 100)} %</text>`;
}

function renderTick(count: number, x: number): string {
  return `<text x="${round(x)}" y="${height - bottom + 20}" text-anchor="middle" class="small">${formatNumber(count)}</text>`;
}

/** The name is below the curve, or above it where the image has no room at its right. */
function renderMark({ share, requests }: CurvePoint, x: number, y: number): string {
  const isLeft = x > width - nameWidth;
  const label = `${Math.round(share * 100)} %: ${formatNumber(requests)} requests`;
  return `<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="4"/>
<text x="${round(isLeft ? x - 10 : x + 10)}" y="${round(isLeft ? y - 6 : y + 14)}" text-anchor="${isLeft ? 'end' : 'start'}">${label}</text>`;
}

const formatNumber = (count: number): string => count.toLocaleString('en-US');
