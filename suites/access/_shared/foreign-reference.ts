import { assume, type Collection, compare, http, type Json, needs, type Tools } from '#rule';
import { otherTenant } from './attempts.js';

/** A member of the creation names other items. */
export const referringToItems = needs.defineNeed('collection', {
  name: 'references to items',
  reason: 'no member of the creation names another item',
  enable: 'resources[].parents',
  isMet: ({ references = [] }) => references.length > 0,
});

/**
 * Creates an item of the other tenant, and refers to it. Throws InconclusiveError where the other tenant cannot create one, or where
 * the usual caller can read it.
 */
export async function referToOtherTenant(tools: Tools, body: Json, turn: number) {
  const { collection, items, client, fresh } = tools;
  const { references = [] } = collection;
  const pointer = references[turn % Math.max(references.length, 1)] ?? '';
  const theirs = await tools.related.createAs(otherTenant, findReferred(collection, pointer));
  const owned = await client.send({ method: 'GET', path: theirs.path, as: otherTenant, role: 'control' });
  const hidden = await client.send({ method: 'GET', path: theirs.path });
  assume(http.hasStatus(owned, 200), 'setup', `GET returned ${owned.answer?.status} to the other tenant`);
  const isHidden = http.hasStatus(hidden, 403, 404, 410);
  assume(isHidden, 'no-usable-case', `GET of an item of the other tenant returned ${hidden.answer?.status}`);
  const known = collection.overrides[pointer] ?? (await items.create(body)).id;
  assume(isId(known) && theirs.id !== '', 'no-usable-case', 'no known value of the reference was found');
  const inType = (id: string) => (typeof known === 'number' ? Number(id) : id);
  const post = (value: Json) => {
    const text = writeReference(tools, setReference(items.draft(body), pointer, value));
    return items.post(body, { text, role: 'control' });
  };
  const accepted = (await post(known)).exchange;
  const refused = (await post(inType(fresh.idLike(String(known))))).exchange;
  const id = inType(theirs.id);
  const created = await post(id);
  const path = created.item?.path;
  const look = path === undefined ? undefined : await client.send({ method: 'GET', path });
  const isStored = look !== undefined && http.hasStatus(look, 200) && showsValue(look.answer?.json, pointer, id);
  return { pointer, owned, hidden, accepted, refused, foreign: created.exchange, look, isStored };
}

/** The collection of the items that a member names: that of the parent with this place, otherwise the collection itself. */
const findReferred = ({ parents, name }: Collection, pointer: string): string =>
  parents.find(({ place }) => place === pointer)?.collection ?? name;

const isId = (value: Json | undefined): value is string | number =>
  /^(string|number)$/.test(typeof value) && value !== '';

/** The reference, in a list where the member is one. */
const setReference = (body: Json, pointer: string, value: Json): Json =>
  pointer.endsWith('/0')
    ? compare.setAtPointer(body, pointer.slice(0, -2), [value])
    : compare.setAtPointer(body, pointer, value);

/** The content as text, so that the reference is not replaced by a known one. */
function writeReference({ collection: { idempotency }, fresh }: Tools, body: Json): string {
  const isInside = idempotency?.in === 'body';
  return JSON.stringify(isInside ? compare.setAtPointer(body, `/${idempotency.name}`, fresh.key()) : body);
}

function showsValue(json: Json | undefined, pointer: string, value: Json): boolean {
  const shown = compare.getAtPointer(json, pointer);
  return shown !== undefined && compare.isEquivalent(shown, value);
}
