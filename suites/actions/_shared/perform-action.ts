import {
  type Action,
  assume,
  type Collection,
  compare,
  type Exchange,
  type Finding,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  type Tools,
} from '#rule';

/** The states in which an action is declared legal, by the action itself or by the state model. */
export function listLegalStates({ states }: Pick<Collection, 'states'>, { name, from = [] }: Action): string[] {
  const led = Object.entries(states?.transitions ?? {}).filter(([, next]) => next[name] !== undefined);
  return [...new Set([...led.map(([state]) => state), ...from])];
}

/** Brings an item into a state in which the action is legal, and returns it; without states, by the known sequence. */
export async function reachLegalState(tools: Tools, item: Item, turn = 0): Promise<string | undefined> {
  const { collection } = tools;
  const { states } = collection;
  const legal = listLegalStates(collection, tools.subject.action());
  if (!states || legal.length === 0) {
    for (const name of tools.subject.action().after ?? []) await performStep(tools, item, name);
    return undefined;
  }
  const start = await findStartState(collection, item);
  const ends = legal.filter((state) => compare.findStatePath(states, start, (other) => other === state) !== undefined);
  const end = ends[turn % Math.max(ends.length, 1)];
  const why = `the declared states have no path from ${start} to a state in which ${tools.subject.action().name} is legal`;
  assume(end !== undefined, 'setup', why);
  for (const name of compare.findStatePath(states, start, (state) => state === end) ?? [])
    await performStep(tools, item, name);
  return end;
}

/** The state in the response to the creation, else the declared initial state, else the state that GET shows. */
async function findStartState(collection: Collection, item: Item): Promise<string> {
  const known = compare.readState(collection, item.createdBy.answer?.json) ?? collection.states?.initial;
  if (known !== undefined) return known;
  const read = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  const shown = compare.readState(collection, read.answer?.json);
  assume(shown !== undefined, 'setup', `the item does not show its state at ${collection.states?.pointer}`);
  return shown;
}

async function performStep({ collection, actions }: Tools, item: Item, name: string): Promise<void> {
  const action = collection.actions.find((one) => one.name === name);
  assume(action?.post !== undefined, 'setup', `${name}, a step to the wanted state, is not a known action`);
  const done = await actions.perform(item, action, { role: 'control' });
  const { status } = done.answer ?? {};
  const why = `${name}, a step to the wanted state, returned ${status}`;
  assume(!http.hasStatus(done, 401, 403), 'refused', why);
  assume(http.hasStatus(done, 2) && !http.isPending(done), 'setup', why);
}

/** Creates an item, leads it to a state in which the action is legal, and performs it, or ends the case. */
export async function createAndPerform(tools: Tools, body: Json, content: Json) {
  const item = await tools.items.create(body, { role: 'control' });
  await reachLegalState(tools, item);
  const performed = await tools.actions.perform(item, tools.subject.action(), { body: content });
  const { status } = performed.answer ?? {};
  assume(!http.hasStatus(performed, 401, 403), 'refused', `the action returned ${status}`);
  const why = `the action returned ${status}`;
  assume(http.hasStatus(performed, 200, 201, 202, 204) && !http.isPending(performed), 'setup', why);
  return { item, performed };
}

/** The finding for a response to a legal action that decides nothing; undefined where it was performed. */
export function judgeOpenAction(performed: Exchange): Finding | undefined {
  const why = `the action returned ${performed.answer?.status}`;
  if (http.hasStatus(performed, 401, 403)) return inconclusive('refused', why);
  if (http.hasStatus(performed, 5)) return inconclusive('no-answer', why);
  // 202 and 303 leave the outcome to another resource, and business rules are in no document.
  return http.isPending(performed) || !http.hasStatus(performed, 2) ? inconclusive('setup', why) : undefined;
}

export const getNextState = ({ states }: Collection, { name }: Action, state = ''): string | undefined =>
  states?.transitions[state]?.[name];

export const declaredNextState = needs.defineNeed('action', {
  name: 'declared next state',
  reason: 'the state after the action is not declared',
  enable: 'resources[].states.transitions',
  isMet: ({ collection, action }) =>
    Object.keys(collection.states?.transitions ?? {}).some((state) => getNextState(collection, action, state)),
});

/** Brings two items into a state in which the action is legal, and performs it on one of them, then on the other. */
export async function performOnTwo(tools: Tools, bodies: readonly Json[], content: Json) {
  const [one = null, another = one] = bodies;
  const other = await prepareItem(tools, another);
  const item = await prepareItem(tools, one);
  assume(item.path !== other.path, 'setup', 'equal bodies create one and the same item');
  const read = (of: Item, action = tools.subject.action()) => {
    const path = tools.actions.buildPath(action, of);
    return tools.client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  };
  const before = await read(other);
  const performed = await tools.actions.perform(item, tools.subject.action(), { body: content });
  const record = await read(item);
  const others = [];
  for (const one of tools.collection.actions)
    if (one.get && one.path !== tools.subject.action().path) others.push(await read(item, one));
  const seen = { item, other, performed, before, record, others, after: await read(other) };
  if (!http.hasStatus(seen.record, 200) || !http.hasStatus(seen.after, 404, 410))
    return { ...seen, performedNext: undefined, recordNext: undefined };
  return {
    ...seen,
    performedNext: await tools.actions.perform(other, tools.subject.action(), { body: content }),
    recordNext: await read(item),
  };
}

async function prepareItem(tools: Tools, body: Json): Promise<Item> {
  const item = await tools.items.create(body, { role: 'control' });
  await reachLegalState(tools, item);
  return item;
}
