import type { Answer } from '../http/answer.js';
import type { Order } from '../orders/orders.js';
import type { Visit } from '../request-context.js';
import type { Page } from './page-style.js';

/** Which part of the orders is asked for. */
export type Window = Pick<Page, 'start' | 'size'>;

/** The query of a link, by names of parameters. */
export type LinkQuery = Readonly<Record<string, string>>;

/**
 * What a fault puts in place of the sound steps of paging. Each step is given what the sound one came to, and takes
 * its place. Where a number may be an answer, the answer refuses the request. As a size, Number.MAX_SAFE_INTEGER is
 * as good as unbounded.
 */
export interface PageSteps {
  /** How many entries the page gets; `asked` is null where nothing was asked for. */
  readonly size?: (asked: string | null, sound: number | Answer, visit: Visit) => number | Answer;
  /** Where the page begins. */
  readonly start?: (asked: string | null, sound: number | Answer, visit: Visit) => number | Answer;
  /** The orders on it. */
  readonly select?: (window: Window, sound: readonly Order[], visit: Visit) => readonly Order[];
  /** Where the next page begins; undefined at the end. `page` holds what is on this one, `sound` what should follow. */
  readonly next?: (page: Page, sound: number | undefined) => number | undefined;
  /** How many orders there are said to be; does not move the end. */
  readonly total?: (sound: number, visit: Visit) => number;
  /** The query of every link that a page carries. */
  readonly link?: (sound: LinkQuery, visit: Visit) => LinkQuery;
  /** The answer as a whole. */
  readonly show?: (page: Page, sound: Answer) => Answer;
}
