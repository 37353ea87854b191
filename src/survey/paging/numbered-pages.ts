import { at, type Json } from '../../model/json.js';
import type { Step } from './find-page-step.js';
import type { Asking, Sight } from './query-list.js';

const places = [
  ...['/next', '/nextPage', '/next_page', '/meta/next', '/meta/nextPage', '/meta/next_page'],
  ...['/pagination/next', '/pagination/nextPage', '/pagination/next_page', '/page/next'],
];

/** Where pages tell the number of the next one; what is found must go on with the page, so that no other number is taken for it. */
export async function numberedNext(
  asking: Asking,
  one: Sight,
  { style, params, base }: Step,
): Promise<string | undefined> {
  if (style !== 'page' || params.size === undefined || params.page === undefined || asking.keys.length < 3)
    return undefined;
  const found = places.find((place) => at(one.answer?.json as Json | undefined, place) === base + 1);
  if (found === undefined) return undefined;
  const second = await asking.ask({ [params.size]: '1', [params.page]: String(base + 1) });
  return at(second.answer?.json as Json | undefined, found) === base + 2 ? found : undefined;
}
