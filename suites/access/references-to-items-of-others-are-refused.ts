import {
  assume,
  compare,
  defineRule,
  held,
  http,
  inconclusive,
  type Json,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { otherTenant, privateItems } from './_shared/attempts.js';

const referringToItems = needs.defineNeed('collection', {
  name: 'references to items',
  reason: 'no member of the creation names another item',
  enable: 'resources[].parents',
  isMet: ({ references = [] }) => references.length > 0,
});

/** The controls are a reference to an own item, which is accepted, and one to no item, which is refused. */
export default defineRule({
  clause: 'AUTH-07',
  title: 'A reference to a private item of another caller is refused',
  otherwise: 'A reference to a private item of another caller was stored',
  doubt: 'A service may take a reference that its owner has shared, which a caller cannot see.',
  touches: 'writes',
  needs: [needs.postable, needs.readable, privateItems, referringToItems, needs.credentialsFor('otherTenant')],
  assumes: ['creation/created-item-is-readable', 'access/private-items-cannot-be-read-by-others'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3) }),
  when: ({ body, turn }, tools) => referToOtherTenant(tools, body, turn),
  then: ({ pointer, owned, hidden, accepted, refused, foreign, look, isStored }) => {
    if (http.hasStatus(refused, 2))
      return inconclusive('no-usable-case', `POST takes an unknown ${pointer}, so no item needs to exist`);
    if (!http.hasStatus(refused, 400, 404, 409, 410, 422) || !http.hasStatus(accepted, 2))
      return inconclusive('setup', `POST with a known ${pointer} returned ${accepted.answer?.status}`);
    if (http.hasStatus(foreign, 400, 403, 404, 409, 410, 422)) return held;
    if (!http.hasStatus(foreign, 2) || !isStored || look === undefined)
      return inconclusive('setup', `POST returned ${foreign.answer?.status}, and GET does not show the reference`);
    return violated({
      expected: `a 4xx status for ${pointer} of another caller, as for an unknown one`,
      actual: `POST returned ${foreign.answer?.status}, and GET shows the reference`,
      shows: [owned, hidden, refused, foreign, look],
    });
  },
  silentIn: ['order-predecessors', 'access-bearer', 'access-basic', 'hides-existence'],
});

/** Creates an item of the other tenant that the usual caller cannot read, and refers to it, or ends the case. */
async function referToOtherTenant(tools: Tools, body: Json, turn: number) {
  const { collection, items, client, fresh } = tools;
  const { references = [] } = collection;
  const pointer = references[turn % Math.max(references.length, 1)] ?? '';
  const above = collection.parents.find(({ place }) => place === pointer)?.collection;
  const theirs = await tools.related.createAs(otherTenant, above ?? collection.name);
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
  const look = created.item && (await client.send({ method: 'GET', path: created.item.path }));
  const shown = compare.getAtPointer(look?.answer?.json, pointer);
  const isStored = look?.answer?.status === 200 && shown !== undefined && compare.isEquivalent(shown, id);
  return { pointer, owned, hidden, accepted, refused, foreign: created.exchange, look, isStored };
}

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
