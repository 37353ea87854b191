import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../src/demo/service/http/json.js';
import { getParentMember, type ItemKind, listKindsUnder } from './kinds.js';
import { getCollectionPath, getItemPath, type LibraryItem } from './stored-items.js';

/** An item as the content of a response, or as an entry of a page. */
export function representItem(thing: LibraryItem): JsonObject {
  const { kind, id, parent, input, createdAt, updatedAt, retirement } = thing;
  const member = getParentMember(kind);
  return {
    id: renderId(kind, id),
    ...(parent && member && { [member]: renderId(parent.kind, parent.id) }),
    ...input,
    ...(kind.isRetirable && { status: retirement ? 'retired' : 'available' }),
    createdAt,
    updatedAt,
    links: createItemLinks(thing),
  };
}

/** The strong validator of a representation: equal octets have equal tags, and no others. */
export const createEntityTag = (body: Json): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

const renderId = ({ id }: ItemKind, text: string): Json => (id.type === 'integer' ? Number(text) : text);

function createItemLinks(thing: LibraryItem): JsonObject {
  const { kind, input, retirement } = thing;
  const self = getItemPath(thing);
  const { reference } = kind;
  return {
    self,
    ...Object.fromEntries(listKindsUnder(kind).map((child) => [child.plural, getCollectionPath(child, thing)])),
    ...(reference && { [reference.to.name]: `/${reference.to.plural}/${input[reference.member]}` }),
    ...(kind.isRetirable && !retirement && { retirement: `${self}/retirement` }),
  };
}
