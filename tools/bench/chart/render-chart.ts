import type { Spread } from '../spread.js';
import { chartStyle, escapeText, round } from './chart-style.js';

/** One bar: a ratio with its spread, and the aim for it, if there is one. */
export interface Bar {
  readonly label: string;
  readonly spread: Spread;
  readonly aim?: number;
}

/** A chart of ratios. */
export interface Chart {
  readonly title: string;
  /** What 1 stands for, and how the spread was measured. */
  readonly subtitle: string;
  readonly bars: readonly Bar[];
}

const [width, left, right, top, rowHeight] = [760, 300, 90, 64, 34];

/** Renders bars with the median, a line from the least to the greatest value, and a mark at the aim, as an SVG image. */
export function renderChart({ title, subtitle, bars }: Chart): string {
  const height = top + bars.length * rowHeight + 16;
  const greatest = Math.max(1, ...bars.flatMap(({ spread, aim }) => [spread.greatest, aim ?? 0]));
  const scale = (value: number) => left + (value / greatest) * (width - left - right);
  const rows = bars.map((bar, index) => renderBar(bar, top + index * rowHeight, scale));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escapeText(title)}</title>
<style>
${chartStyle}
.bar { fill: #4a7fb5 }
.spread { stroke: #1f2328; stroke-width: 1.5 }
.aim { stroke: #b35900; stroke-width: 2; stroke-dasharray: 4 2 }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="24" font-weight="600">${escapeText(title)}</text>
<text x="16" y="44" class="small">${escapeText(subtitle)}</text>
<line class="one" x1="${round(scale(1))}" x2="${round(scale(1))}" y1="${top - 8}" y2="${height - 8}"/>
${rows.join('\n')}
</svg>
`;
}

function renderBar({ label, spread, aim }: Bar, y: number, scale: (value: number) => number): string {
  const { median, least, greatest } = spread;
  const middle = y + 10;
  const edge = (value: number) =>
    `<line class="spread" x1="${round(scale(value))}" x2="${round(scale(value))}" y1="${middle - 4}" y2="${middle + 4}"/>`;
  const parts = [
    `<text x="${left - 12}" y="${middle + 4}" text-anchor="end">${escapeText(label)}</text>`,
    `<rect class="bar" x="${left}" y="${y}" width="${round(scale(median) - left)}" height="20"/>`,
    `<line class="spread" x1="${round(scale(least))}" x2="${round(scale(greatest))}" y1="${middle}" y2="${middle}"/>`,
    edge(least),
    edge(greatest),
    `<text x="${width - right + 12}" y="${middle + 4}">${formatRatio(median)}${aim === undefined ? '' : ` (aim ${aim})`}</text>`,
  ];
  if (aim !== undefined)
    parts.push(`<line class="aim" x1="${round(scale(aim))}" x2="${round(scale(aim))}" y1="${y - 4}" y2="${y + 24}"/>`);
  return parts.join('\n');
}

const formatRatio = (value: number): string => (value >= 10 ? value.toFixed(1) : value.toFixed(2));
