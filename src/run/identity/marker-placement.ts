import { isEquivalent } from '../../model/difference.js';
import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { listMemberSchemas } from './unique-values.js';

/** What a schema may say beside members without that one more of them could make a wrong body right. */
const harmlessKeywords = new Set(
  ['type', 'properties', 'required', 'additionalProperties', '$ref', 'allOf', 'title', 'description', 'example'].concat(
    ['examples', '$schema', '$id', '$defs', 'definitions', 'deprecated', 'discriminator', 'xml', 'externalDocs'],
  ),
);

/** What it may say of the member that carries the mark. */
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
 * Whether a drawn body that says nothing where the mark goes may carry it all the same. Everything that is made carries it,
 * so that it is found after a kill; but a body that was drawn to be refused must not be made right by it.
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

/** A schema and everything it refers to for the whole of a body. */
function listSchemaParts(schema: Json | undefined, document: Json | undefined, depth = 0): JsonObject[] {
  if (!isObject(schema) || depth > 8) return [];
  const { $ref, allOf } = schema;
  const target =
    typeof $ref === 'string' && $ref.startsWith('#')
      ? getAtPointer(document, decodeURIComponent($ref.slice(1)))
      : undefined;
  const below = [
    ...(target === undefined ? [] : [target]),
    ...(Array.isArray(allOf) ? (allOf as readonly Json[]) : []),
  ];
  return [schema, ...below.flatMap((part) => listSchemaParts(part, document, depth + 1))];
}
