import { getAtPointer, getMember, type Json } from '../../model/json.js';
import type { StateModel } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';

/** Returns the shortest sequence of actions from one state to a wanted one; undefined when none is declared. */
export const findStatePath = (
  { transitions }: StateModel,
  start: string,
  isWanted: (state: string) => boolean,
): string[] | undefined => findPath(start, isWanted, (state) => Object.entries(getMember(transitions, state) ?? {}));

/** Returns the states to write one after the other, from one state to a wanted one; undefined when none is declared. */
export const findNextStates = (
  { next = {} }: StateModel,
  start: string,
  isWanted: (state: string) => boolean,
): readonly string[] | undefined =>
  findPath(start, isWanted, (state) => (getMember(next, state) ?? []).map((after) => [after, after]));

/** Searches breadth first; `listSteps` returns the steps from a state, each with the state to which it leads. */
function findPath(
  start: string,
  isWanted: (state: string) => boolean,
  listSteps: (state: string) => readonly (readonly [string, string])[],
): string[] | undefined {
  const queue: { readonly state: string; readonly path: string[] }[] = [{ state: start, path: [] }];
  const seen = new Set([start]);
  for (const { state, path } of queue) {
    if (isWanted(state)) return path;
    for (const [step, after] of listSteps(state)) {
      if (!seen.has(after)) queue.push({ state: after, path: [...path, step] });
      seen.add(after);
    }
  }
  return undefined;
}

/** Reads the state of a representation as text. */
export function readState({ states }: Collection, representation: Json | undefined): string | undefined {
  const state = states && getAtPointer(representation, states.pointer);
  return state === undefined || typeof state === 'object' ? undefined : String(state);
}
