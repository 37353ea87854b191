import { isEquivalent } from '../../model/difference.js';
import { getAtPointer, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { listMemberSchemas, resolveReference } from './unique-values.js';

/** Schema keywords with which an additional member cannot make an invalid body valid. */
const harmlessKeywords = new Set(
  ['type', 'properties', 'required', 'additionalProperties', '$ref', 'allOf', 'title', 'description', 'example'].concat(
    ['examples', '$schema', '$id', '$defs', 'definitions', 'deprecated', 'discriminator', 'xml', 'externalDocs'],
  ),
);

/** Keywords that are allowed in the schema of the marker member. */
const harmlessMemberKeywords = new Set(
  ['type', 'maxLength', 'minLength', 'title', 'description', 'example', 'examples'].concat([
    'default',
    '$ref',
    'allOf',
    'deprecated',
    'nullable',
    '$comment',
  ]),
);

/**
 * Whether the marker may be added to a generated body that omits its member. Every creation carries the marker, so that
 * it is found after the run was killed; but the marker must not make an intentionally invalid body valid.
 */
export function canCarryMarker(
  { marker, create, semanticInvalid, conflicts }: Collection,
  body: Json,
  document?: Json,
): boolean {
  if (marker === undefined || !isObject(body)) return false;
  const drawn = getAtPointer(body, marker);
  if (drawn !== undefined && drawn !== '') return false;
  if ([...semanticInvalid, ...conflicts].some((vouched) => isEquivalent(vouched, body))) return false;
  const schema = create?.request?.schema;
  const parts = listSchemaParts(schema, document);
  const name = marker.slice(1);
  const isPlain = parts.every((part) =>
    Object.keys(part).every((keyword) => harmlessKeywords.has(keyword) || keyword.startsWith('x-')),
  );
  const isAsked = parts.some(({ required }) => Array.isArray(required) && (required as readonly Json[]).includes(name));
  const said = listMemberSchemas(schema, document, marker);
  return parts.length > 0 && isPlain && said.length > 0 && !(isAsked && drawn === undefined) && said.every(isFreeText);
}

/** Free text, which may be empty. */
const isFreeText = (part: JsonObject): boolean =>
  Object.keys(part).every((keyword) => harmlessMemberKeywords.has(keyword) || keyword.startsWith('x-')) &&
  [part.type].flat().every((type) => type === undefined || type === 'string' || type === 'null') &&
  !(typeof part.minLength === 'number' && part.minLength > 0);

/** Lists a schema and everything it refers to for the whole body. */
function listSchemaParts(schema: Json | undefined, document: Json | undefined, depth = 0): JsonObject[] {
  if (!isObject(schema) || depth > 8) return [];
  const { $ref, allOf } = schema;
  const below = [resolveReference($ref, document), ...(Array.isArray(allOf) ? allOf : [])];
  return [schema, ...below.flatMap((part) => listSchemaParts(part, document, depth + 1))];
}

/** Where nothing describes the items, a text at the top without a form of its own gets the marker: it shows whose an item is. */
export function adoptMarker(collection: Collection, schema: Json, member: string, document: Json | undefined) {
  const { marker, create } = collection;
  if (marker !== undefined || create?.provenance !== 'assumed' || parsePointer(member).length !== 1) return collection;
  const said = listMemberSchemas(schema, document, member);
  const isText = said.length > 0 && said.every((part) => part.type === 'string' && isFreeText(part));
  return isText ? { ...collection, marker: member } : collection;
}
