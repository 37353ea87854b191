import { classes, type Fault } from './fault.js';
import { type AuditResult, type FaultMode, identifyCase } from './result.js';

/** How many faults of a group were found, and the names of the others. */
export interface Score {
  readonly found: number;
  readonly of: number;
  readonly missed: readonly string[];
}

/** The faults of one half of a service, by class and by visibility. */
export interface HalfScore {
  readonly service: string;
  readonly mode: FaultMode;
  readonly isHeldOut: boolean;
  readonly groups: Readonly<Record<string, Score>>;
}

const visibilities = ['blatant', 'deliberate', 'subtle'] as const;

/** All groups that a score has, in the order of tables. */
export const groupNames: readonly string[] = [...classes, ...visibilities, 'all'];

/**
 * Scores one half of the faults of a service. A fault is found if with some seed a rule is violated that is not violated on the
 * correct service with that seed. Names of missed faults are left out for the half that is held out.
 */
export function scoreHalf(
  half: Omit<HalfScore, 'groups'>,
  faults: readonly (Fault & { readonly key: string })[],
  results: readonly AuditResult[],
): HalfScore {
  const byCase = new Map(results.map((result) => [identifyCase(result), result]));
  const isFound = (key: string): boolean =>
    results.some(({ service, mode, seed, fault, violated }) => {
      if (service !== half.service || mode !== half.mode || fault !== key) return false;
      const sound = byCase.get(identifyCase({ service, mode, seed }))?.violated ?? [];
      return violated.some((rule) => !sound.includes(rule));
    });
  const groups = Object.fromEntries(
    groupNames.map((group) => {
      const members = faults.filter((fault) => [fault.class, fault.visibility, 'all'].includes(group));
      const missed = members.filter(({ key }) => !isFound(key));
      const names = half.isHeldOut ? [] : missed.map(({ name }) => name);
      return [group, { found: members.length - missed.length, of: members.length, missed: names }];
    }),
  );
  return { ...half, groups };
}
