import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drawDesigns } from '../design/designs.js';
import { serveDesign } from '../engine/serve-design.js';
import { findFault } from '../faults/faults.js';
import { readDesign, writeKnownFailure } from './known-failures.js';
import { listTasks } from './list-tasks.js';
import type { Measured } from './measurement.js';
import { parseShapesOptions, type ShapesOptions } from './options.js';
import { renderDetections, renderModes } from './render-table.js';
import { nameResult, type RunOptions, runMeasurements } from './run-measurements.js';
import { listFailures, shrinkDesign } from './shrink.js';
import { summarizeModes } from './summarize.js';
import { listDetections, summarizeFaults } from './summarize-faults.js';

/**
 * `npm run shapes -- [--count N] [--seed S] [--mode M[,M]] [--faults N] [--jobs N] [--out FOLDER]`: draws designs of services, audits
 * each in each mode, and pairs with faults that apply to it in the modes in turn, and prints what the kit understood, said and did;
 * `--docs PAGE` writes that into a page. Results are kept in the folder: a second run continues. `--shrink WAY` makes the first design smaller that fails in a way: `harm`, `leftover`,
 * `crash`, `stall`, `reported-harm` or `violation:RULE`. `--design FILE [--fault NAME]` serves a design until Ctrl-C.
 */
const print = (text: string): void => void process.stdout.write(`${text}\n`);
try {
  const options = parseShapesOptions(process.argv.slice(2));
  if (options.design !== undefined) await serve(options.design, options.fault);
  else await measure(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function serve(file: string, fault: string | undefined): Promise<void> {
  const served = await serveDesign(readDesign(file), fault === undefined ? {} : { change: findFault(fault).change });
  print(served.url);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void served.stop());
}

async function measure({ count, seed, modes, faults, jobs, folder, shrink, docs }: ShapesOptions): Promise<void> {
  const tasks = listTasks(drawDesigns(count, seed), modes, faults);
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  const run = { folder: resolve(folder), processes: jobs, signal: interruption.signal };
  const results = await runMeasurements(tasks, {
    ...run,
    onProgress: (done, all) => {
      if (done % 25 === 0) process.stderr.write(`${done} of ${all}\n`);
    },
  });
  const tables = [
    `${count} designs of seed ${seed}, ${results.length} of ${tasks.length} audits`,
    renderModes(summarizeModes(results, modes)),
    ...(faults > 0 ? [renderDetections(summarizeFaults(listDetections(results), modes))] : []),
  ].join('\n\n');
  print(tables);
  if (docs !== undefined && results.length === tasks.length) writeTables(docs, tables);
  if (interruption.signal.aborted) process.exitCode = 130;
  else if (shrink !== undefined) await shrinkFirst(results, shrink, run);
}

function writeTables(page: string, tables: string): void {
  const marks = /(<!-- shapes:start -->\n)[\s\S]*?(<!-- shapes:end -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(marks, (_, start, end) => `${start}${tables}\n${end}`),
  );
}

async function shrinkFirst(results: readonly Measured[], way: string, run: RunOptions): Promise<void> {
  const failed = results.find((one) => listFailures(one).includes(way));
  if (!failed) return print(`\nNo audit failed in this way: ${way}`);
  const { mode, fault } = failed;
  const small = await shrinkDesign(failed.design, async (design) => {
    const [one] = await runMeasurements([{ design, mode, ...(fault !== undefined && { fault }) }], run);
    return one !== undefined && listFailures(one).includes(way);
  });
  const file = join(run.folder, `shrunk-${way.replaceAll(/\W+/g, '-')}-${nameResult({ ...failed, design: small })}`);
  writeFileSync(file, writeKnownFailure({ ...failed, design: small }, [way]));
  print(`\n${way} in mode ${mode}: --design ${file}`);
}
