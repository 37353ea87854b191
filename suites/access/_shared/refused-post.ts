import {
  assume,
  type Caller,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  inconclusive,
  type Json,
  type Tools,
  violated,
} from '#rule';
import { isRefusal } from './attempts.js';

/** A refused POST, and the list at the time when it showed the control item that was created after it. */
export interface RefusedPost {
  readonly refused: Exchange;
  readonly mark: string;
  readonly listing: http.Listing;
  readonly isCurrent: boolean;
}

/** Sends POST without permission, then as the full caller, and reads the list until it shows the item of the latter. */
export async function postAsCaller(as: Caller, body: Json, { items }: Pick<Tools, 'items'>): Promise<RefusedPost> {
  const { exchange: refused, mark } = await items.post(body, { marked: true, as });
  assume(isRefusal(refused), 'no-usable-case', `POST returned ${refused.answer?.status}`);
  const control = await items.post(body, { marked: true, role: 'control' });
  const { status } = control.exchange.answer ?? {};
  assume(http.hasStatus(control.exchange, 2), 'setup', `POST of the full caller returned ${status}`);
  const listing = await items.listUntil((seen) => compare.isListed(seen, control.mark));
  for (const entry of compare.findMarkedEntries(listing, mark)) items.claim(entry);
  return { refused, mark, listing, isCurrent: compare.isListed(listing, control.mark) };
}

/** Violated when the list shows the marker that the refused POST carried. */
export function judgeRefusedPost({ refused, mark, listing, isCurrent }: RefusedPost, whom: string): Finding {
  const [made] = compare.findMarkedEntries(listing, mark);
  if (made !== undefined) {
    return violated({
      summary: `POST ${whom} returned ${refused.answer?.status}, but created an item`,
      expected: 'no item created',
      actual: made,
      shows: [refused, ...compare.findMarkedPages(listing, mark).slice(0, 1)],
    });
  }
  if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the marker of the created item');
  return listing.isWhole
    ? held
    : inconclusive('setup', listing.trouble ?? 'the list is too long to be read completely');
}
