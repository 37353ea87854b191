import { getAtPointer, type Json } from '../model/json.js';
import { findNextLink, type ObservedPage } from './observed/observed-page.js';

/** Notes links to a next page that name another host, such as the inner name of the service: nothing is sent there. */
export function noteForeignNextLinks(path: string, { answer, page }: ObservedPage, baseUrl: string): string[] {
  const told =
    findNextLink(answer) ?? (page.next === undefined ? undefined : getAtPointer(answer.json as Json, page.next));
  if (typeof told !== 'string' || !/^https?:\/\//i.test(told) || !URL.canParse(told)) return [];
  const { origin } = new URL(told);
  return origin === new URL(baseUrl).origin
    ? []
    : [`${path}: the next page is named at ${origin}; only the path of that is used, on the target`];
}
