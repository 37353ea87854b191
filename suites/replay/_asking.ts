import { type CreateOptions, type Creation, hasStatus, type Items, isListed, type Json } from '#rule';

/** Most times that a creation is asked for again whose first request may still be under way. */
const patience = 3;

/** Sends a creation again under its key, and once more while the answer is that the first one is under way (409, 425). */
export async function askAgain(items: Items, body: Json, making: CreateOptions & { readonly like: Creation }) {
  const asked = [await items.post(body, making)];
  while (asked.length < patience && isUnderWay(asked.at(-1))) {
    // The look gives the first one time to end.
    await items.listUntil((listing) => isListed(listing, making.like.mark));
    asked.push(await items.post(body, making));
  }
  return asked;
}

const isUnderWay = (creation: Creation | undefined): boolean =>
  creation !== undefined && hasStatus(creation.exchange, 409, 425);
