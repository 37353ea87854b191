import type { Exclusion } from '../../model/result/plan.js';

/** How many rules wait for one of these profile keys (or flags) at a subject; at any when none is named. */
export type WaitingCounter = (enables: readonly string[], subject?: string) => number;

/** Counts what could not be tried for want of knowledge, by the key that would change it. */
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
