import { at, type Json } from '../model/json.js';
import { type Look, nextLink } from './observed/observed-page.js';

/** Notes links to a next page that name another host, such as the inner name of the service: nothing is sent there. */
export function nextElsewhere(path: string, { answer, page }: Look, baseUrl: string): string[] {
  const told = nextLink(answer) ?? (page.next === undefined ? undefined : at(answer.json as Json, page.next));
  if (typeof told !== 'string' || !/^https?:\/\//i.test(told) || !URL.canParse(told)) return [];
  const { origin } = new URL(told);
  return origin === new URL(baseUrl).origin
    ? []
    : [`${path}: the next page is named at ${origin}; only the path of that is used, on the target`];
}
