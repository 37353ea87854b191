import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Chart, renderChart } from './render-chart.js';
import { type CurveChart, renderCurve } from './render-curve.js';

/** Writes a chart of ratios to `docs/images`, where `--chart` asks for it. */
export function writeChart(isAsked: boolean | undefined, name: string, chart: Chart): void {
  if (isAsked) writeImage(name, renderChart(chart));
}

/** Writes a curve to `docs/images`, where `--chart` asks for it. */
export function writeCurve(isAsked: boolean | undefined, name: string, chart: CurveChart): void {
  if (isAsked) writeImage(name, renderCurve(chart));
}

function writeImage(name: string, svg: string): void {
  const file = new URL(`../../../../docs/images/${name}.svg`, import.meta.url);
  writeFileSync(file, svg);
  process.stdout.write(`\n${fileURLToPath(file)} was written\n`);
}
