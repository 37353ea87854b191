import { parseMediaType } from '../../model/field/media-type.js';
import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { assume } from '../finding.js';
import type { Item } from '../items.js';

/**
 * Continues only if PATCH takes merge patches (RFC 7396), as far as known. Throws an {@link InconclusiveError} that
 * names the profile key.
 */
export function assumeMergePatch({ patch }: Pick<Collection, 'patch'>): void {
  const mediaType = patch?.request?.mediaType ?? 'application/json';
  const hint = 'if the service also accepts merge patches, declare it in resources[].patch.mediaType';
  assume(!parseMediaType(mediaType).isJsonPatch, 'no-usable-case', `${mediaType} is not a merge patch; ${hint}`);
}

/**
 * Prepares a generated merge patch for an item, with the generated members only. Throws {@link InconclusiveError} when
 * it has none.
 */
export function preparePatch(item: Pick<Item, 'prepare'>, patch: Json): JsonObject {
  const prepared = item.prepare(patch);
  const named =
    isObject(patch) && isObject(prepared)
      ? Object.keys(patch).map((name) => [name, getMember(prepared, name) ?? null])
      : [];
  const hint = 'declare a member in resources[].patch.field';
  assume(named.length > 0, 'no-usable-case', `no member for a patch is known; ${hint}`);
  return Object.fromEntries(named);
}

/** Explains why a refused valid patch decides nothing, and which profile key would help. */
export const explainRefusedPatch = (status: number | undefined): string =>
  `PATCH returned ${status}; if only some members can be changed, declare them in resources[].patch`;
