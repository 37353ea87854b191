import {
  assume,
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  type Tools,
  violated,
} from '#rule';
import { leadToState, type StateModel } from '../../_shared/states.js';

type ItemWrite = 'PUT' | 'PATCH';

/** The methods that can write an item without setting its state: PUT that is not declared to set it, and PATCH that does not name it. */
const listOtherWrites = ({ states, replace, patch }: Collection): ItemWrite[] => [
  ...(replace?.request !== undefined && !states?.setBy?.includes('PUT') ? (['PUT'] as const) : []),
  ...(patch?.request === undefined ? [] : (['PATCH'] as const)),
];

export const canKeepState = needs.defineNeed('collection', {
  name: 'states that a write keeps',
  reason: 'no states are declared, or each write may set them',
  enable: 'resources[].states',
  isMet: (collection) =>
    collection.states !== undefined &&
    listLater(collection.states).length > 0 &&
    listOtherWrites(collection).length > 0,
});

/** The states that actions and writes lead to, without the first one. */
const listLater = ({ initial, transitions, next = {} }: StateModel): string[] => [
  ...new Set(
    [...Object.values(transitions).flatMap((ways) => Object.values(ways)), ...Object.values(next).flat()].filter(
      (state) => state !== initial,
    ),
  ),
];

/** A write to an item in a state, and the item before and after it. */
export interface StateKeeping {
  readonly state: string;
  readonly before: Exchange;
  readonly written: Exchange;
  readonly after: Exchange;
  /** Two reads of another item in the state, with no write in between; only where the state has changed. */
  readonly idle: readonly Exchange[] | undefined;
}

const maxStates = 4;

/** Leads items to each state that permits a write, and sends the writes, until one changes the state. */
export async function writeInStates(
  tools: Tools,
  body: Json,
  content: { readonly replacement: Json; readonly patch: Json },
  turn: number,
): Promise<readonly StateKeeping[]> {
  const { collection } = tools;
  const { states } = collection;
  assume(states !== undefined, 'no-usable-case', 'no states are declared');
  const open = (state: string) =>
    listOtherWrites(collection).filter((method) => !states.locked?.[state]?.includes(method));
  const usable = listLater(states).filter((state) => open(state).length > 0);
  const first = turn % Math.max(usable.length, 1);
  assume(usable.length > 0, 'no-usable-case', 'each state refuses these writes');
  const tried: StateKeeping[] = [];
  for (const state of [...usable.slice(first), ...usable.slice(0, first)].slice(0, maxStates)) {
    const reached = await reachState(tools, body, state);
    let { look: before } = reached;
    for (const method of open(state)) {
      const written = await sendWithoutState(tools, method, reached.item, content, state);
      const after = await reached.item.get();
      const isKept = compare.readState(collection, after.answer?.json) === state;
      const isJudged = http.hasStatus(written, 200, 204) && http.hasStatus(after, 200) && !isKept;
      tried.push({ state, before, written, after, idle: isJudged ? await readIdle(tools, body, state) : undefined });
      if (!isKept) return tried;
      before = after;
    }
  }
  return tried;
}

async function reachState(tools: Tools, body: Json, wanted: string) {
  const item = await tools.items.create(body, { role: 'control' });
  return { item, look: await leadToState(tools, item, wanted) };
}

/** PUT names the present state, in case it may set one; where that is refused, it names none. A patch names it only where it would be empty. */
async function sendWithoutState(
  { collection }: Tools,
  method: ItemWrite,
  item: Item,
  { replacement, patch }: { readonly replacement: Json; readonly patch: Json },
  state: string,
): Promise<Exchange> {
  const pointer = collection.states?.pointer ?? '';
  if (method === 'PUT') {
    const content = item.prepare(replacement);
    const named = await item.put(compare.setAtPointer(content, pointer, state));
    const isOptional = compare.getAtPointer(content, pointer) === undefined;
    return isOptional && http.hasStatus(named, 400, 422) ? item.put(content) : named;
  }
  const content = http.preparePatch(item, patch);
  if (compare.getAtPointer(content, pointer) === undefined) return item.patch(content);
  const [name, ...inner] = compare.parsePointer(pointer);
  const others = Object.entries(compare.isObject(content) ? content : {}).filter(([one]) => one !== name);
  const isEmpty = others.length === 0 || inner.length > 0;
  return item.patch(isEmpty ? compare.setAtPointer(content, pointer, state) : Object.fromEntries(others));
}

async function readIdle(tools: Tools, body: Json, state: string): Promise<readonly Exchange[]> {
  const { item, look } = await reachState(tools, body, state);
  return [look, await item.get()];
}

/** Whether a write left the state as it was. */
export function judgeState({ state, before, written, after, idle }: StateKeeping, collection: Collection): Finding {
  const read = (look: Exchange) => compare.readState(collection, look.answer?.json);
  if (!http.hasStatus(written, 200, 204))
    return inconclusive('setup', `${written.method} in state ${state} returned ${written.answer?.status}`);
  if (!http.hasStatus(after, 200) || [before, after].some(http.isCached))
    return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
  if (read(after) === state) return held;
  if (idle === undefined || idle.some((look) => read(look) !== state))
    return inconclusive('noise', `an item does not stay ${state} without a write either`);
  return violated({
    expected: { state },
    actual: { state: read(after) ?? 'none' },
    shows: [before, written, after],
  });
}
