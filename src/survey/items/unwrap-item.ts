import { isObject, type Json, type JsonObject, normalizeName } from '../../model/json.js';
import { findItemMember } from '../../model/service/item-id.js';
import type { Envelope } from '../../model/service/subject.js';
import { unwrapItemSchemas } from '../../openapi/recognize/item-envelope.js';
import { singularize } from '../../openapi/recognize/words.js';
import { inferSchema } from './infer-schema.js';

export interface UnwrappedItem {
  readonly envelope: Envelope;
  readonly inside: JsonObject;
}

/** Unwraps the item of an entry; undefined when it has no envelope. */
export function unwrapItem(shown: JsonObject, noun: string, entry?: Json): UnwrappedItem | undefined {
  const opened = unwrapItemSchemas(undefined, { answered: inferSchema([shown]), sent: undefined }, noun)?.envelope;
  if (!opened) return findShownEntry(shown, entry);
  if (opened.style === 'json-api') {
    const data = shown.data;
    const type = isObject(data) && typeof data.type === 'string' ? data.type : opened.type;
    return isObject(data) ? { envelope: { style: 'json-api', type }, inside: flattenResourceObject(data) } : undefined;
  }
  const name = opened.response ?? '';
  const inside = shown[name];
  return isObject(inside) ? { envelope: buildEnvelope(name, shown, noun), inside } : undefined;
}

function findShownEntry(shown: JsonObject, entry: Json | undefined): UnwrappedItem | undefined {
  const name = findItemMember(shown, entry);
  const inside = name === undefined ? undefined : shown[name];
  return isObject(inside) ? { envelope: { style: 'member', response: name ?? '' }, inside } : undefined;
}

/**
 * Services that name the wrapped member, or add `meta` beside it, expect the envelope in requests; a bare `data` is
 * used in responses only.
 */
function buildEnvelope(name: string, shown: JsonObject, noun: string): Envelope {
  const isNamed = normalizeName(name) === normalizeName(singularize(noun)) || (name === 'data' && 'meta' in shown);
  return { style: 'member', response: name, ...(isNamed ? { request: name } : {}) };
}

/** Flattens a resource object of JSON:API: its attributes beside its id. Other values are returned unchanged. */
export function flattenResourceObject<T extends Json>(entry: T): T | JsonObject {
  if (!isObject(entry) || typeof entry.type !== 'string' || !isObject(entry.attributes)) return entry;
  return { id: entry.id ?? null, ...entry.attributes };
}
