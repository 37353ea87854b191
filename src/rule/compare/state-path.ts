import { getAtPointer, getMember, type Json } from '../../model/json.js';
import type { StateModel } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';

/** Returns the shortest sequence of actions from one state to a wanted one; undefined when none is declared. */
export function findStatePath(
  { transitions }: StateModel,
  start: string,
  isWanted: (state: string) => boolean,
): string[] | undefined {
  const queue: { readonly state: string; readonly path: string[] }[] = [{ state: start, path: [] }];
  const seen = new Set([start]);
  for (const { state, path } of queue) {
    if (isWanted(state)) return path;
    for (const [name, next] of Object.entries(getMember(transitions, state) ?? {})) {
      if (!seen.has(next)) queue.push({ state: next, path: [...path, name] });
      seen.add(next);
    }
  }
  return undefined;
}

/** Returns the states to write one after the other, from one state to a wanted one; undefined when none is declared. */
export function findNextStates(
  { next = {} }: StateModel,
  start: string,
  isWanted: (state: string) => boolean,
): readonly string[] | undefined {
  const queue: { readonly state: string; readonly way: readonly string[] }[] = [{ state: start, way: [] }];
  const seen = new Set([start]);
  for (const { state, way } of queue) {
    if (isWanted(state)) return way;
    for (const after of (getMember(next, state) ?? []).filter((one) => !seen.has(one))) {
      seen.add(after);
      queue.push({ state: after, way: [...way, after] });
    }
  }
  return undefined;
}

/** Reads the state of a representation as text. */
export function readState({ states }: Collection, representation: Json | undefined): string | undefined {
  const state = states && getAtPointer(representation, states.pointer);
  return state === undefined || typeof state === 'object' ? undefined : String(state);
}
