import type { Action, Collection, StateModel } from '#rule';

/** What is declared of an action in a state. */
export type Standing = 'legal' | 'forbidden' | 'unknown';

/**
 * Whether an action is declared legal or forbidden in a state. Forbidden is only what the model speaks of: an action that it
 * names somewhere, in a state whose ways out it tells.
 */
export function standingOf({ states }: Collection, { name, from }: Action, state: string | undefined): Standing {
  if (!states || state === undefined) return 'unknown';
  const { transitions, terminal } = states;
  const ways = transitions[state] ?? {};
  if (ways[name] !== undefined || from?.includes(state)) return 'legal';
  const isNamed = from !== undefined || Object.values(transitions).some((next) => next[name] !== undefined);
  const isTold = terminal.includes(state) || Object.keys(ways).length > 0;
  return isNamed && isTold ? 'forbidden' : 'unknown';
}

/** The states that the model names, in its order, the initial one first. */
export function statesIn({ initial, transitions, terminal }: StateModel): string[] {
  const nexts = Object.values(transitions).flatMap((next) => Object.values(next));
  return [
    ...new Set([...(initial === undefined ? [] : [initial]), ...Object.keys(transitions), ...nexts, ...terminal]),
  ];
}
