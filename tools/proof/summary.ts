import { proofKinds } from './jobs/job.js';
import type { JobOutcome } from './jobs/outcome.js';
import type { JobResult } from './results/job-result.js';

/** The line of a failed job: the expected and the actual result. */
export const renderFailure = (name: string, { expected, actual }: JobOutcome): string =>
  `FAILED ${name}: expected ${expected}; got ${actual}`;

/** The last lines of a run: what was measured, the faults that worlds hide, the seeds of each fault, a table by kind, and the counts. */
export function renderSummary(results: readonly JobResult[]): string[] {
  const failed = results.filter(isFailed);
  return [
    ...renderHiddenFaults(results),
    ...renderMeasures(results),
    ...renderSeeds(results),
    '',
    ...renderTable(results),
    '',
    `${results.length - failed.length} passed, ${failed.length} failed`,
  ];
}

/** Whether a job counts as failed. */
export const isFailed = ({ outcome }: JobResult): boolean => outcome.verdict === 'failed';

const columns = ['', 'jobs', 'passed', 'failed', 'kept', 'seconds'] as const;

function renderTable(results: readonly JobResult[]): string[] {
  const kinds = proofKinds.filter((kind) => results.some(({ job }) => job.kind === kind));
  const rows = kinds.map((kind) =>
    countRow(
      kind,
      results.filter(({ job }) => job.kind === kind),
    ),
  );
  return [columns, ...rows, ...(rows.length > 1 ? [countRow('all', results)] : [])].map((cells) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(9) : cell.padStart(8))).join(''),
  );
}

/** The seconds are those of the jobs that were run, one after another. */
const countRow = (name: string, results: readonly JobResult[]): string[] => [
  name,
  ...[
    results.length,
    results.filter((result) => !isFailed(result)).length,
    results.filter(isFailed).length,
    results.filter(({ isKept }) => isKept).length,
    Math.round(results.reduce((sum, { isKept, seconds }) => sum + (isKept ? 0 : seconds), 0)),
  ].map(String),
];

function renderHiddenFaults(results: readonly JobResult[]): string[] {
  const tried = results.filter(({ job }) => job.world !== undefined);
  const missed = tried.filter(({ outcome }) => outcome.verdict === 'missed');
  if (missed.length === 0) return [];
  return [
    `${missed.length} of ${tried.length} faults in worlds are not found, which is tolerated:`,
    ...missed.map(({ job }) => `  ${job.name}`),
  ];
}

/** In how many of its seeds each fault was found as expected, where there are several. */
function renderSeeds(results: readonly JobResult[]): string[] {
  const groups = new Map<string, JobResult[]>();
  for (const result of results.filter(({ job }) => job.kind === 'matrix')) {
    const name = result.job.name.replace(/\/seed-\d+$/, '');
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [...groups]
    .filter(([, seeds]) => seeds.length > 1)
    .map(([name, seeds]) => `${name}: ${seeds.filter((one) => !isFailed(one)).length} of ${seeds.length} seeds`);
}

/** Median, least and most of each measure. */
function renderMeasures(results: readonly JobResult[]): string[] {
  const values = new Map<string, number[]>();
  for (const { outcome } of results)
    for (const [name, value] of Object.entries(outcome.measures ?? {}))
      values.set(name, [...(values.get(name) ?? []), value]);
  return [...values].map(([name, all]) => {
    const sorted = all.sort((one, other) => one - other);
    return `${name}: median ${sorted[Math.floor(sorted.length / 2)]}, least ${sorted[0]}, most ${sorted.at(-1)}`;
  });
}
