import {
  assume,
  clock,
  type Exchange,
  getHeader,
  hasStatus,
  isCached,
  listable,
  type RateLimit,
  type Tools,
} from '#rule';

/** A burst of cheap requests, up to the first that was refused. */
export interface Burst {
  readonly path: string;
  readonly limit: RateLimit;
  /** How many were sent, and within which time. */
  readonly count: number;
  readonly tookMs: number;
  readonly first: Exchange | undefined;
  /** Those that were not answered as the first one, in order. */
  readonly turned: readonly Exchange[];
  /** Whether a cache answered some of them, so that they need not have reached the service. */
  readonly isIntercepted: boolean;
}

/** Beyond twice the limit no window could have let all of them pass, wherever it began. */
const beyond = 2;

/** Troubles of somebody on the way that do not end a burst: they come now and then, and say nothing of a limit. */
const mostTroubles = 3;

/** Whether a gateway answered in place of the service, or nobody did. */
const isTrouble = (one: Exchange): boolean => one.answer === undefined || hasStatus(one, 502, 503, 504);

/** What ended a burst; undefined where all were served, but for troubles that come now and then. */
export const endOf = (turned: readonly Exchange[]): Exchange | undefined =>
  turned.find((one) => !isTrouble(one)) ?? turned[mostTroubles];

/**
 * Reads one small page again and again, `atOnce` at a time, until one is refused; where a cache answers that, pages of every
 * size, which it need not know. Throws a Doubt where nothing can be listed.
 */
export async function burst(tools: Tools, atOnce: number): Promise<Burst> {
  const { pathOf, sizes, limit } = targetOf(tools);
  const most = Math.min(limit.maxRequests, beyond * limit.limit + 1);
  assume(most > limit.limit, 'setup', 'rateLimit.maxRequests keeps a burst below the limit');
  const flood = async (pathAt: (index: number) => string): Promise<Burst> => {
    const begun = clock.now();
    const sent: Exchange[] = [];
    const turned: Exchange[] = [];
    const ask = (_: unknown, i: number) => tools.http.trySend({ method: 'GET', path: pathAt(sent.length + i) });
    while (sent.length < most && endOf(turned) === undefined) {
      const size = Math.min(atOnce, most - sent.length);
      const batch = await Promise.all(Array.from({ length: size }, ask));
      sent.push(...batch);
      turned.push(...batch.filter((one) => !hasStatus(one, 2)));
    }
    const isIntercepted = sent.some((one) => isCached(one) || getHeader(one.answer, 'age') !== undefined);
    const told = { path: turned.at(-1)?.path ?? pathOf(1), first: sent[0], turned, isIntercepted };
    return { ...told, limit, count: sent.length, tookMs: clock.now() - begun };
  };
  const same = await flood(() => pathOf(1));
  const isKept = same.isIntercepted && same.turned.length === 0;
  return isKept && sizes >= most ? flood((index) => pathOf(index + 1)) : same;
}

/** A burst that must be answered 429 in the end, or the end of the case; gives the last of those. */
export async function throttle(tools: Tools, atOnce = 8): Promise<Burst & { readonly last: Exchange }> {
  const sent = await burst(tools, atOnce);
  const last = sent.turned.filter((one) => hasStatus(one, 429)).at(-1);
  assume(last !== undefined, 'no-usable-case', `${sent.count} requests were not answered 429`);
  return { ...sent, last };
}

/** Pages by their size, and how many sizes are known to be allowed. */
function targetOf({ service, getItems }: Tools) {
  const { collections, rateLimit } = service();
  const collection = collections.find((one) => listable.isMet(one));
  assume(collection !== undefined && rateLimit !== undefined, 'setup', 'there is nothing to be listed');
  const { params, maxSize = 0 } = collection.pagination;
  const pathOf = (size: number) => getItems(collection).firstPage(size);
  return { pathOf, sizes: params.size === undefined ? 0 : maxSize, limit: rateLimit };
}
