import { type Creation, type Exchange, type Tools, values } from '#rule';

/**
 * Sends one creation several times, with the marker and key of the first one that is still invalid with its marker;
 * or a text, where one is given.
 */
export function createRepeatedPost(
  { items, collection, fresh }: Pick<Tools, 'items' | 'collection' | 'fresh'>,
  misses: readonly values.NearMiss[],
  given?: string,
): () => Promise<Exchange> {
  const key = collection.idempotency?.required ? { key: fresh.key() } : {};
  const dressable = misses.filter((one) => values.canBePrepared(one, collection));
  // The marker can make a meaningless body meaningful.
  const found = dressable.find(({ pointer }) => pointer !== '') ?? dressable[0];
  const body = (found ?? misses[0])?.body ?? null;
  const text = found ? given : (given ?? JSON.stringify(body));
  let first: Creation | undefined;
  return async () => {
    const like = first === undefined ? { marked: true } : { like: first };
    const creation = await items.post(body, { ...like, ...key, ...(text !== undefined && { text }) });
    first ??= creation;
    return creation.exchange;
  };
}
