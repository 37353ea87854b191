import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';

/** What creating items of a collection led to. */
export interface CreationTally {
  readonly created: number;
  /** The last creation that gave no item with an address, or why it got no answer that says anything; absent once one did. */
  readonly failed?: FailedCreation | string | undefined;
}

/** A creation that gave no item with a known address. */
export interface FailedCreation {
  readonly exchange: Exchange;
  readonly sent: Json;
}

/** Counts the creations of a run. */
export function createCreationTallies() {
  const tallies = new Map<string, CreationTally>();
  return {
    record(collection: string, isMade: boolean, failed: CreationTally['failed']): void {
      const { created = 0, failed: last } = tallies.get(collection) ?? {};
      const isNothing = created === 0 && !isMade;
      tallies.set(collection, {
        created: created + (isMade ? 1 : 0),
        failed: isNothing ? (failed ?? last) : undefined,
      });
    },
    get: (collection: string) => tallies.get(collection),
  };
}

export type CreationTallies = ReturnType<typeof createCreationTallies>;
