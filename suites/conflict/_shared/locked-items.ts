import { assume, type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import { hasTakenSent } from '../../_shared/members.js';
import { leadToState, type StateModel } from '../../_shared/states.js';

type LockableWrite = 'PUT' | 'PATCH' | 'DELETE';

export const lockingStates = needs.defineNeed('collection', {
  name: 'states that refuse writes',
  reason: 'no state is declared that refuses PUT, PATCH or DELETE',
  enable: 'resources[].states.locked',
  isMet: ({ states }) => Object.values(states?.locked ?? {}).some((methods) => methods.length > 0),
});

export interface LockedContent {
  readonly replacement: Json;
  readonly patch: Json;
}

/** A write that the state refuses, and the same write where it succeeds, and has an effect. */
export interface LockedWrite {
  readonly asked: Exchange;
  readonly sent: Json;
  readonly control: Exchange | undefined;
  /** GET after the write. */
  readonly look: Exchange;
}

/** Leads an item to a state that refuses writes, and sends them, unless it could not be removed afterwards. */
export async function writeLocked(tools: Tools, body: Json, content: LockedContent, turn: number) {
  const { states } = tools.collection;
  const locked = Object.entries(states?.locked ?? {}).filter(
    ([state, methods]) => methods.length > 0 && states !== undefined && canBeRemovedLater(states, state),
  );
  assume(locked.length > 0, 'no-usable-case', 'items in such a state could not be removed afterwards');
  const [state = '', methods = []] = locked[turn % Math.max(locked.length, 1)] ?? [];
  const item = await tools.items.create(body, { role: 'control' });
  await leadToState(tools, item, state);
  const before = await item.get();
  const tried: LockedWrite[] = [];
  for (const method of methods) {
    if (method === 'DELETE' && !tools.collection.remove) continue;
    const write = await sendOne(method, item, content, tools);
    if (write === undefined) continue;
    const look = await item.get();
    const control = await controlWrite({ ...write, look }, before, () => tryUnlocked(tools, method, body, content));
    tried.push({ ...write, look, control });
    if (http.hasStatus(look, 404, 410)) break;
  }
  const after = await item.get();
  const isEqual = compare.findDifferences(before.answer?.json, after.answer?.json).length === 0;
  const again = isEqual ? undefined : await item.get();
  // The run can only remove the item where DELETE is allowed.
  const isFree = (other: string) => !isLocked(states, other, 'DELETE');
  if (!isFree(state)) await tools.actions.lead(item, state, isFree);
  return { state, before, tried, after, again };
}

/** The control of a write that was refused otherwise, or that returned a success without an effect. */
async function controlWrite(
  write: Omit<LockedWrite, 'control'>,
  before: Exchange,
  tryIt: () => ReturnType<typeof tryUnlocked>,
): Promise<Exchange | undefined> {
  const isOdd = http.hasStatus(write.asked, 4) && !http.hasStatus(write.asked, 409);
  const isIdle = http.hasStatus(write.asked, 2) && !hasChangedItem(write, before);
  const control = isOdd || isIdle ? await tryIt() : undefined;
  return isIdle && !control?.isDone ? undefined : control?.asked;
}

/** Whether a write that returned a success changed a member that it sent, or removed the item. */
export function hasChangedItem({ asked, sent, look }: Omit<LockedWrite, 'control'>, before: Exchange): boolean {
  if (!http.hasStatus(asked, 2)) return false;
  if (asked.method === 'DELETE') return http.hasStatus(look, 404, 410);
  return hasTakenSent(sent, before, look);
}

async function sendOne(
  method: LockableWrite,
  item: Item,
  { replacement, patch }: LockedContent,
  { collection, client }: Pick<Tools, 'collection' | 'client'>,
): Promise<Pick<LockedWrite, 'asked' | 'sent'> | undefined> {
  if (method === 'DELETE') return { asked: await item.delete(), sent: null };
  const operation = method === 'PUT' ? collection.replace : collection.patch;
  if (!operation?.request) return undefined;
  const plain = method === 'PUT' ? item.prepare(replacement) : http.preparePatch(item, patch);
  const sent = keepState(plain, item, method, collection);
  const headers = { 'content-type': operation.request.mediaType };
  return { asked: await client.send({ method: operation.method, path: item.path, json: sent, headers }), sent };
}

/** A replacement names the state that the item has, not its first one. */
function keepState(sent: Json, item: Item, method: LockableWrite, { states }: Pick<Collection, 'states'>): Json {
  const isNamed = states !== undefined && method === 'PUT' && compare.getAtPointer(sent, states.pointer) !== undefined;
  return isNamed ? compare.setAtPointer(sent, states.pointer, compare.getAtPointer(item.sent, states.pointer)) : sent;
}

/** The same kind of write to an item in its first state; undefined where it is refused, too, or that state is locked. */
async function tryUnlocked(tools: Tools, method: LockableWrite, body: Json, content: LockedContent) {
  const item = await tools.items.create(body, { role: 'control' });
  const before = await http.readBack(item);
  const state = compare.readState(tools.collection, before.answer?.json);
  if (state === undefined || isLocked(tools.collection.states, state, method)) return undefined;
  const write = await sendOne(method, item, content, tools);
  if (write === undefined || !http.hasStatus(write.asked, 2)) return undefined;
  return { asked: write.asked, isDone: hasChangedItem({ ...write, look: await item.get() }, before) };
}

const isLocked = (states: StateModel | undefined, state: string, method: LockableWrite): boolean =>
  states?.locked?.[state]?.includes(method) === true;

/** Whether DELETE is allowed in a state, or in one that follows it. */
const canBeRemovedLater = (states: StateModel, state: string): boolean =>
  listFollowing(states, state).some((other) => !isLocked(states, other, 'DELETE'));

/** A state, and all that clients can lead on to. */
function listFollowing({ next = {}, transitions }: StateModel, state: string): readonly string[] {
  const found = [state];
  for (const one of found)
    found.push(
      ...[...(next[one] ?? []), ...Object.values(transitions[one] ?? {})].filter((other) => !found.includes(other)),
    );
  return found;
}
