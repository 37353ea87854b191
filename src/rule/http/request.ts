import type { Method } from '../../model/exchange.js';
import { type Json, readJson } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Caller } from '../../model/service/caller.js';

/**
 * A request of a rule; `path` is relative to the base URL and already percent-encoded, or an absolute URL of the same
 * origin.
 */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  /** Content sent as it is, for malformed bodies; `headers` then has its media type. */
  readonly text?: string;
  /** 'control' exchanges are on the tape, and not part of the minimal evidence. */
  readonly role?: 'control';
  /** Sent without If-Match also where the service is known to require it. */
  readonly isUnconditional?: true;
  /** The caller whose credentials are sent; the full caller when absent. */
  readonly as?: Caller;
}

/** How much of a request is sent before the client aborts the connection. */
export type AbortPoint = 'whole' | 'half';

/** The JSON content of a recorded request; undefined for any other. */
export const readContent = ({ content }: Pick<ObservedExchange, 'content'>): Json | undefined => readJson(content);
