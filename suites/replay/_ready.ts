import {
  type Action,
  assume,
  findStatePath,
  hasStatus,
  type Item,
  type Json,
  type Need,
  type StateModel,
  type Tools,
} from '#rule';

/** The action takes a key in a header field: it is described to, or the profile alone knows of it. */
export const keyedItself: Need = {
  name: 'keyed itself',
  reason: 'the document names no idempotency key on the action',
  enable: 'idempotency.in, and a header parameter on the action',
  isMet: (subject) => {
    const carrier = subject.kind === 'action' ? subject.collection.idempotency : undefined;
    const post = subject.kind === 'action' ? subject.action.post : undefined;
    if (carrier?.in !== 'header' || post === undefined) return false;
    const isField = (name: string) => name.toLowerCase() === carrier.name.toLowerCase();
    return post.provenance === 'declared' || post.parameters.some((one) => one.in === 'header' && isField(one.name));
  },
};

/** Leads an item to a state in which the action under test is legal, as far as the life of an item is declared. */
export async function lead(item: Item, { collection, action, perform }: Tools): Promise<Item> {
  const way = wayFor(action(), collection.states);
  assume(way !== undefined, 'setup', `no state that can be reached allows ${action().name}`);
  for (const name of way) {
    const step = collection.actions.find((one) => one.name === name);
    const done = step && (await perform(item, step, { role: 'control' }));
    assume(
      done !== undefined && hasStatus(done, 200, 201, 204),
      'setup',
      `${name} was answered ${done?.answer?.status}`,
    );
  }
  return item;
}

/** A new item in a state in which the action under test is legal. */
export const makeReady = async (body: Json, tools: Tools): Promise<Item> =>
  lead(await tools.items.create(body, { role: 'control' }), tools);

/** The shortest way from the first state to one that allows an action; the way that was found beforehand where nothing is declared. */
function wayFor({ name, after = [] }: Action, states: StateModel | undefined): readonly string[] | undefined {
  const begin = states && (states.initial ?? Object.keys(states.transitions)[0]);
  if (states === undefined || begin === undefined) return after;
  return findStatePath(states, begin, (state) => states.transitions[state]?.[name] !== undefined);
}
