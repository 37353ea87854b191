import { type Exchange, type Item, type Json, needs, type Tools } from '#rule';

/** The profile or the document says that writes of an item require If-Match. */
export const requiredCondition = needs.defineNeed('collection', {
  name: 'required If-Match',
  reason: 'it is not declared that writes of an item require If-Match',
  enable: 'resources[].ifMatch',
  isMet: ({ isIfMatchRequired, replace, patch, remove }) =>
    isIfMatchRequired === true && Boolean(replace?.request ?? patch?.request ?? remove),
});

/** A write without If-Match, and GET after it. */
export interface UnconditionalWrite {
  readonly asked: Exchange;
  readonly look: Exchange;
}

/** Sends each write that the collection offers without a condition, until the item is gone. */
export async function writeUnconditionally(
  item: Item,
  contents: { readonly PUT: Json; readonly PATCH: Json },
  { client, collection }: Pick<Tools, 'client' | 'collection'>,
): Promise<UnconditionalWrite[]> {
  const operations = { PUT: collection.replace, PATCH: collection.patch, DELETE: collection.remove };
  const tried: UnconditionalWrite[] = [];
  for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
    const operation = operations[method];
    if (!operation || (method !== 'DELETE' && !operation.request)) continue;
    const headers = { 'content-type': operation.request?.mediaType ?? 'application/json' };
    const content = method === 'DELETE' ? {} : { json: contents[method], headers };
    const asked = await client.send({ method, path: item.path, ...content, isUnconditional: true });
    const look = await item.get();
    tried.push({ asked, look });
    if (look.answer?.status === 404 || look.answer?.status === 410) break;
  }
  return tried;
}
