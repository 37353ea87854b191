import type { Action, Collection } from '#rule';

/** The states in which an action is declared legal, by the action itself or by the state model. */
export function listLegalStates({ states }: Pick<Collection, 'states'>, { name, from = [] }: Action): string[] {
  const led = Object.entries(states?.transitions ?? {}).filter(([, next]) => next[name] !== undefined);
  return [...new Set([...led.map(([state]) => state), ...from])];
}
