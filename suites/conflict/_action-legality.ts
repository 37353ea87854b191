import type { Action, Collection, StateModel } from '#rule';

/** What the state model says about an action in a state. */
export type Legality = 'legal' | 'forbidden' | 'unknown';

/**
 * Whether an action is declared as legal or forbidden in a state. It is forbidden only if the model names the action
 * for another state and lists the actions of this state.
 */
export function decideLegality({ states }: Collection, { name, from }: Action, state: string | undefined): Legality {
  if (!states || state === undefined) return 'unknown';
  const { transitions, terminal } = states;
  const ways = transitions[state] ?? {};
  if (ways[name] !== undefined || from?.includes(state)) return 'legal';
  const isNamed = from !== undefined || Object.values(transitions).some((next) => next[name] !== undefined);
  const isTold = terminal.includes(state) || Object.keys(ways).length > 0;
  return isNamed && isTold ? 'forbidden' : 'unknown';
}

/** The states of the model in its order, the initial one first. */
export function listStates({ initial, transitions, terminal }: StateModel): string[] {
  const nexts = Object.values(transitions).flatMap((next) => Object.values(next));
  return [
    ...new Set([...(initial === undefined ? [] : [initial]), ...Object.keys(transitions), ...nexts, ...terminal]),
  ];
}
