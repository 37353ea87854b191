import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { assume } from '../finding.js';
import type { Item } from '../items.js';

/** Goes on only where PATCH speaks merge patches (RFC 7396), as far as is known. Throws a Doubt that names the profile key. */
export function assumeMergePatch({ patch }: Pick<Collection, 'patch'>): void {
  const mediaType = patch?.request?.mediaType ?? 'application/json';
  const hint = 'if it takes merge patches too, say so in resources[].patch.mediaType';
  assume(!/json-patch/i.test(mediaType), 'no-usable-case', `${mediaType} is no merge patch; ${hint}`);
}

/** A drawn merge patch as the item would carry it: dressed, and naming what was drawn and nothing else. Throws a Doubt where that is nothing. */
export function preparePatch(item: Pick<Item, 'prepare'>, patch: Json): JsonObject {
  const dressed = item.prepare(patch);
  const named =
    isObject(patch) && isObject(dressed) ? Object.keys(patch).map((name) => [name, dressed[name] ?? null]) : [];
  const hint = 'name one in resources[].patch.field';
  assume(named.length > 0, 'no-usable-case', `no member is known that a patch could name; ${hint}`);
  return Object.fromEntries(named);
}

/** Why a valid patch that was not accepted decides nothing, and which profile key would help. */
export const explainRefusedPatch = (status: number | undefined): string =>
  `PATCH was answered ${status}; if not every member may be changed, name those that may in resources[].patch`;
