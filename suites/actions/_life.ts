import type { Action, Collection, StateModel } from '#rule';

/** The states in which an action is declared to be legal, by its own word or by that of the life of an item. */
export function statesFor({ states }: Pick<Collection, 'states'>, { name, from = [] }: Action): string[] {
  const led = Object.entries(states?.transitions ?? {}).filter(([, next]) => next[name] !== undefined);
  return [...new Set([...led.map(([state]) => state), ...from])];
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
