import { decodePercent } from '../../../model/decode-percent.js';
import { getHeader } from '../../../model/exchange.js';
import { isObject, type Json } from '../../../model/json.js';
import type { ObservedExchange } from '../../../model/observed-exchange.js';
import type { Collection } from '../../../model/service/subject.js';
import { readIdAsText } from '../../items/item-address.js';

/** Ids that a response to a creation or another write names, percent-encoded. */
export function readCreatedIds({ answer }: ObservedExchange, collection: Collection): string[] {
  const shown = answer?.json;
  const enveloped = collection.envelope && isObject(shown) ? Object.values(shown) : [];
  const location = getHeader(answer, 'location')?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return [
    ...[shown, ...enveloped].flatMap((json) => readIdAsText(collection, json as Json) ?? []),
    ...(location === undefined ? [] : [decodePercent(location)]),
  ].map(encodeURIComponent);
}
