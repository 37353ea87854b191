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

/** A creation that succeeded: the reference for its repetition. */
export interface FirstCreation extends Creation {
  readonly item: Item;
}

/** Creates an item under a key, with a marker. Ends the case where no item with a known address was created. */
export async function createWithKey(
  key: string,
  body: Json,
  items: Items,
  making: CreateOptions = {},
): Promise<FirstCreation> {
  return assumeCreated(await items.post(body, { ...making, key, marked: true }));
}

/** A creation that created an item at once, or the end of the case. */
export function assumeCreated(creation: Creation): FirstCreation {
  const { exchange, item } = creation;
  const told = `the creation returned ${exchange.answer?.status} (exchange ${exchange.n})`;
  assume(!hasStatus(exchange, 401, 403), 'refused', told);
  assume(hasStatus(exchange, 2) && !isPending(exchange), 'setup', told);
  assume(item !== undefined, 'setup', `${told}, and the URL of the created item is not known`);
  return { ...creation, item };
}

/**
 * The content of a creation before it is sent for the first time: malformed content creates nothing, and reserves the
 * marker and the unique values.
 */
export const prepareContent = (body: Json, items: Items): Promise<Creation> =>
  items.post(body, { text: '{', marked: true, role: 'control' });
