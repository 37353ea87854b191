import type { Json } from '../model/json.js';
import type { Operation } from '../model/service/operation.js';
import type { TrafficExchange } from '../model/traffic-exchange.js';
import type { PassiveContext } from './passive-check.js';
import type { JudgingTools } from './tools.js';

/** What is remembered of one resource, by its path with the query. */
export interface ResourceTrack {
  /** The latest GETs that returned 200 with their whole content, the last one at the end. */
  readonly reads: readonly TrafficExchange[];
  /** The latest request with another method to exactly this path. */
  readonly write?: TrafficExchange;
  /** The last of `reads` before that. */
  readonly before?: TrafficExchange;
  /** The creation whose Location is this path. */
  readonly creation?: TrafficExchange;
}

/** What a monitor knows besides the exchange: what came before it, and what a document says. */
export interface Traffic extends PassiveContext, Pick<JudgingTools, 'findBreaches'> {
  /** What is remembered of the resource at a path, as it was before this exchange. */
  getTrack(path: string): ResourceTrack;
  /**
   * Whether one exchange ended before the other began, and no recorded request in between, or at the time of one of them, may have
   * changed the resource at the path; without a path, anything at all.
   */
  isUndisturbed(earlier: TrafficExchange, later: TrafficExchange, path?: string): boolean;
  /** The same, after the usual time in which a write becomes visible, and where no cache may have the answer from before. */
  isSettled(earlier: TrafficExchange, later: TrafficExchange, path?: string): boolean;
  /** The operation that a document describes for this exchange. */
  findOperation(exchange: Pick<TrafficExchange, 'method' | 'path'>): Operation | undefined;
  /** The path under the base URL to which a reference in a response leads; undefined for other origins. */
  resolve(reference: string, exchange: TrafficExchange): string | undefined;
}

/** A map that forgets what was not used for the longest time. */
export interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  values(): IterableIterator<T>;
}

/** Creates a {@link Memory}; all of a recording together say how much they forgot. */
export type CreateMemory = <T>() => Memory<T>;

/** An exchange that seems to break a promise, and earlier ones that show it. */
export interface Sighting {
  readonly flaw: string;
  /** In their order; the exchange itself when absent. */
  readonly shows?: readonly TrafficExchange[];
}

/** What a monitor says of an exchange: `kept` where the promise concerns it, undefined where it does not. */
export type Observation = Sighting | 'kept' | undefined;

/** A judgement over exchanges that the rule did not choose. All functions are pure apart from the state, and quick. */
export interface MonitorParts<S> {
  /** What the clause expects. */
  readonly expected: Json;
  /** Whether one exchange proves a violation. What depends on a sequence is only suspected, because other clients write, too. */
  readonly isProof?: true;
  /** What is remembered between exchanges, with a limit. */
  state?(create: CreateMemory): S;
  on(exchange: TrafficExchange, traffic: Traffic, state: S): Observation;
  /** What only the end of the recording shows. */
  end?(state: S): readonly Sighting[];
}

/** A monitor with its state. */
export interface OpenMonitor {
  on(exchange: TrafficExchange, traffic: Traffic): Observation;
  end(): readonly Sighting[];
}

/** A monitor, ready to be opened for a recording. */
export interface Monitor extends Pick<MonitorParts<unknown>, 'expected' | 'isProof'> {
  open(create: CreateMemory): OpenMonitor;
}

/**
 * Declares the part of a rule that judges recorded traffic, beside its experiment: with the same functions, so that no promise is judged
 * by two codes.
 *
 * @example
 * monitor: defineMonitor({ expected: '404', on: (exchange, traffic) => … })
 */
export const defineMonitor = <S = undefined>({ expected, isProof, state, on, end }: MonitorParts<S>): Monitor => ({
  expected,
  ...(isProof && { isProof }),
  open(create) {
    const own = state?.(create) as S;
    return { on: (exchange, traffic) => on(exchange, traffic, own), end: () => end?.(own) ?? [] };
  },
});
