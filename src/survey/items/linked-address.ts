import type { Json } from '../../model/json.js';
import { readIdAt } from '../../model/service/item-id.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { resolveBelowBase } from '../observed/path-below-base.js';

/**
 * The address of items by the links that entries have at a place. The segment in which the links of two entries differ is the id. One link
 * alone has it where the list ends, or in the segment that the entry shows as an id, otherwise in one of its last; then there are several
 * templates, most likely first. The query begins with `?`.
 */
export function findLinkedAddress(
  listPath: string,
  entries: readonly Json[],
  { pointer, baseUrl }: { readonly pointer: string; readonly baseUrl: string },
  ids: readonly string[],
) {
  const links = entries.map((entry) => readIdAt(entry, pointer));
  const places = links.map((link) =>
    typeof link === 'string' ? resolveBelowBase(link, listPath, baseUrl) : undefined,
  );
  const [first] = places;
  if (first === undefined || first.path === '/' || first.path === '') return undefined;
  const own = first.path.split('/');
  const found = places.flatMap((place) => (place ? [place.path.split('/')] : []));
  if (found.length < places.length || found.some(({ length }) => length !== own.length)) return undefined;
  const varying = own.flatMap((_, index) => (new Set(found.map((one) => one[index])).size > 1 ? [index] : []));
  if (varying.length > 1) return undefined;
  const indexes = varying.length === 1 ? varying : listLikelySegments(own, listPath, ids);
  const { path, query, host } = first;
  return {
    ...{ path, query, templates: indexes.map((index) => own.with(index, '{id}').join('/')) },
    ...(host === undefined ? {} : { host }),
  };
}

/** The segments of a single link that may be the id, most likely first. */
function listLikelySegments(own: readonly string[], listPath: string, ids: readonly string[]): number[] {
  const shown = own.findLastIndex((segment) => ids.some((id) => [encodeURIComponent(id), id].includes(segment)));
  if (shown >= 0) return [shown];
  const list = trimTrailingSlash(listPath).split('/');
  const last = own.findLastIndex((segment) => segment !== '');
  if (list.every((segment, index) => own[index] === segment)) return last < list.length ? [] : [list.length];
  return last > 1 ? [last, last - 1] : [last];
}
