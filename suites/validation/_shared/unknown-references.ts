import { assume, type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import { writeUnchanged } from './declared-body.js';

/** A member of the creation names other items, and items can be changed. */
export const referring = needs.defineNeed('collection', {
  name: 'references',
  reason: 'no member of the creation names another item, or items have neither PUT nor PATCH',
  enable: 'resources[].parents',
  isMet: ({ references = [], replace, patch }) =>
    references.length > 0 && (replace?.request !== undefined || patch?.request !== undefined),
});

/** A PUT or PATCH of a reference to an item that does not exist, and GET after it. */
export interface ReferringWrite {
  readonly write: Exchange;
  readonly isStored: boolean;
  readonly look: Exchange | undefined;
}

/**
 * Creates with a reference that nothing has and, as a control, with one that exists. Where only the first is refused, it changes
 * an item to such references; a list gets one after a known one, too.
 */
export async function tryUnknownReferences(tools: Tools, bodies: readonly Json[], turn: number) {
  const { collection, items, fresh } = tools;
  const { references = [] } = collection;
  const pointer = references[turn % Math.max(references.length, 1)] ?? '';
  const body = bodies.find((one) => isReferenceValue(compare.getAtPointer(one, pointer))) ?? bodies[0] ?? null;
  const item = await items.create(body);
  await http.readBack(item);
  const sent = compare.getAtPointer(item.sent, pointer);
  const known = isReferenceValue(sent) ? sent : await nameOwnItem(tools, body);
  const invent = () => (typeof known === 'number' ? Number(fresh.idLike(String(known))) : fresh.idLike(known));
  const [place, wrap] = pointer.endsWith('/0')
    ? [pointer.slice(0, -2), (value: Json): Json => [value]]
    : [pointer, (value: Json): Json => value];
  const post = async (value: Json) => {
    const text = writeUnchanged(compare.setAtPointer(items.draft(body), place, wrap(value)), tools);
    return (await items.post(body, { text, role: 'control' })).exchange;
  };
  const [refused, accepted] = [await post(invent()), await post(known)];
  const isPlain = http.hasStatus(refused, 400, 404, 409, 410, 422) && http.hasStatus(accepted, 200, 201);
  const contents: Json[] = place === pointer ? [invent()] : [[invent()], [known, invent()]];
  const writes = isPlain ? await writeContents(collection, item, place, contents) : [];
  return { pointer: place, refused, accepted, writes };
}

async function writeContents(collection: Collection, item: Item, place: string, contents: readonly Json[]) {
  const writes: ReferringWrite[] = [];
  for (const content of contents)
    for (const send of listWrites(collection, item, place, content)) {
      const write = await send();
      const look = http.hasStatus(write, 200, 204) ? await item.get() : undefined;
      writes.push({ write, look, isStored: look !== undefined && showsReference(look, place, content) });
    }
  return writes;
}

function listWrites({ replace, patch }: Collection, item: Item, place: string, content: Json) {
  const put = () => item.put(compare.setAtPointer(item.sent, place, content));
  const merge = () => item.patch(compare.setAtPointer({}, place, content));
  return [...(replace?.request ? [put] : []), ...(patch?.request ? [merge] : [])];
}

function showsReference(look: Exchange, place: string, content: Json): boolean {
  const shown = http.hasStatus(look, 200) ? compare.getAtPointer(look.answer?.json, place) : undefined;
  return shown !== undefined && compare.isEquivalent(shown, content);
}

/** Another item of the collection, for an optional reference that generated bodies leave out. */
async function nameOwnItem({ items }: Tools, body: Json): Promise<string> {
  const { id } = await items.create(body, { role: 'control' });
  assume(id !== '', 'no-usable-case', 'no known value of the reference was found');
  return id;
}

const isReferenceValue = (value: Json | undefined): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';
