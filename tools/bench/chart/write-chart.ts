import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Chart, renderChart } from './render-chart.js';

/** Writes a chart to `docs/images`, where `--chart` asks for it. */
export function writeChart(isAsked: boolean | undefined, name: string, chart: Chart): void {
  if (!isAsked) return;
  const file = new URL(`../../../../docs/images/${name}.svg`, import.meta.url);
  writeFileSync(file, renderChart(chart));
  process.stdout.write(`\n${fileURLToPath(file)} was written\n`);
}
