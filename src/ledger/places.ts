import type { Json } from '../model/json.js';

/** A place that may contain an item unknown to the ledger. */
export interface UncertainPlace {
  readonly collection: string;
  readonly at: string;
}

/** A place in which the run sent creations. */
export interface UsedPlace extends UncertainPlace {
  /** The callers who sent them; undefined for the default caller. */
  readonly callers: Set<string | undefined>;
  /** Number of creations that the service refused, or whose item was not found: they may have been stored anyway. */
  refused: number;
  /** Number of those that failed (408, 5xx), where nothing says that they were not stored. */
  failed: number;
  /** The content of those without a marker, as far as it is kept. */
  readonly refusedBodies: RefusedBody[];
  /** When the latest creation was refused, by `clock.now()`. */
  lastRefusedAt: number;
  /** When the latest of them was answered in a way that leaves open whether the service is still at work (408, 5xx). */
  lastFailedAt: number;
}

/** Digests of the members of a body; the marker is their salt. */
export interface RefusedBody {
  readonly prints: Readonly<Record<string, string>>;
  readonly mark: string;
}

/** Maximum number of refused bodies of one place that are kept. */
const maxRefusedBodies = 300;

/** The ids of a collection before the first write of the run. */
export interface ExistingItems {
  readonly ids: readonly string[];
  readonly isWhole: boolean;
  /** Number of pages that were read; 1 when absent. */
  readonly pages?: number;
  /** Pointer to the ids in the entries. */
  readonly pointer?: string;
  /** The entries, as far as they are kept in memory: the id may be found in another place later. */
  readonly entries?: readonly Json[];
}

/** Records that a creation was refused; after a failure the service may still be at work. */
export function addRefusal(
  place: UsedPlace,
  { mark, prints }: Pick<RefusedBody, 'mark'> & Partial<RefusedBody>,
  time: number,
  isFailure: boolean,
): void {
  place.refused += 1;
  place.lastRefusedAt = time;
  if (isFailure) Object.assign(place, { failed: place.failed + 1, lastFailedAt: time });
  if (prints !== undefined && place.refusedBodies.length < maxRefusedBodies) place.refusedBodies.push({ prints, mark });
}
