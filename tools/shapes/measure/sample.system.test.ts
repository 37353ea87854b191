import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { readKnownFailures } from './known-failures.js';
import { runMeasurements } from './run-measurements.js';
import { countSample, listSample, type SampleFigures } from './sample.js';
import { listFailures } from './shrink.js';

/** The built program, which one process runs for several audits. */
const worker = new URL('../../../dist/tools/shapes/measure/measure-worker.js', import.meta.url);
const options = () => ({ folder: createTemporaryFolder(), processes: 3, timeoutMs: 600_000, worker });

test('the figures of forty audits of drawn services are as good as ever before', async () => {
  const best = JSON.parse(readFileSync(new URL('./sample-figures.json', import.meta.url), 'utf8')) as SampleFigures;
  const results = await runMeasurements(listSample(), options());
  const figures = countSample(results);
  expect(results).toHaveLength(40);
  const worse = [
    ...Object.entries(best.rising).filter(([name, floor]) => figures.rising[name as keyof typeof best.rising] < floor),
    ...Object.entries(best.falling).filter(([name, most]) => figures.falling[name as keyof typeof best.falling] > most),
  ];
  expect({ worse, figures }).toEqual({ worse: [], figures });
});

test('designs that were once wrong fail in no other way than known', async () => {
  const known = readKnownFailures(new URL('../corpus/', import.meta.url));
  const results = await runMeasurements(
    known.map(({ task }) => task),
    options(),
  );
  const now = results.map((one, index) => [known[index]?.about, listFailures(one)]);
  expect(now).toEqual(known.map(({ about, fails }) => [about, fails]));
});
