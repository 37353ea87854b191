import { getAtPointer, type Json } from '../../model/json.js';
import type { PageStep } from './find-page-step.js';
import type { ListQuery, ListResponse } from './query-list.js';

const nextNumberPointers = [
  ...['/next', '/nextPage', '/next_page', '/meta/next', '/meta/nextPage', '/meta/next_page'],
  ...['/pagination/next', '/pagination/nextPage', '/pagination/next_page', '/page/next'],
];

/**
 * Finds the member with the number of the next page; it must change with the page, so that no other number is taken.
 */
export async function findNumberedNext(
  asking: ListQuery,
  one: ListResponse,
  { style, params, base }: PageStep,
): Promise<string | undefined> {
  if (style !== 'page' || params.size === undefined || params.page === undefined || asking.keys.length < 3)
    return undefined;
  const found = nextNumberPointers.find(
    (place) => getAtPointer(one.answer?.json as Json | undefined, place) === base + 1,
  );
  if (found === undefined) return undefined;
  const second = await asking.ask({ [params.size]: '1', [params.page]: String(base + 1) });
  return getAtPointer(second.answer?.json as Json | undefined, found) === base + 2 ? found : undefined;
}
