import { decodePercent } from '../../model/decode-percent.js';
import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';

/** The document in which `$ref`s resolve, and the requested direction. */
export interface SchemaSource {
  readonly root: Json;
  readonly schema: Schema;
  readonly direction: 'request' | 'response';
}

/** Returns the unresolved target of a local `$ref`; undefined when it does not exist. */
export function resolveReference(source: SchemaSource, ref: unknown): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  const pointer = decodePercent(ref.slice(1));
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  const found = getAtPointer(source.root, pointer) ?? getAtPointer(source.schema, pointer);
  return typeof found === 'boolean' || isObject(found) ? found : undefined;
}

/** Lists the schemas that apply together with `raw`: itself, and those of `$ref` and `allOf`. */
export function listSchemaParts(source: SchemaSource, raw: unknown, seen: Set<unknown> = new Set()): JsonObject[] {
  if (!isObject(raw) || seen.has(raw)) return [];
  seen.add(raw);
  const others = Array.isArray(raw.allOf) ? raw.allOf : [];
  return [
    raw,
    ...[resolveReference(source, raw.$ref), ...others].flatMap((part) => listSchemaParts(source, part, seen)),
  ];
}

/** Lists the members of `raw` that do not exist in the direction. */
export function listHiddenMembers(source: SchemaSource, raw: JsonObject): string[] {
  const flag = source.direction === 'request' ? 'readOnly' : 'writeOnly';
  const isHidden = (schema: Json) => listSchemaParts(source, schema).some((part) => part[flag] === true);
  return listSchemaParts(source, raw).flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties).filter((name) => isHidden(properties[name] as Json)) : [],
  );
}
