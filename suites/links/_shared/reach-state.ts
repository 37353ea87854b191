import { assume, compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';

/** An item in a state, and the GET that showed both its state and its links. */
export interface ReachedState {
  readonly item: Item;
  readonly state: string;
  readonly look: Exchange;
}

/** Creates an item and brings it into one of the wanted states, in turn; a state that cannot be reached is skipped. */
export async function reachDeclaredState(
  tools: Tools,
  body: Json,
  wanted: readonly string[],
  turn: number,
): Promise<ReachedState> {
  const { collection, items } = tools;
  const item = await items.create(body, { role: 'control' });
  const made = await http.readBack(item);
  const start = compare.readState(collection, made.answer?.json);
  assume(start !== undefined, 'setup', `the item shows no state at ${collection.states?.pointer}`);
  const model = collection.states;
  const ways = wanted.flatMap((state) => {
    const way = model && compare.findStatePath(model, start, (one) => one === state);
    return way ? [{ state, way }] : [];
  });
  const chosen = ways[turn % Math.max(ways.length, 1)];
  assume(chosen !== undefined, 'setup', 'no action leads to a state for which links are declared');
  for (const name of chosen.way) await performTransition(tools, item, name);
  const isThere = (look: Exchange) => compare.readState(collection, look.answer?.json) === chosen.state;
  const look = chosen.way.length === 0 ? made : await item.getUntil(isThere);
  assume(isThere(look), 'setup', `the item did not become ${chosen.state}`);
  return { item, state: chosen.state, look };
}

async function performTransition({ collection, perform }: Tools, item: Item, name: string): Promise<void> {
  const action = collection.actions.find((one) => one.name === name);
  assume(action?.post !== undefined, 'setup', `${name}, a step to the wanted state, is not a known action`);
  const done = await perform(item, action, { role: 'control' });
  const { status } = done.answer ?? {};
  assume(!http.hasStatus(done, 401, 403), 'refused', `${name} returned ${status}`);
  assume(http.hasStatus(done, 2), 'setup', `${name}, a step to the wanted state, returned ${status}`);
}
