import type { Method } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';

/** A request as a rule words it; `path` is relative to the base URL and already percent-encoded, or an absolute URL on the same origin. */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  /** Content as it is, for malformed bodies; `headers` then names its media type. */
  readonly text?: string;
  /** 'control' exchanges stay on the tape and out of the minimal evidence. */
  readonly role?: 'control';
  /** Who sends it; the full caller when left out. */
  readonly as?: Caller;
}

/** How much of a request leaves before the client tears the connection. */
export type AbortPoint = 'whole' | 'half';
