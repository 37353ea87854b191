import { isObject, type Json } from '../../model/json.js';
import { normalizeName } from '../../model/normalize-name.js';
import { listIdPointers, readIdAt } from '../../model/service/item-id.js';
import { normalizeTemplate } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { getPathNoun } from '../../openapi/recognize/words.js';
import { isTellingName, type ProducedValues, type SeenValue } from './parameter-values.js';

/** Collects values from responses as they are seen. */
export interface ValueCollector extends ProducedValues {
  /** Takes the entries of the list at a path, and the id member of one. */
  recordEntries(path: string, entries: readonly Json[], idPointer: string | undefined): void;
  /** Takes the members of a response. */
  recordMembers(json: Json | undefined, evidence: string): void;
}

/** Maximum depth and number of entries to which members are collected. */
const maxDepth = 4;
const maxEntries = 3;

/** Creates a collector without values. */
export function createValueCollector(): ValueCollector {
  const ids = new Map<string, SeenValue>();
  const members = new Map<string, SeenValue>();
  const keep = (name: string, value: Json | undefined, evidence: string): void => {
    const key = normalizeName(name);
    if (isTellingName(name) && isPlain(value) && !members.has(key))
      members.set(key, { value: String(value), evidence });
  };
  const collect = (json: Json | undefined, evidence: string, depth: number): void => {
    if (depth > maxDepth) return;
    const isList = Array.isArray(json);
    const parts = isList ? json.slice(0, maxEntries).map((one) => ['id', one] as const) : listMembers(json);
    for (const [name, value] of parts) {
      keep(name, value, evidence);
      collect(value, evidence, depth + 1);
    }
  };
  return {
    recordEntries(path, entries, idPointer) {
      const [first] = entries;
      if (first === undefined) return;
      const value = readEntryId(first, path, idPointer);
      const evidence = `GET ${path}`;
      if (value !== undefined) ids.set(normalizePath(path), { value, evidence });
      collect([...entries], evidence, 0);
      const key = value === undefined ? undefined : `${normalizeName(getPathNoun(path)).replace(/s$/, '')}id`;
      if (key !== undefined && value !== undefined && !members.has(key)) members.set(key, { value, evidence });
    },
    recordMembers: (json, evidence) => collect(json, evidence, 0),
    findEntryId: (path) => ids.get(normalizePath(path)),
    findMember: (name) => (isTellingName(name) ? members.get(normalizeName(name)) : undefined),
  };
}

const listMembers = (json: Json | undefined): (readonly [string, Json])[] =>
  isObject(json) ? Object.entries(json) : [];

/** Lists of text identify by the text itself. */
function readEntryId(entry: Json, path: string, idPointer: string | undefined): string | undefined {
  if (typeof entry === 'string' || typeof entry === 'number') return String(entry);
  const pointers = [...(idPointer === undefined ? [] : [idPointer]), ...listIdPointers(entry, getPathNoun(path))];
  const found = pointers.map((pointer) => readIdAt(entry, pointer)).find((id) => id !== undefined && id !== '');
  return found === undefined ? undefined : String(found);
}

/** Takes the entries that a survey saw of its collections. */
export function recordCollections(
  collector: ValueCollector,
  seen: readonly { readonly collection: Collection; readonly entries: readonly Json[] }[],
): void {
  for (const { collection, entries } of seen) collector.recordEntries(collection.path, entries, collection.id.pointer);
}

const normalizePath = (path: string): string => normalizeTemplate(path);
const isPlain = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '' && value.length <= 100) || typeof value === 'number';
