import { type CreateOptions, type Creation, hasStatus, type Items, isListed, type Json } from '#rule';

/** Maximum number of attempts while the first request may still be in progress. */
const maxAttempts = 3;

/** Sends a creation again under its key, and once more while the response says that the first one is in progress (409, 425). */
export async function repeatCreation(items: Items, body: Json, making: CreateOptions & { readonly like: Creation }) {
  const asked = [await items.post(body, making)];
  while (asked.length < maxAttempts && isInProgress(asked.at(-1))) {
    // The read gives the first request time to finish.
    await items.listUntil((listing) => isListed(listing, making.like.mark));
    asked.push(await items.post(body, making));
  }
  return asked;
}

const isInProgress = (creation: Creation | undefined): boolean =>
  creation !== undefined && hasStatus(creation.exchange, 409, 425);
