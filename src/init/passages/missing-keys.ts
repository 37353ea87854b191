import type { Exclusion } from '../../model/result/plan.js';

/** Returns how many checks of a subject need one of these profile keys (or flags); of any subject if none is named. */
export type WaitingCounter = (enables: readonly string[], subject?: string) => number;

/** Counts the checks that are not possible, by the key that would enable them. */
export function createWaitingCounter(exclusions: readonly Exclusion[]): WaitingCounter {
  const rules = new Map<string, Set<string>>();
  const add = (key: string, rule: string) => rules.set(key, (rules.get(key) ?? new Set()).add(rule));
  for (const { cause, enable, subject, rule } of exclusions) {
    if (cause !== 'need' || enable === undefined) continue;
    add(enable, rule);
    add(`${enable} @ ${subject}`, rule);
  }
  return (enables, subject) => {
    const keys = enables.map((enable) => (subject === undefined ? enable : `${enable} @ ${subject}`));
    return new Set(keys.flatMap((key) => [...(rules.get(key) ?? [])])).size;
  };
}
