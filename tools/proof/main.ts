import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProofJob } from './jobs/job.js';
import { listJobs } from './jobs/list-jobs.js';
import { createKeyMaker } from './keys/job-key.js';
import { loadRegistries } from './keys/registries.js';
import { openSourceFiles } from './keys/source-files.js';
import { type ProofOptions, ProofUsageError, parseProofOptions } from './options.js';
import { createProgress } from './progress.js';
import type { JobResult } from './results/job-result.js';
import { openResultStore } from './results/result-store.js';
import { failTooManyMissed } from './results/tolerance.js';
import { runProof } from './run-proof.js';
import { selectJobs } from './select-jobs.js';
import { isFailed, renderFailure, renderSummary } from './summary.js';
import { runJobs } from './workers/run-jobs.js';
import { getWorkerFile } from './workers/worker-files.js';

/** `npm run proof -- [options]`: the long proof of the kit; CONTRIBUTING.md explains the options. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Longer than any job takes on a busy machine. */
const jobTimeoutMs = 15 * 60 * 1000;

const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

try {
  process.exitCode = await prove(parseProofOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof ProofUsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function prove(options: ProofOptions): Promise<number> {
  const jobs = selectJobs(await listJobs(root, options), options);
  if (jobs.length === 0) throw new ProofUsageError('no job has such a name; --list shows all names');
  if (options.isList) {
    print(jobs.map(({ name }) => name));
    return 0;
  }
  const interruption = listenForInterruption();
  const results = await runSelected(jobs, options, interruption);
  if (interruption.aborted) {
    const passed = results.filter((result) => !isFailed(result)).length;
    print(['', `interrupted: ${passed} of ${jobs.length} results are kept; the same command runs the others`]);
    return 130;
  }
  return report(results, options);
}

async function runSelected(
  jobs: readonly ProofJob[],
  options: ProofOptions,
  signal: AbortSignal,
): Promise<JobResult[]> {
  const files = openSourceFiles(root);
  const environment = `${process.version} ${process.platform} ${process.arch}`;
  const getKey = createKeyMaker({ files, registries: await loadRegistries(files), environment });
  const progress = createProgress(process.stdout);
  const run = {
    processes: options.processes ?? availableParallelism(),
    fileOf: ({ kind }: ProofJob) => getWorkerFile(kind),
    timeoutMs: jobTimeoutMs,
    signal,
  };
  const results = await runProof(jobs, getKey, {
    store: openResultStore(resolve(options.folder)),
    isFresh: options.isFresh,
    progress,
    run: (missing, onDone) => runJobs(missing, run, onDone),
  });
  progress.end();
  return results;
}

function report(results: readonly JobResult[], { jsonFile }: ProofOptions): number {
  const judged = failTooManyMissed(results);
  const tooMany = judged.filter((result, index) => isFailed(result) && !isFailed(results[index] ?? result));
  print(tooMany.map(({ job, outcome }) => renderFailure(job.name, outcome)));
  print(renderSummary(judged));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(createJson(judged), null, 2)}\n`);
  return judged.some(isFailed) ? 1 : 0;
}

function createJson(results: readonly JobResult[]): object {
  return {
    passed: results.filter((result) => !isFailed(result)).length,
    failed: results.filter(isFailed).length,
    kept: results.filter(({ isKept }) => isKept).length,
    jobs: results.map(({ job: { name, kind }, key, outcome, seconds, isKept }) => ({
      name,
      kind,
      key,
      isKept,
      seconds,
      ...outcome,
    })),
  };
}

function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
