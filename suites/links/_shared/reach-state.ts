import { assume, compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';

/** A GET that showed both the state of an item and its links. */
export interface StateLook {
  readonly item: Item;
  readonly state: string;
  readonly look: Exchange;
}

/** Brings items into the wanted states by declared actions, and inspects each on the way; one item serves its way. */
export async function visitDeclaredStates<Found>(
  tools: Tools,
  body: Json,
  wanted: readonly string[],
  inspect: (seen: StateLook) => Promise<Found>,
) {
  const visited: Found[] = [];
  const open = new Set(wanted);
  let unreached: string | undefined;
  for (let isOpen = true; isOpen; ) {
    const item = await tools.items.create(body, { role: 'control' });
    const look = await http.readBack(item);
    const state = compare.readState(tools.collection, look.answer?.json);
    assume(state !== undefined, 'setup', `the item shows no state at ${tools.collection.states?.pointer}`);
    const way = findFarthest(tools, state, open);
    const trouble =
      way &&
      (await followWay(tools, { item, state, look }, way.names, async (seen) => {
        if (open.delete(seen.state)) visited.push(await inspect(seen));
      }));
    unreached ??= trouble;
    if (way) open.delete(way.state);
    isOpen = findFarthest(tools, state, open) !== undefined;
  }
  assume(visited.length > 0, 'setup', unreached ?? 'no action leads to a state for which links are declared');
  return { visited, unreached };
}

/** Performs one action after the other; returns why one failed. */
async function followWay(
  tools: Tools,
  start: StateLook,
  names: readonly string[],
  inspect: (seen: StateLook) => Promise<void>,
): Promise<string | undefined> {
  let seen = start;
  await inspect(seen);
  for (const name of names) {
    const step = await takeStep(tools, seen, name);
    if (typeof step === 'string') return step;
    seen = step;
    await inspect(seen);
  }
  return undefined;
}

/** The open state with the longest way from the start. */
function findFarthest({ collection: { states } }: Tools, start: string, open: ReadonlySet<string>) {
  const ways = [...open].flatMap((state) => {
    const names = states && compare.findStatePath(states, start, (one) => one === state);
    return names ? [{ state, names }] : [];
  });
  return ways.sort((a, b) => b.names.length - a.names.length)[0];
}

/** Performs one action and waits for the state to which it leads; a text says why that failed. */
async function takeStep({ collection, actions }: Tools, { item, state: from }: StateLook, name: string) {
  const to = collection.states?.transitions[from]?.[name] ?? from;
  const action = collection.actions.find((one) => one.name === name);
  if (action?.post === undefined) return `${name}, a step to the wanted state, is not a known action`;
  const done = await actions.perform(item, action, { role: 'control' });
  if (!http.hasStatus(done, 2)) return `${name}, a step to the wanted state, returned ${done.answer?.status}`;
  const isThere = (look: Exchange) => compare.readState(collection, look.answer?.json) === to;
  const look = await item.getUntil(isThere);
  return isThere(look) ? { item, state: to, look } : `the item did not become ${to}`;
}
