import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Listing } from '../http/page.js';

type ListedPages = Pick<Listing, 'pages'>;

/**
 * Returns the pages of a listing that contain a text unique to one item. Searches the response text, which is cheap.
 */
export const findMarkedPages = ({ pages }: ListedPages, word: string): Exchange[] =>
  pages.filter(({ answer }) => answer?.text.includes(word));

/** Whether a listing contains a text unique to one item. */
export const isListed = (listing: ListedPages, word: string): boolean => findMarkedPages(listing, word).length > 0;

/** Returns the entries of a listing that contain a text unique to one item. */
export const findMarkedEntries = (listing: ListedPages & Pick<Listing, 'entries'>, word: string): Json[] =>
  isListed(listing, word) ? listing.entries.filter((entry) => JSON.stringify(entry).includes(word)) : [];
