import type { Design } from '../design/design.js';

/** Milliseconds; tests replace it by one that leaps. */
export interface ServiceClock {
  now(): number;
}

export interface ServeOptions {
  /** Name of a fault that the service has. */
  readonly fault?: string;
  readonly clock?: ServiceClock;
  /** Default: a free port. */
  readonly port?: number;
}

/** An item as the service has it. */
export interface TrueItem {
  /** Index of the collection in the design. */
  readonly collection: number;
  readonly id: string;
  /** Id of the item that contains it. */
  readonly parent: string | undefined;
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether it exists and is not removed, hidden removals included. */
  readonly exists: boolean;
}

/** An item that the service had at the start, or that another client wrote. */
export interface ItemOfOthers extends TrueItem {
  readonly initial: Readonly<Record<string, unknown>>;
  /** Whether it exists with its initial content. */
  readonly isIntact: boolean;
  /** The requests of the client that changed or removed it, as `PUT /bookings/1`. */
  readonly harmedBy: readonly string[];
}

/** All that a service knows about itself. */
export interface Truth {
  /** Items of others that existed at the start. */
  readonly others: readonly ItemOfOthers[];
  /** Items that other clients wrote since. */
  readonly visitors: readonly ItemOfOthers[];
  /** Items that the client created, removed ones included. */
  readonly created: readonly TrueItem[];
  /** Requests of the client by method, those that a gateway refused included. */
  readonly requests: Readonly<Record<string, number>>;
}

export interface ServedDesign {
  /** The URL of the root, without a slash at the end. */
  readonly url: string;
  truth(): Truth;
  stop(): Promise<void>;
}

/** Serves a design on loopback. */
export async function serveDesign(_design: Design, _options: ServeOptions = {}): Promise<ServedDesign> {
  throw new Error('Not available yet.');
}
