import { assume, type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import type { StateModel } from '../../_shared/states.js';

export type StateWrite = 'PUT' | 'PATCH';

type WritableCollection = Pick<Collection, 'states' | 'replace' | 'patch'>;

export const listStateWrites = ({ states, replace, patch }: WritableCollection): StateWrite[] =>
  (['PATCH', 'PUT'] as const).filter(
    (method) => states?.setBy?.includes(method) && (method === 'PUT' ? replace : patch)?.request,
  );

export const writableStates = needs.defineNeed('collection', {
  name: 'states that clients write',
  reason: 'no states are declared that clients write with PUT or PATCH',
  enable: 'resources[].states.setBy',
  isMet: (collection) => collection.states?.next !== undefined && listStateWrites(collection).length > 0,
});

/** Writes a state: in a patch of nothing else, or in a replacement with what the item was created with. */
export async function writeState(
  item: Item,
  method: StateWrite,
  state: string,
  { client, collection }: Pick<Tools, 'client' | 'collection'>,
  role?: 'control',
): Promise<Exchange> {
  const { states, replace, patch } = collection;
  const json = compare.setAtPointer(method === 'PUT' ? item.sent : {}, states?.pointer ?? '', state);
  const mediaType = (method === 'PUT' ? replace : patch)?.request?.mediaType ?? 'application/json';
  const headers = { 'content-type': mediaType };
  return client.send({ method, path: item.path, json, headers, ...(role && { role }) });
}

export function listStates({ initial, next = {}, terminal }: StateModel): string[] {
  const first = initial === undefined ? [] : [initial];
  return [...new Set([...first, ...Object.keys(next), ...Object.values(next).flat(), ...terminal])];
}

/** The states that may not follow a state, itself excluded; none where nothing is declared of it. */
export function listForbiddenNext(states: StateModel, state: string): string[] {
  const { next = {}, terminal } = states;
  if (next[state] === undefined && !terminal.includes(state)) return [];
  return listStates(states).filter((other) => other !== state && !next[state]?.includes(other));
}

/** Creates an item and leads it to a state by allowed writes. Throws InconclusiveError where that fails. */
export async function createInWrittenState(tools: Tools, body: Json, isWanted: (state: string) => boolean) {
  const { collection, items } = tools;
  const item = await items.create(body, { role: 'control' });
  const first = await http.readBack(item);
  const start = compare.readState(collection, first.answer?.json);
  assume(start !== undefined, 'setup', `the item shows no state at ${collection.states?.pointer}`);
  const { next = {} } = collection.states ?? {};
  const steps = Object.entries(next).map(([state, after]) => [
    state,
    Object.fromEntries(after.map((one) => [one, one])),
  ]);
  const way =
    collection.states &&
    compare.findStatePath({ ...collection.states, transitions: Object.fromEntries(steps) }, start, isWanted);
  assume(way !== undefined, 'no-usable-case', `no such state can be reached from ${start}`);
  const [method] = listStateWrites(collection);
  assume(method !== undefined, 'no-usable-case', 'neither PUT nor PATCH writes the state');
  for (const state of way) {
    const written = await writeState(item, method, state, tools, 'control');
    const told = `${method} of the allowed state ${state} returned ${written.answer?.status}`;
    assume(http.hasStatus(written, 200, 204), 'setup', told);
  }
  const state = way.at(-1) ?? start;
  const isThere = ({ answer }: Exchange) => compare.readState(collection, answer?.json) === state;
  const look = way.length === 0 ? first : await item.getUntil(isThere);
  assume(isThere(look), 'setup', `the item is not ${state} afterwards`);
  return { item, state, look };
}

/** A write of a state that may not follow, and what came of it. */
export interface ForbiddenChange {
  readonly asked: Exchange;
  readonly look: Exchange;
  readonly target: string;
  readonly isDone: boolean;
  /** Whether the same write succeeds in a state that allows it; only tried where the refusal is another one than 409. */
  readonly isRight: boolean;
}

/** Writes a state that may not follow, with each method that writes states, until one succeeds. */
export async function tryForbiddenChanges(tools: Tools, body: Json, turn: number) {
  const { collection } = tools;
  const { states } = collection;
  const left = states ? listStates(states).filter((state) => listForbiddenNext(states, state).length > 0) : [];
  const wanted = pickTurn(left, turn);
  const stated = await createInWrittenState(tools, body, (state) => state === wanted);
  const targets = states ? listForbiddenNext(states, stated.state) : [];
  const target = pickTurn(targets, turn, left.length);
  const tried: ForbiddenChange[] = [];
  for (const method of target === undefined ? [] : listStateWrites(collection)) {
    if (target === undefined || tried.some(({ isDone }) => isDone)) break;
    const asked = await writeState(stated.item, method, target, tools);
    const look = await stated.item.get();
    const isDone = compare.readState(collection, look.answer?.json) === target;
    const isOdd = http.hasStatus(asked, 4) && !http.hasStatus(asked, 409);
    tried.push({
      asked,
      look,
      target,
      isDone,
      isRight: isOdd && (await isAllowedElsewhere(tools, body, method, target)),
    });
  }
  return { stated, tried };
}

async function isAllowedElsewhere(tools: Tools, body: Json, method: StateWrite, target: string): Promise<boolean> {
  const { states } = tools.collection;
  const other = await createInWrittenState(tools, body, (state) => states?.next?.[state]?.includes(target) === true);
  return http.hasStatus(await writeState(other.item, method, target, tools, 'control'), 200, 204);
}

/** Picks one of several states, and one of several methods and targets, by the turn of a case. */
export function pickTurn<T>(all: readonly T[], turn: number, before = 1): T | undefined {
  return all[Math.floor(turn / Math.max(before, 1)) % Math.max(all.length, 1)];
}
