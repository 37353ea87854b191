import type { Answer } from '../../http/exchange.js';
import { at, type Json } from '../../model/json.js';
import { type Page, readPage } from '../../openapi/recognize/page-members.js';
import { nounOf } from '../../openapi/recognize/words.js';
import { totalFields, totalIn } from '../../rule/http/total-count.js';
import { infer } from '../items/infer-schema.js';

/** A list as it was answered, understood as a page. */
export interface Look {
  readonly answer: Answer;
  readonly page: Page;
  /** What was asked, as `GET /orders`. */
  readonly evidence: string;
}

/** The page that an answer holds, judged by its content alone. */
export function pageIn({ json }: Answer, path: string): Page | undefined {
  if (json === undefined) return undefined;
  const reading = readPage(undefined, infer([json as Json]), nounOf(path));
  return typeof reading === 'object' ? reading : undefined;
}

/** The entries of a page. */
export function entriesIn({ json }: Answer, { items }: Page): readonly Json[] {
  const found = at(json as Json, items);
  return Array.isArray(found) ? found : [];
}

/** Whether a page says that another one follows, in its content or in a Link field. */
export function goesOn({ answer, page }: Pick<Look, 'answer' | 'page'>): boolean {
  const told = page.next === undefined ? undefined : at(answer.json as Json, page.next);
  return (told !== undefined && told !== null && told !== '' && told !== false) || nextLink(answer) !== undefined;
}

/** The target of the Link field that leads to the next page (RFC 8288). */
export function nextLink(answer: Answer): string | undefined {
  const lines = [answer.headers.link ?? []].flat().join(', ');
  return /<([^>]*)>\s*;[^,]*\brel="?next\b"?/i.exec(lines)?.[1];
}

/** Where a page tells how many entries there are in all: in its content, or in a header field that names no fewer than it shows. */
export function totalSeen({ answer, page }: Pick<Look, 'answer' | 'page'>): string | undefined {
  const shown = entriesIn(answer, page).length;
  return page.total ?? totalFields.find((field) => Number(totalTold(answer, field) ?? -1) >= shown);
}

/** The total that an answer tells at such a place. */
export const totalTold = (answer: Answer, place: string): number | undefined => totalIn({ answer }, place);
