import type { Exchange } from './exchange.js';
import type { Json } from './json.js';

/** What a request left behind although it was refused. */
export interface Effect {
  readonly kind: 'created' | 'changed' | 'removed';
  /** What the service showed before; null for an item that was created. */
  readonly before: Json;
  /** What it shows now; null for an item that is gone. */
  readonly after: Json;
  /** Whether no other request of the run can have had it. */
  readonly isCertain?: boolean;
}

/** How an item of the run changed that a request does not name. */
export interface OutsideEffect {
  readonly kind: 'changed' | 'removed';
  readonly before: Json;
  /** Null for an item that is gone. */
  readonly after: Json;
  /** Name of the collection of that item. */
  readonly collection: string;
}

/** An exchange of the survey or the run with its whole request, whichever check sent it. */
export interface ObservedExchange extends Exchange {
  /** Request header fields without credentials. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: string | undefined;
  /** Name of the caller; the default one when absent. */
  readonly as?: string;
  /** What it left behind, as later reads show it; for passive rules about effects. */
  readonly effect?: Effect;
  /** What changed elsewhere while it was sent; for passive rules about other items. */
  readonly outside?: OutsideEffect;
}
