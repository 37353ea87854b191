import { assume, type Collection, type Item, isObject, type Json, type JsonObject } from '#rule';

/** A drawn merge patch as the item would carry it: dressed, and naming what was drawn and nothing else. */
export function wordedPatch(item: Item, patch: Json): JsonObject {
  const dressed = item.worded(patch);
  const named =
    isObject(patch) && isObject(dressed) ? Object.keys(patch).map((name) => [name, dressed[name] ?? null]) : [];
  assume(named.length > 0, 'no-usable-case', 'no member is known that a patch could name');
  return Object.fromEntries(named);
}

/** Ends the case where PATCH speaks another language than merge patches (RFC 7396). */
export function mergeable({ patch }: Collection): void {
  const mediaType = patch?.request?.mediaType ?? 'application/json';
  assume(!/json-patch/i.test(mediaType), 'no-usable-case', `${mediaType} is no merge patch`);
}

/**
 * A patch that names everything is cut down to the members whose position has one binary digit set or unset: in a few
 * parts, every pair of members stands on both sides once.
 */
export function partOf(patch: JsonObject, sent: Json, part: number): JsonObject {
  const names = Object.keys(patch);
  const isTelling = isObject(sent) && Object.keys(sent).some((name) => !names.includes(name));
  if (isTelling) return patch;
  const chosen = names.filter((_, i) => ((i >> (part % 4)) & 1) === Math.floor(part / 4));
  const kept = chosen.length > 0 && chosen.length < names.length ? chosen : names.slice(0, 1);
  return Object.fromEntries(kept.map((name) => [name, patch[name] ?? null]));
}
