import {
  assume,
  type Caller,
  type Exchange,
  type Finding,
  findMarkedEntries,
  findMarkedPages,
  hasStatus,
  held,
  inconclusive,
  isListed,
  type Json,
  type Listing,
  type Tools,
  violated,
} from '#rule';
import { isRefusal } from './_effect.js';

/** A refused POST, and the list as it was when it showed what was made after it. */
export interface Posted {
  readonly refused: Exchange;
  readonly mark: string;
  readonly listing: Listing;
  readonly isCurrent: boolean;
}

/** POSTs as somebody who may not, then as the full caller, and looks through the list until it shows the latter. */
export async function postAs(as: Caller, body: Json, { items }: Pick<Tools, 'items'>): Promise<Posted> {
  const { exchange: refused, mark } = await items.post(body, { marked: true, as });
  assume(isRefusal(refused), 'no-usable-case', `POST was answered ${refused.answer?.status}`);
  const control = await items.post(body, { marked: true, role: 'control' });
  const { status } = control.exchange.answer ?? {};
  assume(hasStatus(control.exchange, 2), 'setup', `POST of the full caller was answered ${status}`);
  const listing = await items.listUntil((seen) => isListed(seen, control.mark));
  for (const entry of findMarkedEntries(listing, mark)) items.claim(entry);
  return { refused, mark, listing, isCurrent: isListed(listing, control.mark) };
}

/** Violated when the list shows the mark that the refused POST carried. */
export function judgePosted({ refused, mark, listing, isCurrent }: Posted, whom: string): Finding {
  const [made] = findMarkedEntries(listing, mark);
  if (made !== undefined) {
    return violated({
      summary: `POST ${whom} was answered ${refused.answer?.status}, and made something`,
      expected: 'nothing made',
      actual: made,
      shows: [refused, ...findMarkedPages(listing, mark).slice(0, 1)],
    });
  }
  if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the mark of what was made');
  return listing.isWhole ? held : inconclusive('setup', listing.trouble ?? 'the list is too long to be seen whole');
}
