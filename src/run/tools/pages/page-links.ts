import { getAtPointer, isObject, type Json } from '../../../model/json.js';
import type { PageLinks } from '../../../rule/http/page.js';

const relations = { first: ['first'], prev: ['prev', 'previous'], last: ['last'] } as const;

/** Members that hold the links of a page: HAL, JSON:API, Spring, and links beside the entries. */
const linkPlaces = ['/_links', '/links', '/paging', '/pagination', '/meta/links', ''];

/**
 * Finds the links to the first, the previous and the last page, in the Link field or as members of the content that are
 * URLs. `resolve` turns the target of a link into a path under the base URL.
 */
export function findPageLinks(
  field: string,
  json: Json | undefined,
  resolve: (target: string) => string | undefined,
): PageLinks {
  const found = Object.entries(relations).map(([relation, names]) => {
    const target = names.map((name) => findInField(field, name) ?? findInContent(json, name)).find(Boolean);
    return [relation, target === undefined ? undefined : resolve(target)] as const;
  });
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

const findInField = (field: string, relation: string): string | undefined =>
  new RegExp(`<([^>]*)>\\s*;[^,]*\\brel="?${relation}"?(?![\\w-])`, 'i').exec(field)?.[1];

function findInContent(json: Json | undefined, name: string): string | undefined {
  for (const place of linkPlaces) {
    const value = getAtPointer(json, `${place}/${name}`);
    const target = isObject(value) ? value.href : value;
    // A number, or a flag, is no link; neither is a cursor.
    if (typeof target === 'string' && isPageUrl(target)) return target;
  }
  return undefined;
}

const isPageUrl = (text: string): boolean => /^(https?:\/\/|\/|\?)/.test(text) && text.includes('?');
