import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runJobs } from '../../proof/workers/run-jobs.js';
import type { WorkerResult } from '../../proof/workers/worker.js';
import { describeService } from '../facts/build-facts.js';
import { findFault } from '../faults/faults.js';
import { confirmAccusation } from './confirm-accusation.js';
import { emptyMeasurement, type Measured, type MeasureTask } from './measurement.js';

const ownWorker = new URL('./measure-worker.js', import.meta.url);

/** How measurements are run. */
export interface RunOptions {
  /** Where results are kept, one file for each. */
  readonly folder: string;
  readonly processes: number;
  readonly signal?: AbortSignal;
  /** Milliseconds after which a measurement is a stall. */
  readonly timeoutMs?: number;
  /** The program that measures; tests have another one. */
  readonly worker?: URL;
  onProgress?(done: number, all: number): void;
}

/** The name of the file of a measurement; another design has another one. */
export function nameResult({ design, mode, fault }: MeasureTask): string {
  const digest = createHash('sha256').update(JSON.stringify(design)).digest('hex').slice(0, 12);
  return `${digest}-${mode}${fault === undefined ? '' : `-${fault}`}.json`;
}

/** Measures in processes of their own what has no result yet; resolves with all results, in the order of the tasks. */
export async function runMeasurements(
  tasks: readonly MeasureTask[],
  { folder, processes, signal, timeoutMs = 180_000, worker = ownWorker, onProgress }: RunOptions,
): Promise<Measured[]> {
  mkdirSync(folder, { recursive: true });
  const fileOf = (task: MeasureTask) => join(folder, nameResult(task));
  const missing = tasks.filter((task) => readResult(fileOf(task)) === undefined);
  let done = tasks.length - missing.length;
  const run = {
    processes,
    fileOf: () => worker,
    timeoutMs,
    ...(signal && { signal }),
  };
  await runJobs<{ readonly task: MeasureTask }, Measured>(
    missing.map((task) => ({ task })),
    run,
    ({ task }, result, ms) => {
      writeResult(fileOf(task), readOutcome(task, result, ms));
      onProgress?.(++done, tasks.length);
    },
  );
  return tasks.flatMap((task) => readResult(fileOf(task)) ?? []);
}

function readOutcome(task: MeasureTask, result: WorkerResult<Measured>, ms: number): Measured {
  if ('outcome' in result) return result.outcome;
  const { failure } = result;
  // Anything else than the end of the process is an error of the measuring, not of the kit.
  const crash = failure.startsWith('the process ended') ? failure : `while measuring: ${failure}`;
  const failed = failure.startsWith('no result after') ? { stall: true as const } : { crash };
  return { ...task, ...emptyMeasurement, ...failed, milliseconds: Math.round(ms) };
}

function parseResult(text: string): Measured | undefined {
  try {
    return JSON.parse(text) as Measured;
  } catch {
    return undefined;
  }
}

function writeResult(file: string, result: Measured): void {
  writeFileSync(`${file}.tmp`, `${JSON.stringify(result)}\n`);
  renameSync(`${file}.tmp`, file);
}

/**
 * Reads a result. Its violations are confirmed anew: what confirms them may have changed since. Undefined: there is none, it is
 * broken, or a slow machine may have been its cause.
 */
function readResult(file: string): Measured | undefined {
  const result = existsSync(file) ? parseResult(readFileSync(file, 'utf8')) : undefined;
  if (!result) return undefined;
  const facts = describeService(result.design);
  const fault = result.fault === undefined ? undefined : findFault(result.fault);
  const violations = result.violations.map((one) => ({
    ...one,
    isConfirmed: confirmAccusation({ rule: one.rule, subject: one.subject }, facts, fault),
  }));
  return { ...emptyMeasurement, ...result, violations };
}
