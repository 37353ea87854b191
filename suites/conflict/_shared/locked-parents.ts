import { type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import { hasTakenSent } from '../../_shared/members.js';
import { leadToState } from '../../_shared/states.js';

type NewNest = Awaited<ReturnType<Tools['related']['nest']>>;
type RefusedBelow = 'POST' | 'PUT' | 'PATCH';

export const lockingParents = needs.defineNeed('collection', {
  name: 'states that refuse writes below',
  reason: 'no state of the item above is declared that refuses writes below it',
  enable: 'resources[].states.lockedChildren',
  isMet: (collection) => Object.keys(readLocks(collection)).length > 0,
});

export interface ContentBelow {
  readonly body: Json;
  readonly replacement: Json;
  readonly patch: Json;
}

/** A write that the state of the item above refuses, and the same kind of write before. */
export interface WriteBelow {
  readonly asked: Exchange;
  readonly control: Exchange;
  /** GET after the write: of the new item, or of the written one. */
  readonly look: Exchange | undefined;
  readonly isDone: boolean;
}

/** Writes below an item in a state that refuses them. */
export interface WritesBelow {
  readonly state: string;
  readonly parent: Exchange;
  readonly tried: readonly WriteBelow[];
}

/** Leads an item with another one below it to a state that refuses writes below it, and sends them. */
export async function writeBelowLocked(tools: Tools, content: ContentBelow, turn: number): Promise<WritesBelow> {
  const nest = await tools.related.nest();
  const locks = Object.entries(readLocks(nest.collection));
  const [state = '', methods = []] = locks[turn % Math.max(locks.length, 1)] ?? [];
  const child = await nest.items.create(content.body, { role: 'control' });
  const controls = await sendAll(methods, child, nest, content, tools);
  const parent = await leadToState(tools, nest.parent, state, nest.above);
  const before = await child.get();
  const asked = await sendAll(methods, child, nest, content, tools);
  const tried = asked.flatMap(({ method, ...write }) => {
    const control = controls.find((one) => one.method === method)?.asked;
    return control ? [{ ...write, control, isDone: isDone({ method, ...write }, before) }] : [];
  });
  return { state, parent, tried };
}

const readLocks = ({ parents }: Collection): Readonly<Record<string, readonly RefusedBelow[]>> =>
  parents.find(({ locks }) => locks !== undefined)?.locks ?? {};

interface SentBelow extends Pick<WriteBelow, 'asked' | 'look'> {
  readonly method: RefusedBelow;
  readonly sent: Json;
}

async function sendAll(
  methods: readonly RefusedBelow[],
  child: Item,
  nest: NewNest,
  content: ContentBelow,
  tools: Tools,
): Promise<SentBelow[]> {
  const all: SentBelow[] = [];
  const { collection } = nest;
  for (const method of methods) {
    const isCreating = method === 'POST' || (method === 'PUT' && collection.creation?.isNamed === true);
    all.push(await (isCreating ? createBelow(method, nest, content) : writeBelow(method, child, nest, content, tools)));
  }
  return all;
}

async function createBelow(method: RefusedBelow, { items }: NewNest, { body }: ContentBelow): Promise<SentBelow> {
  const { exchange, item, sent } = await items.post(body);
  const look = item && http.hasStatus(exchange, 2) ? await item.get() : undefined;
  return { method, asked: exchange, look, sent };
}

async function writeBelow(
  method: 'PUT' | 'PATCH',
  child: Item,
  { collection }: NewNest,
  { replacement, patch }: ContentBelow,
  { client, fresh }: Tools,
): Promise<SentBelow> {
  const { request, method: sentMethod = method } = (method === 'PUT' ? collection.replace : collection.patch) ?? {};
  const plain = method === 'PUT' ? child.prepare(replacement) : http.preparePatch(child, patch);
  // Without a new value in it, a repeated write would show no effect.
  const { marker } = collection;
  const sent = marker === undefined ? plain : compare.setAtPointer(plain, marker, fresh.word());
  const headers = { 'content-type': request?.mediaType ?? 'application/json' };
  const asked = await client.send({ method: sentMethod, path: child.path, json: sent, headers });
  return { method, asked, look: await child.get(), sent };
}

/** Whether the new item is there, or a member that was sent has changed. */
function isDone({ method, asked, look, sent }: SentBelow, before: Exchange): boolean {
  if (!http.hasStatus(asked, 2) || look === undefined || !http.hasStatus(look, 200)) return false;
  if (method === 'POST' || look.path !== before.path) return true;
  return hasTakenSent(sent, before, look);
}
