import { answered, assume, type Exchange, type Item, type Items, type Json, type Making } from '#rule';

/** Makes an item and reads it, within the window that reads may lag behind. Ends the case when it cannot be read. */
export async function makeAndRead(
  items: Items,
  body: Json,
  making?: Making,
): Promise<{ readonly item: Item; readonly read: Exchange }> {
  const item = await items.make(body, making);
  assume(!answered(item.made, 202), 'setup', 'creation was answered 202, so nothing need be there yet');
  return { item, read: await readBack(item) };
}

/** GET of an item that must be there for the experiment to begin. */
export async function readBack(item: Item): Promise<Exchange> {
  const read = await item.getUntil((exchange) => answered(exchange, 200));
  assume(answered(read, 200), 'setup', `what was made could not be read: GET was answered ${read.answer?.status}`);
  return read;
}
