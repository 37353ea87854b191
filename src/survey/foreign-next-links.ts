import { findLink } from '../model/field/link-field.js';
import { getAtPointer, type Json } from '../model/json.js';
import type { ObservedPage } from './observed/observed-page.js';

/** Notes links to a next page on another host, such as the internal name of the service; no request is sent there. */
export function noteForeignNextLinks(path: string, { answer, page }: ObservedPage, baseUrl: string): string[] {
  const told =
    findLink(answer, 'next') ?? (page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next));
  if (typeof told !== 'string' || !/^https?:\/\//i.test(told) || !URL.canParse(told)) return [];
  const { origin } = new URL(told);
  return origin === new URL(baseUrl).origin
    ? []
    : [`${path}: the link to the next page points to ${origin}; only its path is used, at the base URL`];
}
