import { type Exchange, type Item, pause, typicalReadLagMs } from '#rule';

/** One more read after a delay, where several reads all showed the same as the first. */
export async function readLate(item: Item, looks: readonly Exchange[]): Promise<Exchange | undefined> {
  const texts = new Set(looks.map(({ answer }) => answer?.text));
  if (texts.size > 1) return undefined;
  await pause(typicalReadLagMs);
  return item.get();
}
