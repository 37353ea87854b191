import {
  assume,
  type Collection,
  type Creation,
  compare,
  type Exchange,
  http,
  type Json,
  needs,
  type Tools,
} from '#rule';

type RateLimit = NonNullable<ReturnType<Tools['subject']['service']>['rateLimit']>;

export const declaredRateLimit = needs.defineNeed('service', {
  name: 'declared rate limit',
  reason: 'no rate limit is declared that may be tested',
  enable: 'rateLimit.limit, with rateLimit.probe: true',
  isMet: ({ rateLimit }) => rateLimit !== undefined,
});

/** A burst of cheap requests, up to the first refusal. */
export interface Burst {
  readonly path: string;
  readonly limit: RateLimit;
  readonly count: number;
  readonly tookMs: number;
  readonly first: Exchange | undefined;
  /** The responses with another status than the first one, in order. */
  readonly turned: readonly Exchange[];
  /** Whether a cache answered some of them, so that they may not have reached the service. */
  readonly isIntercepted: boolean;
}

/** Above twice the limit, no window could have let all requests pass, wherever it began. */
const beyond = 2;

/** Failures of intermediaries that do not end a burst of this many requests: they are occasional, and say nothing about a limit. */
const countMostTroubles = (count: number): number => Math.max(3, Math.floor(count / 16));

/** Whether a gateway answered instead of the service, or there was no response. */
const isIntermediaryFailure = (one: Exchange): boolean =>
  one.answer === undefined || http.hasStatus(one, 502, 503, 504);

/** The response that ended a burst; undefined where all succeeded, apart from occasional failures. */
export const findEnd = (turned: readonly Exchange[], count: number): Exchange | undefined =>
  turned.find((one) => !isIntermediaryFailure(one)) ?? turned[countMostTroubles(count)];

/**
 * Reads one small page again and again, `atOnce` at a time, until a request is refused; where a cache answers, pages
 * of every size, which the cache may not have. Throws InconclusiveError where no collection can be listed.
 */
export async function sendBurst(tools: Tools, atOnce: number): Promise<Burst> {
  const { pathOf, sizes, limit } = chooseTarget(tools);
  const { as } = limit;
  const most = Math.min(limit.maxRequests, beyond * limit.limit + 1);
  assume(most > limit.limit, 'setup', 'rateLimit.maxRequests keeps a burst below the limit');
  const flood = async (pathAt: (index: number) => string): Promise<Burst> => {
    const begun = http.clock.now();
    const sent: Exchange[] = [];
    const turned: Exchange[] = [];
    const ask = (_: unknown, i: number) =>
      tools.client.trySend({ method: 'GET', path: pathAt(sent.length + i), ...(as && { as }) });
    while (sent.length < most && findEnd(turned, sent.length) === undefined) {
      const size = Math.min(atOnce, most - sent.length);
      const batch = await Promise.all(Array.from({ length: size }, ask));
      sent.push(...batch);
      turned.push(...batch.filter((one) => !http.hasStatus(one, 2)));
    }
    const isIntercepted = sent.some((one) => http.isCached(one) || http.getHeader(one.answer, 'age') !== undefined);
    const told = { path: turned.at(-1)?.path ?? pathOf(1), first: sent[0], turned, isIntercepted };
    return { ...told, limit, count: sent.length, tookMs: http.clock.now() - begun };
  };
  const same = await flood(() => pathOf(1));
  const isKept = same.isIntercepted && same.turned.length === 0;
  return isKept && sizes >= most ? flood((index) => pathOf(index + 1)) : same;
}

/** A burst that ends with 429, or the end of the case; includes the last of these responses. */
export async function burstUntil429(tools: Tools, atOnce = 8): Promise<Burst & { readonly last: Exchange }> {
  const sent = await sendBurst(tools, atOnce);
  const last = sent.turned.filter((one) => http.hasStatus(one, 429)).at(-1);
  assume(last !== undefined, 'no-usable-case', `none of ${sent.count} requests returned 429`);
  return { ...sent, last };
}

/** Pages by their size, and how many sizes are known to be allowed. */
function chooseTarget({ subject, related }: Tools) {
  const { collections, rateLimit } = subject.service();
  const [method, route] = rateLimit?.route?.split(' ') ?? [];
  if (rateLimit && method === 'GET' && route !== undefined) return { pathOf: () => route, sizes: 0, limit: rateLimit };
  const collection = collections.find((one) => needs.listable.isMet(one));
  assume(collection !== undefined && rateLimit !== undefined, 'setup', 'no collection can be listed');
  const { params, maxSize = 0 } = collection.pagination;
  const pathOf = (size: number) => related.getItems(collection).firstPage(size);
  return { pathOf, sizes: params.size === undefined ? 0 : maxSize, limit: rateLimit };
}

/** Sends a creation like the model, with a marker and unique values of its own, and accepts any status. */
export async function postMarked(
  { sent, mark }: Creation,
  collection: Collection,
  { client, fresh }: Pick<Tools, 'client' | 'fresh'>,
) {
  const word = fresh.word().slice(0, 8);
  const own = mark.replace(/[a-z0-9]+$/, word);
  const marked = JSON.parse(JSON.stringify(sent).replaceAll(mark, own)) as Json;
  const json = collection.unique.reduce(
    (body, pointer) => compare.setAtPointer(body, pointer, replaceValue(compare.getAtPointer(body, pointer), word)),
    marked,
  );
  const order = { method: 'POST' as const, path: collection.path };
  return { exchange: await client.trySend({ ...order, ...addKey(json, collection, fresh.key()) }), mark: own };
}

/** Another value of the same length, so that it is accepted like the first one. */
function replaceValue(value: Json | undefined, word: string): Json | undefined {
  if (typeof value === 'number') return value + 1 + (Number.parseInt(word, 36) % 1_000_000);
  return typeof value === 'string' ? word.slice(0, value.length) + value.slice(word.length) : value;
}

/** With a key where one is required. */
function addKey(json: Json, { idempotency, create }: Collection, key: string) {
  const headers = { 'content-type': create?.request?.mediaType ?? 'application/json' };
  if (!idempotency?.required) return { json, headers };
  if (idempotency.in === 'body') return { json: compare.setAtPointer(json, `/${idempotency.name}`, key), headers };
  const field = idempotency.format === 'sf-string' ? `"${key}"` : key;
  return { json, headers: { ...headers, [idempotency.name.toLowerCase()]: field } };
}

/** Whether the burst exceeded the limit, which refills meanwhile; a refusal with 4xx near the limit is due to it. */
export function isLimitExceeded({ limit, count, tookMs }: Pick<Burst, 'limit' | 'count' | 'tookMs'>, status = 0) {
  if (tookMs >= limit.windowMs) return false;
  if (Math.floor(status / 100) === 4) return count >= limit.limit / 2;
  return count > limit.limit * (1 + tookMs / limit.windowMs);
}
