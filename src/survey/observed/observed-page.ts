import type { HttpResponse } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { findNextPageField } from '../../model/field/next-page-field.js';
import { getAtPointer, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import { type IdPlaces, listIdPointers, listKeyedEntries, listSelfLinks } from '../../model/service/item-id.js';
import type { Pagination } from '../../model/service/pagination.js';
import { type PageMembers, readPageSchema } from '../../openapi/recognize/page-members.js';
import { getPathNoun, isSameNoun } from '../../openapi/recognize/words.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';
import { inferSchema } from '../items/infer-schema.js';

export interface ObservedPage {
  readonly answer: HttpResponse;
  readonly page: PageMembers;
  /** The request, as `GET /orders`. */
  readonly evidence: string;
}

/** Parses the page in a response by its content, as an object of items by their ids only if it is known to be one. */
export function readObservedPage(
  { json }: HttpResponse,
  path: string,
  { items = '', isById: isKeyed = false }: Partial<Pick<Pagination, 'items' | 'isById'>> = {},
): PageMembers | undefined {
  if (json === undefined) return undefined;
  const keyed = isKeyed ? getAtPointer(json as Json, items) : undefined;
  if (isObject(keyed) && Object.values(keyed).every(isObject))
    return { items, isById: true, entry: inferSchema(Object.values(keyed)) };
  const noun = getPathNoun(path);
  const reading = readPageSchema(undefined, inferSchema([json as Json]), noun);
  if (typeof reading === 'object') return reading;
  return isById(json as Json, noun)
    ? { items: '', isById: true, entry: inferSchema(Object.values(json as JsonObject)) }
    : readScalarPage(json as Json, noun);
}

/** Whether a value is an object of items by their ids; each must have that id. */
function isById(json: Json, noun: string): boolean {
  if (!isObject(json)) return false;
  const members = Object.entries(json);
  return members.length > 0 && members.every(([key, value]) => isObject(value) && hasId(value, key, noun));
}

/** A directory has links under their names, so a link alone counts only where the name has a digit. */
const hasId = (value: JsonObject, key: string, noun: string): boolean =>
  listIdPointers(value, noun).some((place) => String(getAtPointer(value, place)) === key) ||
  (/\d/.test(key) && listSelfLinks(value).some((link) => link.split(/[/?#]/).includes(encodeURIComponent(key))));

/** A list of texts or numbers, bare or under the name of a list in an object that is no item. */
function readScalarPage(json: Json, noun: string): PageMembers | undefined {
  if (isScalarList(json)) return { items: '', entry: inferSchema(json) };
  if (!isObject(json) || listIdPointers(json, noun).length > 0) return undefined;
  const reading = readPageSchema(undefined, inferSchema([json]), noun, ['string', 'integer', 'number']);
  if (typeof reading !== 'object') return undefined;
  const name = parsePointer(reading.items).at(-1) ?? '';
  const isNamed = listNamePattern.test(name) || isSameNoun(name, noun);
  return isNamed && isScalarList(getAtPointer(json, reading.items)) ? reading : undefined;
}

const listNamePattern = /^(data|items|results|value|content|records|entries|elements|rows|list)$/i;

const isScalarList = (list: Json | undefined): list is readonly Json[] =>
  Array.isArray(list) &&
  list.length > 0 &&
  (list.every((entry) => typeof entry === 'string') || list.every((entry) => typeof entry === 'number'));

/** The entries of a page; one that is named by its id, and does not show it, gets it where items have it. */
export function listPageEntries(
  { json }: HttpResponse,
  { items, isById: isKeyed }: PageMembers,
  places?: IdPlaces,
): readonly Json[] {
  const found = getAtPointer(json as Json, items);
  if (isKeyed && isObject(found)) return listKeyedEntries(found, places);
  return Array.isArray(found) ? found : [];
}

/** What a page says of the next one, in a Link field or in its content. */
export function readReportedNext({ answer, page }: Partial<Pick<ObservedPage, 'answer' | 'page'>>): Json | undefined {
  if (!answer || !page) return undefined;
  const told = page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next);
  return findLink(answer, 'next') ?? (told === null || told === '' || told === false ? undefined : told);
}

/** Whether a page has a next one, by its content or a field. */
export const hasNextPage = (look: Pick<ObservedPage, 'answer' | 'page'>): boolean =>
  readReportedNext(look) !== undefined || findNextPageField(look.answer) !== undefined;

/**
 * Finds the place of the total number of entries: in the content, or in a header field whose value is not below the
 * number of entries.
 */
export function findTotalPlace({ answer, page }: Pick<ObservedPage, 'answer' | 'page'>): string | undefined {
  const shown = listPageEntries(answer, page).length;
  return page.total ?? totalHeaderNames.find((field) => Number(readResponseTotal(answer, field) ?? -1) >= shown);
}

/** Reads the total at such a place. */
export const readResponseTotal = (answer: HttpResponse, place: string): number | undefined =>
  readTotal({ answer }, place);
