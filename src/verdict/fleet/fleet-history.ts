import type { FleetReport, ViolationChange } from '../../model/fleet/fleet-report.js';

/** The verdicts of earlier runs of a fleet. */
export interface FleetHistory {
  hasTarget(target: string): boolean;
  /** The letter of a check in the last run that decided it; undefined if none did. */
  getLast(target: string, check: string): string | undefined;
  /** How a present violation compares with earlier runs. */
  classify(target: string, check: string): ViolationChange;
}

/** Number of changes between held and violated, with the present one, from which a check counts as flaky. */
const flakyChanges = 2;

/** Indexes earlier reports, the oldest first. Only verdicts that decide count: what was not checked says nothing. */
export function createHistory(earlier: readonly FleetReport[]): FleetHistory {
  const decided = new Map<string, string>();
  const known = new Set<string>();
  for (const { targets, checks } of earlier)
    for (const { name, verdicts, status } of targets) {
      if (status !== 'no report') known.add(name);
      for (const [index, check] of checks.entries()) {
        const letter = verdicts[index];
        const key = `${name} ${check}`;
        if (letter === 'v' || letter === 'h') decided.set(key, (decided.get(key) ?? '') + letter);
      }
    }
  return {
    hasTarget: (target) => known.has(target),
    getLast: (target, check) => decided.get(`${target} ${check}`)?.at(-1),
    classify(target, check) {
      const before = decided.get(`${target} ${check}`) ?? '';
      if (countChanges(`${before}v`) >= flakyChanges) return 'flaky';
      return before.endsWith('v') ? 'still' : 'new';
    },
  };
}

const countChanges = (letters: string): number =>
  [...letters].filter((letter, index) => index > 0 && letter !== letters[index - 1]).length;
