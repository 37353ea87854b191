import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Listing } from '../http/page.js';

type ListedPages = Pick<Listing, 'pages'>;

/** The pages of a listing that carry a word which one thing alone was given. The text is searched as it came, which is cheap. */
export const findMarkedPages = ({ pages }: ListedPages, word: string): Exchange[] =>
  pages.filter(({ answer }) => answer?.text.includes(word));

/** Whether a listing shows a word which one thing alone was given. */
export const isListed = (listing: ListedPages, word: string): boolean => findMarkedPages(listing, word).length > 0;

/** The entries of a listing that carry a word which one thing alone was given. */
export const findMarkedEntries = (listing: ListedPages & Pick<Listing, 'entries'>, word: string): Json[] =>
  isListed(listing, word) ? listing.entries.filter((entry) => JSON.stringify(entry).includes(word)) : [];
