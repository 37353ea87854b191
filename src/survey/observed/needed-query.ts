import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';

/** Whether a response may refuse a request because a query parameter is missing. */
export const isQueryRefusal = (answer: HttpResponse | undefined): boolean =>
  answer?.status === 400 || answer?.status === 422;

/** The queries to try for a path that is refused without one, most likely first; each begins with `?`. */
export type QuerySource = (path: string) => Promise<readonly string[]>;

/** Of the queries of links by path: that of the path, then the others, because services often need the same one everywhere. */
export const chooseQueries = (known: ReadonlyMap<string, string>, path: string): string[] => {
  const own = known.get(trimTrailingSlash(path));
  return [...new Set([...(own === undefined ? [] : [own]), ...known.values()])];
};

/** Names of parameters that choose a page, which no list needs. */
const pageNamePattern =
  /^[_$]?(page|per_?page|limit|offset|cursor|size|page_?size|page_?number|skip|top|start|count)\b/i;

/** The query of a link without the parameters that choose a page; it begins with `?`, or is empty. */
export function keepNeededQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => !pageNamePattern.test(name));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

/** Sends the query with every later request to a list, or to items of a template and what is below them. */
export function addNeededQuery(
  client: Client,
  query: string,
  template: string,
  isItem: boolean = template.includes('{'),
): void {
  const parts = (isItem ? template.slice(0, template.lastIndexOf('}') + 1) : trimTrailingSlash(template)).split('/');
  client.addQuery(Object.fromEntries(new URLSearchParams(query)), (path) => {
    const own = trimTrailingSlash(path).split('/');
    const isLong = isItem ? own.length >= parts.length : own.length === parts.length;
    return isLong && parts.every((part, index) => part.startsWith('{') || part === own[index]);
  });
}

/** Ids that no item has, in the formats that most services accept. */
const missingIds = ['4711471147', 'assay-4711', '00000000-0000-4000-8000-000000004711'];

/**
 * Finds out whether items need the query of their list where there is none to read: a request for a missing one is refused without the
 * query, and answered 404 or 410 with it.
 */
export async function probeItemQuery(template: string, query: string, client: Client): Promise<void> {
  if (template.split('{').length !== 2) return;
  for (const id of missingIds) {
    const path = template.replace(/\{[^{}]+\}/, id);
    const look = (asked: string) => client.send({ method: 'GET', path: asked, role: 'survey' });
    if (!isQueryRefusal((await look(path)).answer)) return;
    const { answer } = await look(path + query);
    if (isQueryRefusal(answer)) continue;
    if (answer?.status === 404 || answer?.status === 410) addNeededQuery(client, query, template);
    return;
  }
}
