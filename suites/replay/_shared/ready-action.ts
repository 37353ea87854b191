import { type Action, assume, compare, http, type Item, type Json, needs, type Tools } from '#rule';
import type { StateModel } from '../../_shared/states.js';

/** The action accepts a key: the profile names the member of its body, the document a header field, or only the profile is known. */
export const keyedAction = needs.defineNeed('action', {
  name: 'idempotency key of the action',
  reason: 'the document declares no idempotency key for the action',
  enable: 'idempotency.in, and a header parameter on the action',
  isMet: ({ collection: { idempotency: carrier }, action: { post, key } }) => {
    if (key !== undefined && post !== undefined) return true;
    if (carrier?.in !== 'header' || post === undefined) return false;
    const isField = (name: string) => name.toLowerCase() === carrier.name.toLowerCase();
    return post.provenance === 'declared' || post.parameters.some((one) => one.in === 'header' && isField(one.name));
  },
});

/** Brings an item into a state in which the action under test is legal, as far as states are declared. */
export async function prepareForAction(item: Item, { collection, subject, actions }: Tools): Promise<Item> {
  const way = findActionPath(subject.action(), collection.states);
  assume(way !== undefined, 'setup', `no state that allows ${subject.action().name} can be reached`);
  for (const name of way) {
    const step = collection.actions.find((one) => one.name === name);
    const done = step && (await actions.perform(item, step, { role: 'control' }));
    const why = `${name} returned ${done?.answer?.status}`;
    assume(done !== undefined && http.hasStatus(done, 200, 201, 204), 'setup', why);
  }
  return item;
}

/** A new item in a state in which the action under test is legal. */
export const createReadyItem = async (body: Json, tools: Tools): Promise<Item> =>
  prepareForAction(await tools.items.create(body, { role: 'control' }), tools);

/** The shortest path from the first state to one that allows an action; the path of the survey where no states are declared. */
function findActionPath({ name, after = [] }: Action, states: StateModel | undefined): readonly string[] | undefined {
  const begin = states && (states.initial ?? Object.keys(states.transitions)[0]);
  const isNamed = Object.values(states?.transitions ?? {}).some((next) => next[name] !== undefined);
  if (states === undefined || begin === undefined || !isNamed) return after;
  return compare.findStatePath(states, begin, (state) => states.transitions[state]?.[name] !== undefined);
}
