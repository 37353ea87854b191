import { assume, type Exchange, http, type Json, type Tools, values } from '#rule';
import { prepareContent } from './creations.js';

/** A use of keys that no clause regulates. */
export type UnusualKey = 'no key' | 'a key of 300 characters' | 'the key of a refused attempt';

/** Sends a creation with an unusual key; where a key is required, an empty one stands for none. */
export async function createWithUnusualKey(
  oddity: UnusualKey,
  body: Json,
  broken: values.NearMiss,
  tools: Tools,
): Promise<Exchange> {
  const { items, fresh, collection } = tools;
  const { idempotency } = collection;
  if (oddity === 'no key') {
    const isEmpty = idempotency?.required === true && idempotency.in === 'header';
    const headers = isEmpty ? { headers: { [idempotency.name.toLowerCase()]: '' } } : {};
    const isLeftOut = idempotency?.required === true && idempotency.in === 'body';
    const like = isLeftOut ? await prepareContent(body, items) : undefined;
    const text = like ? { like, text: JSON.stringify(like.sent) } : {};
    return (await items.post(body, { ...headers, ...text })).exchange;
  }
  if (oddity === 'a key of 300 characters') return (await items.post(body, { key: fresh.word().repeat(25) })).exchange;
  const key = fresh.key();
  const refused = await items.post(broken.body, { key });
  const isRefused = http.hasStatus(refused.exchange, 400, 422) && values.isStillBroken(broken, refused.sent);
  assume(isRefused, 'no-usable-case', `no refused creation is known: it returned ${refused.exchange.answer?.status}`);
  return (await items.post(body, { key })).exchange;
}
