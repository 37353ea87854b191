import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../src/demo/service/http/json.js';
import { type Kind, kindsUnder, parentMember } from './kinds.js';
import { collectionOf, pathOf, type Thing } from './stored-items.js';

/** A thing as the content of an answer, or as an entry of a page. */
export function representation(thing: Thing): JsonObject {
  const { kind, id, parent, input, createdAt, updatedAt, retirement } = thing;
  const member = parentMember(kind);
  return {
    id: shownId(kind, id),
    ...(parent && member && { [member]: shownId(parent.kind, parent.id) }),
    ...input,
    ...(kind.isRetirable && { status: retirement ? 'retired' : 'available' }),
    createdAt,
    updatedAt,
    links: linksOf(thing),
  };
}

/** The strong validator of a representation: equal octets have equal tags, and no others. */
export const entityTag = (body: Json): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

const shownId = ({ id }: Kind, text: string): Json => (id.type === 'integer' ? Number(text) : text);

function linksOf(thing: Thing): JsonObject {
  const { kind, input, retirement } = thing;
  const self = pathOf(thing);
  const { reference } = kind;
  return {
    self,
    ...Object.fromEntries(kindsUnder(kind).map((child) => [child.plural, collectionOf(child, thing)])),
    ...(reference && { [reference.to.name]: `/${reference.to.plural}/${input[reference.member]}` }),
    ...(kind.isRetirable && !retirement && { retirement: `${self}/retirement` }),
  };
}
