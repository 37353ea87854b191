import type { Exchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';

/**
 * A single resource at a fixed path, such as `/settings`. It existed before the run: what a case writes is undone when the
 * case is over.
 */
export interface SingleHandle {
  readonly path: string;
  /** What GET showed before the case, without the members that no client writes; undefined where it did not exist. */
  readonly content: Json | undefined;
  /**
   * Whether PUT of exactly what GET showed changed it. Then each write ends the case, unless its body is what GET showed last,
   * or what was sent last.
   */
  readonly isChangedByItsOwnContent: boolean;
  get(): Promise<Exchange>;
  /** Repeats GET within the declared read lag until `isSettled`; resolves to the last exchange. */
  getUntil(isSettled: (exchange: Exchange) => boolean): Promise<Exchange>;
  /** GET, without the members that no client writes; undefined where it shows none. */
  readContent(): Promise<Json | undefined>;
  put(body: Json): Promise<Exchange>;
  post(body: Json): Promise<Exchange>;
  delete(): Promise<Exchange>;
}
