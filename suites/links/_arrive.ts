import {
  answered,
  assume,
  at,
  type Collection,
  type Exchange,
  type Item,
  type Json,
  readBack,
  type Tools,
} from '#rule';

/** An item in a state, and the GET that showed both its state and its links. */
export interface Arrival {
  readonly item: Item;
  readonly state: string;
  readonly look: Exchange;
}

/** Makes an item and brings it into one of the wanted states, in turn; a wanted state to which no way leads is passed over. */
export async function arrive(tools: Tools, body: Json, wanted: readonly string[], turn: number): Promise<Arrival> {
  const { collection, items } = tools;
  const item = await items.make(body, { role: 'control' });
  const made = await readBack(item);
  const start = stateIn(collection, made);
  assume(start !== undefined, 'setup', `the item shows no state at ${collection.states?.pointer}`);
  const ways = wanted.flatMap((state) => wayBetween(collection, start, state) ?? []);
  const chosen = ways[turn % Math.max(ways.length, 1)];
  assume(chosen !== undefined, 'setup', 'no action leads to a state for which links are declared');
  for (const name of chosen.way) await step(tools, item, name);
  const isThere = (look: Exchange) => stateIn(collection, look) === chosen.state;
  const look = chosen.way.length === 0 ? made : await item.getUntil(isThere);
  assume(isThere(look), 'setup', `the item did not become ${chosen.state}`);
  return { item, state: chosen.state, look };
}

function stateIn({ states }: Collection, { answer }: Exchange): string | undefined {
  const state = states && at(answer?.json, states.pointer);
  return state === undefined || typeof state === 'object' ? undefined : String(state);
}

async function step({ collection, perform }: Tools, item: Item, name: string): Promise<void> {
  const action = collection.actions.find((one) => one.name === name);
  assume(action?.post !== undefined, 'setup', `${name}, on the way to the state, is no action that is known`);
  const done = await perform(item, action, { role: 'control' });
  const { status } = done.answer ?? {};
  assume(!answered(done, 401, 403), 'refused', `${name} was answered ${status}`);
  assume(answered(done, 2), 'setup', `${name}, on the way to the state, was answered ${status}`);
}

/** The shortest way of actions from one state to another; undefined where none is declared. */
function wayBetween(
  { states }: Collection,
  start: string,
  end: string,
): { readonly state: string; readonly way: string[] } | undefined {
  const queue: { readonly state: string; readonly way: string[] }[] = [{ state: start, way: [] }];
  const seen = new Set([start]);
  for (const { state, way } of queue) {
    if (state === end) return { state, way };
    for (const [name, next] of Object.entries(states?.transitions[state] ?? {})) {
      if (!seen.has(next)) queue.push({ state: next, way: [...way, name] });
      seen.add(next);
    }
  }
  return undefined;
}
