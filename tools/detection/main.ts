import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCurve } from '../bench/chart/write-chart.js';
import { allFaults } from '../faults/all-faults.js';
import { createKeyMaker } from '../proof/keys/job-key.js';
import { loadRegistries } from '../proof/keys/registries.js';
import { openSourceFiles } from '../proof/keys/source-files.js';
import { createProgress } from '../proof/progress.js';
import type { JobResult } from '../proof/results/job-result.js';
import { openResultStore } from '../proof/results/result-store.js';
import { runProof } from '../proof/run-proof.js';
import { runJobs } from '../proof/workers/run-jobs.js';
import { buildCurve, findPoint, markedShares, renderPoints } from './detection-curve.js';
import { listDetectionJobs, readRequests } from './detection-jobs.js';
import { type DetectionOptions, parseDetectionOptions } from './detection-options.js';

/**
 * `npm run bench:detection -- [--seeds N] [--sample N] [--processes N] [--fresh] [--folder FOLDER] [--chart]`: audits the demo with each of
 * its faults until the fault is seen, and prints after how many requests half, 80 % and 95 % of the faults were seen. Each result is
 * kept: after an interruption, or a change, only the audits without a result run.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Longer than an audit takes on a busy machine. */
const timeoutMs = 15 * 60 * 1000;

const options = parseDetectionOptions(process.argv.slice(2));
const jobs = listDetectionJobs(allFaults, options);
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
const results = await runAudits(options);
if (interruption.signal.aborted) {
  process.stdout.write(
    `interrupted: the results of ${results.length} audits are kept, and the same command runs the others\n`,
  );
  process.exitCode = 130;
} else printResults(results, options);

async function runAudits({
  isFresh,
  folder,
  processes = availableParallelism(),
}: DetectionOptions): Promise<JobResult[]> {
  const files = openSourceFiles(root);
  const environment = `${process.version} ${process.platform} ${process.arch}`;
  const getKey = createKeyMaker({ files, registries: await loadRegistries(files), environment });
  const progress = createProgress(process.stdout);
  const fileOf = () => new URL('./detection-worker.js', import.meta.url);
  const run = { processes, fileOf, timeoutMs, signal: interruption.signal };
  const done = await runProof(jobs, getKey, {
    ...{ store: openResultStore(resolve(folder)), isFresh, progress },
    run: (missing, onDone) => runJobs(missing, run, onDone),
  });
  progress.end();
  return done;
}

function printResults(done: readonly JobResult[], { isChart, seeds }: DetectionOptions): void {
  const requests = readRequests(done.map(({ outcome }) => outcome));
  process.stdout.write(`\n${done.length} audits\n\n${renderPoints(requests)}\n`);
  const audits =
    jobs.length === allFaults.length * seeds
      ? `all ${allFaults.length} faults`
      : `a sample of ${jobs.length / seeds} faults`;
  writeCurve(isChart, 'bench-detection', {
    title: 'Requests until a fault is seen',
    subtitle: `share of the faults of the demo that an audit had seen; ${audits}, ${seeds === 1 ? 'one seed' : `${seeds} seeds`}`,
    axis: 'requests sent',
    points: buildCurve(requests),
    marks: markedShares.map((share) => findPoint(requests, share)).filter((mark) => Number.isFinite(mark.requests)),
  });
}
