import type { HttpResponse } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { type PageMembers, readPageSchema } from '../../openapi/recognize/page-members.js';
import { getPathNoun } from '../../openapi/recognize/words.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';
import { inferSchema } from '../items/infer-schema.js';

/** A list response, parsed as a page. */
export interface ObservedPage {
  readonly answer: HttpResponse;
  readonly page: PageMembers;
  /** The request, as `GET /orders`. */
  readonly evidence: string;
}

/** Parses the page in a response by its content alone. */
export function readObservedPage({ json }: HttpResponse, path: string): PageMembers | undefined {
  if (json === undefined) return undefined;
  const reading = readPageSchema(undefined, inferSchema([json as Json]), getPathNoun(path));
  return typeof reading === 'object' ? reading : undefined;
}

/** The entries of a page. */
export function listPageEntries({ json }: HttpResponse, { items }: PageMembers): readonly Json[] {
  const found = getAtPointer(json as Json, items);
  return Array.isArray(found) ? found : [];
}

/** Whether a page has a next one, by its content or a Link field. */
export function hasNextPage({ answer, page }: Pick<ObservedPage, 'answer' | 'page'>): boolean {
  const told = page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next);
  return (
    (told !== undefined && told !== null && told !== '' && told !== false) || findLink(answer, 'next') !== undefined
  );
}

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
