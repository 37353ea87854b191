import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { followReference, listMembers } from '../recognize/schema-shape.js';

/** Maximum number of examples of one request that are kept. */
const maxExamples = 3;

/**
 * All examples that a document shows of one content: those of the media type, then those of its schema, which may be that
 * of responses too, so that members which no client sends are left out.
 */
export function readExamples(document: JsonObject, media: JsonObject): Json[] {
  const named = isObject(media.examples)
    ? Object.values(media.examples).map((one) => followReference(document, one).value)
    : [];
  const schema = followReference(document, media.schema);
  const several = Array.isArray(schema.examples) ? (schema.examples as Json[]) : [];
  const own = [media.example, ...named];
  const shared = [schema.example, ...several].map((value) => value && omitReadOnly(document, media.schema, value));
  const all = [...own, ...shared].filter((value) => value !== undefined) as Json[];
  const distinct = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].slice(0, maxExamples);
}

function omitReadOnly(document: JsonObject, schema: Json | undefined, value: Json): Json {
  if (!isObject(value)) return value;
  const members = listMembers(document, schema);
  return Object.fromEntries(
    Object.entries(value as JsonObject).filter(([name]) => members.get(name)?.schema.readOnly !== true),
  ) as Json;
}
