import type { ObservedExchange } from './observed-exchange.js';

/** A recorded exchange as a file has it, before its place among the others is known. What was not recorded is unknown, not absent. */
export interface RecordedMessagePair
  extends Pick<ObservedExchange, 'method' | 'answer' | 'silence' | 'fields' | 'content'> {
  /** Absolute. */
  readonly url: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether the header fields of both messages were recorded. */
  readonly hasFields: boolean;
  /** Whether the content of the request was recorded as a whole; it is undefined otherwise. */
  readonly hasContent: boolean;
  /** Whether the content of the response was recorded as a whole; it is empty otherwise. */
  readonly hasText: boolean;
  /** A digest of the credentials; undefined where they may have been removed. */
  readonly caller: string | undefined;
  /** The credentials in both messages, none of which may be shown. */
  readonly secrets: readonly string[];
  /** `shop.har, entry 7`. */
  readonly place: string;
  /** Why the exchange is not judged, although it may have changed something: GraphQL, batches, errors of a gateway. */
  readonly unjudged?: string;
}

/** A recorded exchange among the others of its service. `n` is its number in the order of their start. */
export interface TrafficExchange extends ObservedExchange, Omit<RecordedMessagePair, 'url'> {
  /** Whether no request that may change something was under way at the same time, as far as the order is known. */
  readonly isAlone: boolean;
}
