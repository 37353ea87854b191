import { isObject, type Json } from './json.js';

/** RFC 7396: null removes, objects merge, anything else replaces. */
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
