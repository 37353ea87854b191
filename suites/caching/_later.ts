import { type Exchange, type Item, pause, typicalReadLagMs } from '#rule';

/** One more look after a while, where none of several showed anything else than the first. */
export async function lookLate(item: Item, looks: readonly Exchange[]): Promise<Exchange | undefined> {
  const texts = new Set(looks.map(({ answer }) => answer?.text));
  if (texts.size > 1) return undefined;
  await pause(typicalReadLagMs);
  return item.get();
}
