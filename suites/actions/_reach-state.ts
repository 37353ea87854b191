import {
  assume,
  findStatePath,
  getAtPointer,
  hasStatus,
  type Item,
  isPending,
  type Json,
  type StateModel,
  type Tools,
} from '#rule';
import { listLegalStates } from './_legal-states.js';

/**
 * Brings an item into a state in which the action under test is legal, by the shortest sequence of other actions, and
 * returns that state; `turn` selects one of several. Where no states are declared, it uses the sequence that the
 * survey found. Throws InconclusiveError where the state cannot be reached.
 */
export async function reachLegalState(tools: Tools, item: Item, turn = 0): Promise<string | undefined> {
  const { collection } = tools;
  const { states } = collection;
  const legal = listLegalStates(collection, tools.action());
  if (!states || legal.length === 0) {
    for (const name of tools.action().after ?? []) await performStep(tools, item, name);
    return undefined;
  }
  const start = await findStartState(states, item);
  const ends = legal.filter((state) => findStatePath(states, start, (other) => other === state) !== undefined);
  const end = ends[turn % Math.max(ends.length, 1)];
  const why = `the declared states have no path from ${start} to a state in which ${tools.action().name} is legal`;
  assume(end !== undefined, 'setup', why);
  for (const name of findStatePath(states, start, (state) => state === end) ?? []) await performStep(tools, item, name);
  return end;
}

/** The state in a representation, as text. */
export function getState({ pointer }: StateModel, representation: Json | undefined): string | undefined {
  const state = getAtPointer(representation, pointer);
  return state === undefined || typeof state === 'object' ? undefined : String(state);
}

/** The state in the response to the creation, else the declared initial state, else the state that GET shows. */
async function findStartState(states: StateModel, item: Item): Promise<string> {
  const known = getState(states, item.createdBy.answer?.json) ?? states.initial;
  if (known !== undefined) return known;
  const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
  const shown = getState(states, read.answer?.json);
  assume(shown !== undefined, 'setup', `the item does not show its state at ${states.pointer}`);
  return shown;
}

async function performStep({ collection, perform }: Tools, item: Item, name: string): Promise<void> {
  const action = collection.actions.find((one) => one.name === name);
  assume(action?.post !== undefined, 'setup', `${name}, a step to the wanted state, is not a known action`);
  const done = await perform(item, action, { role: 'control' });
  const { status } = done.answer ?? {};
  const why = `${name}, a step to the wanted state, returned ${status}`;
  assume(!hasStatus(done, 401, 403), 'refused', why);
  assume(hasStatus(done, 2) && !isPending(done), 'setup', why);
}
