import {
  assume,
  type Exchange,
  findStatePath,
  hasStatus,
  type Item,
  isPending,
  type Json,
  readBack,
  readState,
  type Tools,
} from '#rule';
import { decideLegality } from './_action-legality.js';

/** An item in a known state, and the GET that showed the state. */
export interface ItemState {
  readonly item: Item;
  readonly state: string;
  readonly look: Exchange;
}

/**
 * Creates an item and determines its state, from the response where that shows it. Throws InconclusiveError where the
 * state is unknown.
 */
export async function createInState({ items, collection }: Tools, body: Json): Promise<ItemState> {
  const item = await items.create(body, { role: 'control' });
  const told = collection.consistency.itemMs > 0 ? undefined : readState(collection, item.createdBy.answer?.json);
  const look = told === undefined ? await readBack(item) : item.createdBy;
  const state = readState(collection, look.answer?.json);
  assume(state !== undefined, 'setup', `the item shows no state at ${collection.states?.pointer}`);
  return { item, state, look };
}

/**
 * Performs legal actions by name, and reads the state afterwards. Throws InconclusiveError where an action is refused
 * or leads elsewhere.
 */
export async function performActions(tools: Tools, stop: ItemState, way: readonly string[]): Promise<ItemState> {
  const { collection, perform } = tools;
  let { state } = stop;
  for (const name of way) {
    const done = await perform(stop.item, findAction(tools, name), { role: 'control' });
    const { status } = done.answer ?? {};
    assume(!hasStatus(done, 401, 403), 'refused', `${name} returned ${status}`);
    assume(hasStatus(done, 2) && !isPending(done), 'setup', `${name}, legal in state ${state}, returned ${status}`);
    state = collection.states?.transitions[state]?.[name] ?? state;
  }
  if (way.length === 0) return stop;
  const shows = ({ answer }: Exchange) => readState(collection, answer?.json) === state;
  const look = await stop.item.getUntil(shows);
  assume(shows(look), 'setup', `after ${way.join(', ')} the item is not ${state}`);
  return { item: stop.item, state, look };
}

/** The action of the collection with this name. Throws InconclusiveError where it cannot be performed. */
export function findAction({ collection }: Tools, name: string): Tools['collection']['actions'][number] {
  const action = collection.actions.find((one) => one.name === name);
  assume(action?.post !== undefined, 'setup', `${name} is not an action that can be performed`);
  return action;
}

/**
 * Whether an action with the same content succeeds on another item in a state that allows it: then its content is
 * valid, and its path exists.
 */
export async function succeedsElsewhere(tools: Tools, name: string, body: Json): Promise<boolean> {
  const { collection, perform } = tools;
  const action = findAction(tools, name);
  const stop = await createInState(tools, body);
  const isLegal = (state: string) => decideLegality(collection, action, state) === 'legal';
  const way = collection.states && findStatePath(collection.states, stop.state, isLegal);
  if (!way) return false;
  await performActions(tools, stop, way);
  return hasStatus(await perform(stop.item, action, { role: 'control' }), 2);
}
