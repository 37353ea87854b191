import type { Client, ClientRequest, SentExchange } from '../http/exchange.js';
import { isSafeMethod } from '../http/method-guard.js';
import { clock } from '../model/clock.js';
import type { Exchange } from '../model/exchange.js';
import { joinNames } from '../model/values/join-names.js';
import { isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';

/** Minimum number of missing paths for a conclusion. */
const minMissing = 3;

const maxNamed = 3;

/** The origin in an absolute address: all requests go to one. */
const originPattern = /^https?:\/\/[^/]*/i;

/** Maximum time from the first failure to another response, in milliseconds. */
const maxTroubleMs = 10_000;

/** Minimum number of responses for a conclusion. */
const minAnswers = 3;

/** A client for the survey: it waits when the service asks for it, and retries temporary failures. */
export interface SurveyClient extends Client {
  /** Why the survey can find out nothing: every response so far was a failure. */
  findProblem(): string | undefined;
  /** Describes what was tried when nothing exists at the base URL. */
  findMissingBase(document?: FoundDescription): string | undefined;
  notes(): string[];
}

/** Creates a client that waits until the time is over; requests after that get no answer. */
export function createSurveyClient(
  client: Client & { readonly timeoutMs: number },
  mostMs: () => number,
): SurveyClient {
  const trouble = createUnusableServiceDetector();
  const missing = createMissingBaseDetector();
  const leftMs = () => Math.min(mostMs(), trouble.leftMs());
  const retries = createRetryPolicy(leftMs);
  const waiting = createSharedWait(retries, leftMs);
  const within = (request: ClientRequest): ClientRequest => ({
    ...request,
    isCalledOff: () => leftMs() <= 0,
    timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, leftMs())),
  });
  return {
    ...client,
    send: (request) =>
      retries.sendWithRetries(
        async () => {
          await retries.awaitTurn();
          const exchange = await client.send(within(request));
          trouble.record(exchange);
          missing.record(exchange);
          waiting.record(exchange);
          return exchange;
        },
        (last) => isSafeMethod(request.method) && waiting.isOn(last),
      ),
    fetchForeign: (url, headers) =>
      retries.sendWithRetries(
        async () => {
          await retries.awaitTurn();
          return client.fetchForeign(url, headers);
        },
        (last) => readRetryAfterMs(last) === undefined,
      ),
    findProblem: trouble.findProblem,
    findMissingBase: missing.findProblem,
    notes: retries.notes,
  };
}

/** Maximum time of unsuccessful waits, in milliseconds. */
const maxFutileWaitMs = 5_000;

/**
 * Waits as long as the service asks for, for all requests together. After an unsuccessful wait, one part of the service
 * counts as down, and the others are surveyed.
 */
function createSharedWait(retries: RetryPolicy, leftMs: () => number) {
  let last: { readonly path: string; readonly ms: number; readonly until: number } | undefined;
  let inVainMs = 0;
  return {
    isOn: (failure: RequestResult) => readRetryAfterMs(failure) === undefined || inVainMs <= maxFutileWaitMs,
    record(exchange: SentExchange) {
      const ms = isTransient(exchange) ? readRetryAfterMs(exchange) : undefined;
      if (ms === undefined) {
        if (exchange.path === last?.path) last = undefined;
        return;
      }
      if (clock.now() < (last?.until ?? 0)) return;
      inVainMs += last?.ms ?? 0;
      last = { path: exchange.path, ms, until: clock.now() + ms };
      if (inVainMs <= maxFutileWaitMs && ms < leftMs()) retries.holdUp(ms);
    },
  };
}

/** Detects a service that answers every request with a failure. */
export function createUnusableServiceDetector() {
  const statuses = new Set<number>();
  let until = Number.POSITIVE_INFINITY;
  let isUseful = false;
  let count = 0;
  let askedMs = 0;
  return {
    /** Remaining time until the service counts as unusable, in milliseconds. */
    leftMs: () => (isUseful ? Number.POSITIVE_INFINITY : until - clock.now()),
    record({ answer }: Pick<Exchange, 'n' | 'answer'>): void {
      if (answer === undefined || isUseful) return;
      if (answer.status !== 429 && answer.status < 500) {
        isUseful = true;
        return;
      }
      if (until === Number.POSITIVE_INFINITY) until = clock.now() + maxTroubleMs;
      statuses.add(answer.status);
      count += 1;
      askedMs = Math.max(askedMs, readRetryAfterMs({ answer }) ?? 0);
    },
    /** Describes the constant failure; undefined when there is another response, or too few of them. */
    findProblem(): string | undefined {
      if (isUseful || count < minAnswers) return undefined;
      const asks = askedMs > 0 ? `, and asks to come back in ${Math.ceil(askedMs / 1_000)} s` : '';
      const advice = statuses.size === 1 && statuses.has(429) ? 'slower with --rate' : 'fix the service first';
      return `the service answered every request with ${[...statuses].join(' or ')}${asks}; try again later, or ${advice}`;
    },
  };
}

/** Where an OpenAPI document was found, and the paths that it describes. */
interface FoundDescription {
  readonly source: string;
  readonly paths: readonly string[];
}

/** Detects an address at which nothing exists. */
export function createMissingBaseDetector() {
  const missing = new Map<string, string>();
  const others = new Set<string>();
  return {
    record({ method, path, answer }: Pick<Exchange, 'method' | 'path' | 'answer'>): void {
      const [place = path] = path.split('?');
      if (answer?.status === 404) missing.set(place, `${method} ${place.replace(originPattern, '') || '/'}`);
      else others.add(place);
    },
    /**
     * Describes what was tried when nothing exists, but for this OpenAPI document; undefined when anything does, or when too
     * little was tried: of a document, at least one of its paths.
     */
    findProblem(document?: FoundDescription): string | undefined {
      const isDocument = (path: string) => document?.source.endsWith(path) === true;
      const isTried = (path: string) => [...missing.keys()].some((place) => place.endsWith(path));
      if (document && !document.paths.some(isTried)) return undefined;
      if (missing.size < minMissing || [...others].some((path) => !isDocument(path))) return undefined;
      const tried = [...new Set(missing.values())].sort();
      return `the server returned 404 for every request: ${joinNames(tried, maxNamed)}`;
    },
  };
}
