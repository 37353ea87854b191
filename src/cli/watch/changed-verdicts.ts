import type { Report, Result } from '../../model/result/report.js';

/** The last verdict of each rule and subject, over all runs since the watch began. */
export type KnownResults = ReadonlyMap<string, Result>;

export interface ChangedVerdicts {
  readonly fixed: readonly Result[];
  /** Violated now, and not violated when it was last checked. */
  readonly broken: readonly Result[];
  readonly undecided: readonly Result[];
  readonly still: readonly Result[];
}

/** Adds the results of a run. A check that did not run keeps its last verdict. */
export const updateKnownResults = (before: KnownResults, { results }: Report): KnownResults =>
  new Map([...before, ...results.filter(isChecked).map((result) => [createKey(result), result] as const)]);

export function findChangedVerdicts(before: KnownResults, { results }: Report): ChangedVerdicts {
  const looked = results.filter(isChecked).map((now) => ({ now, was: before.get(createKey(now))?.verdict }));
  const pick = (isWanted: (now: Result['verdict'], was: Result['verdict'] | undefined) => boolean) =>
    looked.filter(({ now, was }) => isWanted(now.verdict, was)).map(({ now }) => now);
  return {
    fixed: pick((now, was) => now === 'held' && was === 'violated'),
    broken: pick((now, was) => now === 'violated' && was !== undefined && was !== 'violated'),
    undecided: pick((now, was) => now === 'inconclusive' && was !== undefined && was !== 'inconclusive'),
    still: pick((now, was) => now === 'violated' && was === 'violated'),
  };
}

const isChecked = ({ cause, verdict }: Result): boolean => cause !== 'filter' && verdict !== 'not-run';
const createKey = ({ rule, subject }: Result): string => `${rule} ${subject}`;
