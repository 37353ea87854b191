import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { PageLinks } from '../../model/service/page-links.js';

/** A parsed page of a collection. */
export interface Page {
  readonly exchange: Exchange;
  /** Undefined when the response is not a page. */
  readonly entries: readonly Json[] | undefined;
  /** Path of the next page under the base URL; undefined at the end. */
  readonly next: string | undefined;
  /** Whether the service itself gave the next page, or the end; otherwise the kit computed `next`. */
  readonly isReported: boolean;
  /** Whether the service says only that there is a next page; `next` is computed then, or undefined where it cannot be. */
  readonly isPromised?: boolean;
  /** Total number of items, if the service reports it. */
  readonly total: number | undefined;
  /** Paths of other pages that the response links to. */
  readonly links?: PageLinks;
  /** Links to other pages that are no URL of HTTP, by their relation. */
  readonly brokenLinks?: Readonly<Record<string, string>>;
  /** Whether the link to the next page names another origin: only its path and query are in `next`. */
  readonly isNextElsewhere?: true;
}

/** How to walk the pages of a collection. */
export interface WalkOptions {
  /** The requested page size; the known maximum when absent, no page size when null. */
  readonly size?: number | null;
  /** Maximum number of pages; 30 when absent. */
  readonly maxPages?: number;
  /** Path of the first page, such as the `next` of another page. */
  readonly from?: string;
  /** Ends the walk when it returns true. */
  readonly isEnough?: (entries: readonly Json[]) => boolean;
  /** Called after each page except the last. */
  readonly between?: (pages: readonly Page[]) => Promise<void>;
}

/** A walk through the pages of a collection, and why it ended. */
export interface Walk {
  readonly pages: readonly Page[];
  readonly entries: readonly Json[];
  /**
   * end: no further page. enough: `isEnough` returned true. loop: a page that was visited before. repeat: the same page
   * again. cap: too many pages. cut: there may be a further page, and how to request it is unknown. trouble: the response
   * is not a page.
   */
  readonly ended: 'end' | 'cut' | 'enough' | 'loop' | 'repeat' | 'cap' | 'trouble';
}

/** The entries found on the pages of a collection. */
export interface Listing {
  readonly entries: readonly Json[];
  /** Whether the end was reached within the page limit. */
  readonly isWhole: boolean;
  /** Set when a response was not a page. */
  readonly trouble: string | undefined;
  readonly pages: readonly Exchange[];
  /** The total number of items by each page; undefined where the service reports none. */
  readonly totals?: readonly (number | undefined)[];
}
