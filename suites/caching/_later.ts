import type { Exchange, Item } from '#rule';

/** Services that show a write later than they acknowledge it mostly do so within a second or two. */
const lateMs = 2_500;

/** What would tell how late. */
export const lagKey = 'resources[].consistency.itemMs would tell how late';

/** One more look after a while, where none of several showed anything else than the first. */
export async function lookLate(item: Item, looks: readonly Exchange[]): Promise<Exchange | undefined> {
  const texts = new Set(looks.map(({ answer }) => answer?.text));
  if (texts.size > 1) return undefined;
  await new Promise((resolve) => setTimeout(resolve, lateMs));
  return item.get();
}
