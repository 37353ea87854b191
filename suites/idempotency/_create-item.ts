import { type CreateOptions, type Exchange, type Item, type Items, type Json, readBack } from '#rule';

/** Creates an item and reads it, within the window in which reads may lag behind. Ends the case when it cannot be read. */
export async function createAndRead(
  items: Items,
  body: Json,
  making?: CreateOptions,
): Promise<{ readonly item: Item; readonly read: Exchange }> {
  const item = await items.create(body, making);
  return { item, read: await readBack(item) };
}
