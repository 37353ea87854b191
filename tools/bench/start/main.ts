import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeChart } from '../chart/write-chart.js';
import { renderSpread, summarize } from '../spread.js';
import { measureStartUp, type StartUp } from './measure-start-up.js';

/** `npm run bench:start -- [--pairs N] [--chart]`: how long the help and the first request of a run take, beside `node -e 0`. */
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '9' }, chart: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'assay-start-'));
const measured: StartUp[] = [];
try {
  for (let i = 0; i < Number(values.pairs); i += 1) measured.push(await measureStartUp(folder));
} finally {
  rmSync(folder, { recursive: true });
}
const render = (of: (one: StartUp) => number) => renderSpread(summarize(measured.map(of)), 2);
process.stdout.write(`${measured.length} pairs each: median (least to greatest), as a multiple of node -e 0

| | times |
| --- | --- |
| \`assay --help\` | ${render(({ help }) => help)} |
| \`assay run\` until its first request | ${render(({ firstRequest }) => firstRequest)} |
`);
writeChart(values.chart, 'bench-start', {
  title: 'Start',
  subtitle: `as a multiple of node -e 0, ${measured.length} pairs`,
  bars: [
    { label: 'assay --help', spread: summarize(measured.map(({ help }) => help)), aim: 1.4 },
    {
      label: 'assay run until its first request',
      spread: summarize(measured.map(({ firstRequest }) => firstRequest)),
      aim: 4,
    },
  ],
});
