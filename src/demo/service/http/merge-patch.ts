import { isObject, type Json } from './json.js';

/** Applies a merge patch (RFC 7396): null removes a member, objects are merged, other values replace. */
export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name) ?? null, value));
  }
  // fromEntries defines members, so that one called __proto__ stays a member.
  return Object.fromEntries(merged);
}
