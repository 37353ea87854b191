import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';

/** A page of a collection as understood. */
export interface Page {
  readonly exchange: Exchange;
  /** Undefined when it was not answered as a page. */
  readonly entries: readonly Json[] | undefined;
  /** Path of the next page under the base URL; undefined at the end. */
  readonly next: string | undefined;
  /** Whether the service itself named the next page, or its end; otherwise `next` is counted by the kit. */
  readonly isReported: boolean;
  /** How many there are in all, where the service says so. */
  readonly total: number | undefined;
}

/** How the pages of a collection are walked. */
export interface WalkOptions {
  /** Size of a page as asked for; the largest that is known to be allowed when left out, none at all when null. */
  readonly size?: number | null;
  /** Most pages; 30 when left out. */
  readonly maxPages?: number;
  /** Path to begin at, such as the `next` of a page. */
  readonly from?: string;
  /** Enough was seen, and the walk ends. */
  readonly isEnough?: (entries: readonly Json[]) => boolean;
  /** Happens after each page but the last. */
  readonly between?: (pages: readonly Page[]) => Promise<void>;
}

/** A walk through the pages of a collection, and how it ended. */
export interface Walk {
  readonly pages: readonly Page[];
  readonly entries: readonly Json[];
  /** end: no further page. enough: as asked. loop: a page that was visited. repeat: the page before once more. cap: too many pages. trouble: no page. */
  readonly ended: 'end' | 'enough' | 'loop' | 'repeat' | 'cap' | 'trouble';
}

/** What a look through the pages of a collection found. */
export interface Listing {
  readonly entries: readonly Json[];
  /** Whether the end was reached within the page cap. */
  readonly isWhole: boolean;
  /** Set when a page was not answered as a page. */
  readonly trouble: string | undefined;
  readonly pages: readonly Exchange[];
}
