import { type Action, assume, compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';
import { decideLegality, pickRecordMembers } from './judge-conflicts.js';

export interface ItemState {
  readonly item: Item;
  readonly state: string;
  readonly look: Exchange;
}

/** Creates an item and determines its state. Throws InconclusiveError where the state is unknown. */
export async function createInState({ items, collection }: Tools, body: Json): Promise<ItemState> {
  const item = await items.create(body, { role: 'control' });
  const told =
    collection.consistency.itemMs > 0 ? undefined : compare.readState(collection, item.createdBy.answer?.json);
  const look = told === undefined ? await http.readBack(item) : item.createdBy;
  const state = compare.readState(collection, look.answer?.json);
  assume(state !== undefined, 'setup', `the item shows no state at ${collection.states?.pointer}`);
  return { item, state, look };
}

/** Performs legal actions by name. Throws InconclusiveError where one is refused or leads elsewhere. */
export async function performActions(tools: Tools, stop: ItemState, way: readonly string[]): Promise<ItemState> {
  const { collection, actions } = tools;
  let { state } = stop;
  for (const name of way) {
    const done = await actions.perform(stop.item, findAction(tools, name), { role: 'control' });
    const { status } = done.answer ?? {};
    assume(!http.hasStatus(done, 401, 403), 'refused', `${name} returned ${status}`);
    const why = `${name}, legal in state ${state}, returned ${status}`;
    assume(http.hasStatus(done, 2) && !http.isPending(done), 'setup', why);
    state = collection.states?.transitions[state]?.[name] ?? state;
  }
  if (way.length === 0) return stop;
  const shows = ({ answer }: Exchange) => compare.readState(collection, answer?.json) === state;
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

/** Whether an action with the same content succeeds on another item: then its content is valid, and its path exists. */
export async function succeedsElsewhere(tools: Tools, name: string, body: Json): Promise<boolean> {
  const { collection, actions } = tools;
  const action = findAction(tools, name);
  const stop = await createInState(tools, body);
  const isLegal = (state: string) => decideLegality(collection, action, state) === 'legal';
  const way = collection.states && compare.findStatePath(collection.states, stop.state, isLegal);
  if (!way) return false;
  await performActions(tools, stop, way);
  return http.hasStatus(await actions.perform(stop.item, action, { role: 'control' }), 2);
}

/** An action that the state forbids, and its response. */
export interface ForbiddenStep {
  readonly name: string;
  readonly stop: ItemState;
  readonly asked: Exchange;
}

/** Performs the legal actions, and sends each forbidden one several times, until one succeeds. */
export async function performAndTryForbidden(tools: Tools, start: ItemState, steps: readonly string[], times: number) {
  const performed: string[] = [];
  const tried: ForbiddenStep[] = [];
  let stop = start;
  for (const name of steps) {
    const action = findAction(tools, name);
    const standing = decideLegality(tools.collection, action, stop.state);
    if (standing === 'legal') stop = await performActions(tools, stop, [name]);
    if (standing === 'legal') performed.push(name);
    if (standing !== 'forbidden' || (performed.includes(name) && action.repeat === 'same')) continue;
    const answers = await repeatForbidden(tools, stop, name, times);
    const hasSucceeded = answers.some((asked) => http.hasStatus(asked, 2));
    // Another rule checks that a performed action is not performed again; this one checks the status of the refusal.
    if (!hasSucceeded || !performed.includes(name)) tried.push(...answers.map((asked) => ({ name, stop, asked })));
    if (hasSucceeded) return tried;
  }
  return tried;
}

/** Sends a forbidden action until it succeeds, at most `times` times. */
async function repeatForbidden(tools: Tools, { item }: ItemState, name: string, times: number): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  while (answers.length < times && !answers.some((asked) => http.hasStatus(asked, 2)))
    answers.push(await tools.actions.perform(item, findAction(tools, name)));
  return answers;
}

/** A forbidden action that was sent, its responses, and its record before, where it was performed already. */
export interface ForbiddenAttempt {
  readonly action: Action;
  readonly asked: Exchange;
  readonly before: Exchange | undefined;
}

/** Sends every action that the state of an item forbids `times` times, except those that return the same record. */
export async function sendForbiddenActions(
  tools: Tools,
  { item, state }: ItemState,
  performed: readonly string[],
  times: number,
): Promise<ForbiddenAttempt[]> {
  const { collection, actions } = tools;
  const forbidden = collection.actions.filter(
    (action) => action.post && action.repeat !== 'same' && decideLegality(collection, action, state) === 'forbidden',
  );
  const tries: ForbiddenAttempt[] = [];
  for (const action of forbidden) {
    const before = performed.includes(action.name) ? await readActionRecord(tools, action, item) : undefined;
    for (let i = 0; i < times; i += 1) tries.push({ action, before, asked: await actions.perform(item, action) });
  }
  return tries;
}

/** The first record that a refused action created or changed, and that an untouched item does not show as well. */
export async function findStrayRecord(
  tools: Tools,
  { item }: ItemState,
  tries: readonly ForbiddenAttempt[],
  body: Json,
) {
  for (const { action, asked, before } of new Map(tries.map((one) => [one.action, one])).values()) {
    const found = await readActionRecord(tools, action, item);
    if (!found || (!before && !http.hasStatus(found, 200))) continue;
    const control =
      before ?? (await readActionRecord(tools, action, await tools.items.create(body, { role: 'control' })));
    const expected = readRecordMembers(tools, action, control);
    const actual = readRecordMembers(tools, action, found);
    const isUsual = compare.isEquivalent(expected, actual) || (!before && http.hasStatus(control ?? found, 200));
    if (!isUsual) return { found, expected, actual, shows: before ? [before, asked, found] : [asked, found] };
  }
  return undefined;
}

const readRecordMembers = ({ collection }: Tools, action: Action, look: Exchange | undefined): Json =>
  look && http.hasStatus(look, 200) ? pickRecordMembers(action, collection, look.answer?.json) : { record: 'none' };

async function readActionRecord({ client, actions }: Tools, action: Action, item: Item) {
  if (!action.get) return undefined;
  return client.send({
    method: 'GET',
    path: actions.buildPath(action, item),
    headers: { 'cache-control': 'no-cache' },
  });
}
