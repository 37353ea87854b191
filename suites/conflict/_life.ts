import { type Action, at, type Collection, type Json, type StateModel } from '#rule';

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

/** The shortest way of actions from one state to one that is wanted; undefined where none is declared. */
export function wayTo(
  { transitions }: StateModel,
  start: string,
  isWanted: (state: string) => boolean,
): string[] | undefined {
  const queue: { readonly state: string; readonly way: string[] }[] = [{ state: start, way: [] }];
  const seen = new Set([start]);
  for (const { state, way } of queue) {
    if (isWanted(state)) return way;
    for (const [name, next] of Object.entries(transitions[state] ?? {})) {
      if (!seen.has(next)) queue.push({ state: next, way: [...way, name] });
      seen.add(next);
    }
  }
  return undefined;
}

/** The state that a representation shows, as text. */
export function stateIn({ states }: Collection, representation: Json | undefined): string | undefined {
  const state = states && at(representation, states.pointer);
  return state === undefined || typeof state === 'object' ? undefined : String(state);
}

/** The states that the model names, in its order, the initial one first. */
export function statesIn({ initial, transitions, terminal }: StateModel): string[] {
  const nexts = Object.values(transitions).flatMap((next) => Object.values(next));
  return [
    ...new Set([...(initial === undefined ? [] : [initial]), ...Object.keys(transitions), ...nexts, ...terminal]),
  ];
}
