import { assume, compare, type Exchange, http, type Item, type Items, type Json, type JsonObject, values } from '#rule';
import { readAfter } from './unchanged-item.js';

export interface RefusedWrites {
  readonly item: Item;
  readonly before: Exchange;
  readonly writes: readonly { readonly miss: values.NearMiss; readonly sent: Json; readonly write: Exchange }[];
}

export interface WriteKind {
  /** What is sent, for the report. */
  readonly name: 'a body' | 'a patch';
  /** The content for this item; undefined where it is no longer invalid. */
  readonly prepare: (item: Item, miss: values.NearMiss) => Json | undefined;
  readonly write: (item: Item, sent: Json) => Promise<Exchange>;
}

/** Writes that were all refused: where a lenient service accepts one, the others are sent to another item. */
export async function sendRefusedWrites(items: Items, body: Json, misses: readonly values.NearMiss[], way: WriteKind) {
  const first = await sendWrites(items, body, misses, way);
  assume(first.writes.length > 0, 'no-usable-case', 'the marker or a unique value made the invalid content valid');
  const refused = first.writes.filter(isRefused);
  assume(refused.length > 0, 'setup', explainAccepted(first, way) ?? '');
  if (refused.length === first.writes.length) return first;
  const left = refused.map(({ miss }) => miss);
  await restore(first.item, way);
  const again = await sendWrites(items, body, left, way);
  assume(again.writes.length > 0 && again.writes.every(isRefused), 'setup', explainAccepted(again, way) ?? '');
  return again;
}

/** GET after refused writes. What they changed is changed back. */
export async function readAndRestore({ item, before }: RefusedWrites, way: WriteKind) {
  const looks = await readAfter(item, before);
  if (looks.again !== undefined) await restore(item, way);
  return looks;
}

/** Gives an item the content from before: where a later case has the same item, the same requests have the same effect again. */
const restore = (item: Item, { write }: WriteKind): Promise<Exchange> => write(item, item.sent);

async function sendWrites(items: Items, body: Json, misses: readonly values.NearMiss[], way: WriteKind) {
  const item = await items.create(body);
  const before = await http.readBack(item);
  const writes = [];
  for (const miss of misses) {
    const sent = way.prepare(item, miss);
    if (sent === undefined) continue;
    const write = await way.write(item, sent);
    assume(!http.hasStatus(write, 401, 403), 'refused', told(way, miss, write));
    writes.push({ miss, sent, write });
  }
  return { item, before, writes };
}

const isRefused = ({ write }: Pick<RefusedWrites['writes'][number], 'write'>): boolean =>
  http.hasStatus(write, 4) && !http.hasStatus(write, 404, 405, 415);

function explainAccepted({ writes }: RefusedWrites, way: WriteKind): string | undefined {
  const taken = writes.find((one) => !isRefused(one));
  return taken && told(way, taken.miss, taken.write);
}

const told = ({ name }: WriteKind, miss: values.NearMiss, { answer }: Exchange): string =>
  `${name} with ${values.describeNearMiss(miss)} returned ${answer?.status}`;

/** Whether a patch can break the same constraint as a body, although a merge supplies what is missing below a member. */
export function canPatchBreak({ body, pointer, keyword }: values.NearMiss): boolean {
  const [name, ...below] = compare.parsePointer(pointer);
  if (name === undefined) return !compare.isObject(body);
  if (keyword === 'required') return below.length === 0;
  return compare.getAtPointer(body, compare.buildPointer([name])) !== undefined;
}

/** A valid patch with one invalid member; null removes one that is required (RFC 7396). */
export function createInvalidPatch(valid: JsonObject, { body, pointer, keyword }: values.NearMiss): Json {
  const [name] = compare.parsePointer(pointer);
  if (name === undefined) return body;
  const broken = keyword === 'required' ? null : (compare.getAtPointer(body, compare.buildPointer([name])) ?? null);
  const others = Object.entries(valid).filter(([member]) => member !== name);
  return { ...Object.fromEntries(others), [name]: broken };
}
