import { type Exchange, getHeader, hasStatus } from '../../../model/exchange.js';
import { parseMediaType } from '../../../model/field/media-type.js';
import { isObject, type Json, type JsonObject, parsePointer } from '../../../model/json.js';
import type { Fact } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import type { CorrectedCollection, WriteKind } from './correct-body.js';
import { flattenSchema } from './flatten-schema.js';

/** Names of members whose values often must be unique. */
const uniqueNamePattern =
  /^(name|title|slug|code|key|sku|email|username|login|handle|reference|number)$|_?(code|slug|sku|email|reference|number)$/i;

/**
 * Narrows a body when the refusal does not say what is wrong: first values that may be taken are made unique, then
 * optional members are omitted.
 */
export function narrowBody(
  collection: Collection,
  writing: WriteKind,
  refusal: Exchange,
  document: Json | undefined,
): CorrectedCollection | undefined {
  const operation = collection[writing];
  const schema = flattenSchema(operation?.request?.schema as Json | undefined, document);
  if (operation?.request === undefined || !isObject(schema?.properties)) return undefined;
  // A refused update conflicts with the state of the item itself, not with another item.
  if (hasStatus(refusal, 409))
    return writing === 'create' ? markValuesUnique(collection, refusal, Object.keys(schema.properties)) : undefined;
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const marker = parsePointer(collection.marker ?? '')[0];
  const first = writing === 'patch' ? pickPatchMember(schema.properties, operation.request.example, marker) : undefined;
  const kept = Object.entries(schema.properties).filter(([name]) =>
    writing === 'patch' ? name === first : required.includes(name) || name === marker,
  );
  const left = Object.keys(schema.properties).filter((name) => !kept.some(([other]) => other === name));
  if (left.length === 0 || kept.length === 0) return undefined;
  const { example: _, ...request } = operation.request;
  const narrow = { ...schema, properties: Object.fromEntries(kept) };
  return {
    collection: { ...collection, [writing]: { ...operation, request: { ...request, schema: narrow } } },
    changes: [],
    omitted: Object.entries(schema.properties)
      .filter(([name]) => left.includes(name))
      .map(([name, member]) => ({ name, schema: member })),
  };
}

/** The member with which patches begin: that of the marker, of the example, or the first one. */
const pickPatchMember = (properties: JsonObject, example: Json | undefined, marker: string | undefined) =>
  [marker, ...Object.keys(isObject(example) ? example : {}), ...Object.keys(properties)].find(
    (name) => name !== undefined && Object.hasOwn(properties, name),
  );

/** Uniqueness is only assumed, so no rule may depend on it. */
const createUniqueFact = ({ method, path, n }: Exchange, value: readonly string[]): Fact => ({
  about: 'unique',
  value,
  provenance: 'assumed',
  evidence: `${method} ${path} (exchange ${n})`,
});

function markValuesUnique(collection: Collection, refusal: Exchange, names: readonly string[]) {
  const unique = names.filter((name) => uniqueNamePattern.test(name)).map((name) => `/${name}`);
  const added = unique.filter((pointer) => !collection.unique.includes(pointer));
  if (added.length === 0) return undefined;
  return {
    collection: {
      ...collection,
      unique: [...collection.unique, ...added],
      facts: [...collection.facts.filter(({ about }) => about !== 'unique'), createUniqueFact(refusal, added)],
    },
    changes: [`${added.map((pointer) => pointer.slice(1)).join(', ')} has a new value each time`],
  };
}

/** Uses another media type: one that the service names (RFC 9110 §15.5.16, RFC 5789 §2.2), or the other common one. */
export function changeMediaType(
  collection: Collection,
  writing: WriteKind,
  refusal: Exchange,
): CorrectedCollection | undefined {
  const operation = collection[writing];
  if (operation?.request === undefined) return undefined;
  const told = [
    getHeader(refusal.answer, writing === 'patch' ? 'accept-patch' : 'accept-post'),
    getHeader(refusal.answer, 'accept'),
  ]
    .flatMap((list) => (list ?? '').split(','))
    .map((type) => parseMediaType(type).essence);
  const usual =
    writing === 'patch' ? ['application/merge-patch+json', 'application/json'] : ['application/x-www-form-urlencoded'];
  const isSendable = (type: string) => /[/+]json$/.test(type) && !parseMediaType(type).isJsonPatch;
  const mediaType = [...told.filter((type) => isSendable(type) || usual.includes(type)), ...usual].find(
    (type) => type !== operation.request?.mediaType,
  );
  if (mediaType === undefined || operation.provenance === 'described') return undefined;
  return {
    collection: { ...collection, [writing]: { ...operation, request: { ...operation.request, mediaType } } },
    changes: [`it is sent as ${mediaType}`],
  };
}
