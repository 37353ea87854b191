import type { Json } from '../model/json.js';

/** A place that may contain an item unknown to the ledger. */
export interface UncertainPlace {
  readonly collection: string;
  readonly at: string;
}

export interface UsedPlace extends UncertainPlace {
  /** The callers who sent them; undefined for the default caller. */
  readonly callers: Set<string | undefined>;
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

/** Before the run, by `clock.now()`. */
export const longAgo = Number.NEGATIVE_INFINITY;

export const buildPlaceKey = ({ collection, at }: UncertainPlace): string => `${collection} ${at}`;

/** What an entry says of its place, and the path of its item, where that is known. */
interface PlacedEntry {
  readonly collection: string;
  readonly at?: string | undefined;
  readonly as?: string | undefined;
  readonly path: string | undefined;
}

export function recordUse(
  used: Map<string, UsedPlace>,
  { collection, at = '', as }: Omit<PlacedEntry, 'path'>,
): UsedPlace {
  const key = buildPlaceKey({ collection, at });
  const never = { refused: 0, failed: 0, refusedBodies: [], lastRefusedAt: longAgo, lastFailedAt: longAgo };
  const place = used.get(key) ?? { collection, at, callers: new Set(), ...never };
  used.set(key, place);
  place.callers.add(as);
  return place;
}

/** Readings of a list with an item of unknown address: at once, after a wait, and after all removals. */
const readingsOfUnknown = 3;
/** Readings that follow a creation which was accepted only: of its status monitor, and of the item. */
const readingsOfAccepted = 3;
/** Readings of another list, after all removals; once more where it shows something of the run. */
const readingsOfOthers = 2;

interface KnownPlaces {
  readonly all: ReadonlySet<PlacedEntry>;
  readonly doubts: ReadonlyMap<string, UncertainPlace>;
  readonly used: ReadonlyMap<string, UsedPlace>;
  readonly existing: ReadonlyMap<string, ExistingItems>;
  readonly accepting: ReadonlySet<string>;
}

/** Counts the requests of the last search; adds up only when there is another place, as each request asks for it. */
export class SearchCounter {
  readonly #known: KnownPlaces;
  #places = -1;
  #ofPlaces = 0;

  constructor(known: KnownPlaces) {
    this.#known = known;
  }

  /** Forgets what was added up, because lists were read or places settled. */
  recount(): void {
    this.#places = -1;
  }

  count(): number {
    const { all, doubts, used, accepting } = this.#known;
    if (this.#places !== used.size + doubts.size) {
      this.#places = used.size + doubts.size;
      this.#ofPlaces = this.#countPlaces();
    }
    let sum = this.#ofPlaces;
    let unknown: Set<string> | undefined;
    for (const { path, collection, at = '' } of all) {
      if (path !== undefined) continue;
      if (accepting.has(collection)) sum += readingsOfAccepted;
      const key = buildPlaceKey({ collection, at });
      if (doubts.has(key) || unknown?.has(key)) continue;
      unknown = (unknown ?? new Set()).add(key);
      sum += readingsOfUnknown * this.#getPages(key) - this.#countUsed(key);
    }
    return sum;
  }

  #getPages(key: string): number {
    return this.#known.existing.get(key.slice(0, key.indexOf(' ')))?.pages ?? 1;
  }

  #countUsed(key: string): number {
    const { used, existing } = this.#known;
    const place = used.get(key);
    return place !== undefined && existing.has(place.collection) ? readingsOfOthers * this.#getPages(key) : 0;
  }

  #countPlaces(): number {
    const { doubts, used, existing } = this.#known;
    let sum = 0;
    for (const key of used.keys()) if (!doubts.has(key)) sum += this.#countUsed(key);
    for (const key of doubts.keys()) sum += readingsOfUnknown * this.#getPages(key);
    if (used.size === 0) return sum;
    const own = new Set([...used.values()].map(({ collection }) => collection));
    const paths = new Set([...existing.keys()].filter((key) => !own.has(key)).map((key) => key.split('#')[0] ?? key));
    for (const path of paths) sum += readingsOfOthers * (existing.get(path)?.pages ?? 1);
    return sum;
  }
}
