import type { HttpResponse } from '../exchange.js';
import { findLink } from '../field/link-field.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../json.js';

/** Paths under the base URL of pages, by their relation to the page that links to them (RFC 8288 §3, RFC 5005 §3). */
export type PageLinks = { readonly [relation in 'first' | 'prev' | 'last']?: string };

const relations = { first: ['first'], prev: ['prev', 'previous'], last: ['last'] } as const;

/** Members that hold the links of a page: HAL, JSON:API, Spring, and links beside the entries. */
const linkPlaces = ['/_links', '/links', '/paging', '/pagination', '/meta/links', ''];

/** Finds the links to the first, previous and last page in the Link field or the content; `resolve` gives their paths. */
export function findPageLinks(
  answer: Pick<HttpResponse, 'headers' | 'json'> | undefined,
  resolve: (target: string, relation: string) => string | undefined,
): PageLinks {
  const found = Object.entries(relations).map(([relation, names]) => {
    const target = names.map((name) => findLink(answer, name) ?? findInContent(answer?.json, name)).find(Boolean);
    return [relation, target === undefined ? undefined : resolve(target, relation)] as const;
  });
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

function findInContent(json: Json | undefined, name: string): string | undefined {
  for (const place of linkPlaces) {
    const value = getAtPointer(json, `${place}/${name}`);
    const target = isObject(value) ? value.href : value;
    // A number, or a flag, is no link; neither is a cursor.
    if (typeof target === 'string' && /^(https?:\/\/|\/|\?)/.test(target) && target.includes('?')) return target;
  }
  return undefined;
}

/** Whether a page has a link to the first, the previous or the last one, or says with null that there is none. */
export function hasPageLinks(answer: Pick<HttpResponse, 'headers' | 'json'>): boolean {
  const isAbsent = linkPlaces.some((place) =>
    relations.prev.some((name) => getAtPointer(answer.json, `${place}/${name}`) === null),
  );
  return isAbsent || Object.keys(findPageLinks(answer, (target) => target)).length > 0;
}

/** Members of a page that may hold facts about it. */
const factPlaces = ['', '/page', '/meta', '/meta/page', '/pagination', '/meta/pagination', '/paging'];

/** Finds the pointer of a number in a page that has the name of the parameter for the page size. */
export function findSizePlace(json: Json | undefined, parameter: string): string | undefined {
  const wanted = normalizeName(parameter);
  for (const place of factPlaces) {
    const holder = getAtPointer(json, place);
    const found = Object.entries(isObject(holder) ? holder : {}).find(
      ([name, value]) => typeof value === 'number' && normalizeName(name) === wanted,
    );
    if (found) return place + buildPointer([found[0]]);
  }
  return undefined;
}

/** `page[size]`, `page_size` and `pageSize` are one name. */
const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^page(?=size$)/, '');
