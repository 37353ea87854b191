import {
  assume,
  type CreateOptions,
  type Creation,
  hasStatus,
  type Item,
  type Items,
  isPending,
  type Json,
} from '#rule';

/** A creation that took place: what a repetition is compared with. */
export interface First extends Creation {
  readonly item: Item;
}

/** Makes a thing under a key, and marks it. Ends the case where nothing was made that could be addressed. */
export async function makeUnder(key: string, body: Json, items: Items, making: CreateOptions = {}): Promise<First> {
  return tookPlace(await items.post(body, { ...making, key, marked: true }));
}

/** A creation that made something at once, or the end of the case. */
export function tookPlace(creation: Creation): First {
  const { exchange, item } = creation;
  const told = `creation was answered ${exchange.answer?.status} (exchange ${exchange.n})`;
  assume(!hasStatus(exchange, 401, 403), 'refused', told);
  assume(hasStatus(exchange, 2) && !isPending(exchange), 'setup', told);
  assume(item !== undefined, 'setup', `${told}, which does not tell where what was made is`);
  return { ...creation, item };
}

/**
 * The words of a creation, before it is sent for the first time: content that nobody can parse makes nothing, and mints
 * the mark and the unique members.
 */
export const word = (body: Json, items: Items): Promise<Creation> =>
  items.post(body, { text: '{', marked: true, role: 'control' });
