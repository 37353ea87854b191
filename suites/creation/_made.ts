import { answered, assume, type Exchange, type Item } from '#rule';

/** GET of what was made, which must be there for the experiment to begin. */
export async function readBack(item: Item): Promise<Exchange> {
  assume(!answered(item.made, 202), 'setup', 'creation was answered 202, so nothing need be there yet');
  const read = await item.getUntil((exchange) => answered(exchange, 200));
  assume(answered(read, 200), 'setup', `what was made could not be read: GET was answered ${read.answer?.status}`);
  return read;
}
