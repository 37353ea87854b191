import type { JsonObject } from '#rule';

/**
 * The members of a patch whose position has one binary digit set or unset: over a few parts, every pair of members is
 * separated at least once.
 */
export function selectPart(patch: JsonObject, part: number): JsonObject {
  const names = Object.keys(patch);
  const chosen = names.filter((_, i) => ((i >> (part % 4)) & 1) === Math.floor(part / 4));
  const kept = chosen.length > 0 && chosen.length < names.length ? chosen : names.slice(0, 1);
  return Object.fromEntries(kept.map((name) => [name, patch[name] ?? null]));
}
