import type { JobResult } from './job-result.js';

/** Most faults, in percent, that all worlds together may hide. */
const maxHiddenPercent = 5;

/** Most faults, in percent, that one world may hide, once it has so many faults that it is judged by itself. */
const maxHiddenPercentOfWorld = 15;
const minFaultsOfWorld = 20;

/** The results with those `missed` that are too many as `failed`. */
export function failTooManyMissed(results: readonly JobResult[]): JobResult[] {
  const inWorlds = results.filter(({ job }) => job.world !== undefined);
  const isTooMuch = (group: readonly JobResult[], percent: number) =>
    group.filter(isMissed).length * 100 > group.length * percent;
  const isTooMuchInAll = isTooMuch(inWorlds, maxHiddenPercent);
  const isFailed = (result: JobResult): boolean => {
    const world = inWorlds.filter(({ job }) => job.world === result.job.world);
    return isTooMuchInAll || (world.length >= minFaultsOfWorld && isTooMuch(world, maxHiddenPercentOfWorld));
  };
  return results.map((result) =>
    isMissed(result) && isFailed(result) ? { ...result, outcome: { ...result.outcome, verdict: 'failed' } } : result,
  );
}

const isMissed = ({ outcome }: JobResult): boolean => outcome.verdict === 'missed';
