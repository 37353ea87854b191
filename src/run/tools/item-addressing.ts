import { Doubt } from '../../rule/finding.js';

/** What is known of the creations of a run: whether what they make can be addressed. Shared by all trials. */
export interface Addressing {
  /**
   * Makes something in a collection; one thing at a time, until an answer told an address. What has none cannot be
   * removed, and what was there before is somebody else's, so after it nothing more is made there. Throws Doubt('setup') then.
   */
  making<T extends Made>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T>;
  /** Something of a collection could not be removed; when too much stays, nothing more is made there. */
  stays(collection: string): void;
  /** Something that was removed is shown as deleted, though nothing says that such things are kept. */
  buries(collection: string): void;
  /** Collections in which that was seen. */
  graveyards(): readonly string[];
  /** Something was looked at after DELETE said that it is gone: it stands as before, or it does not. */
  lingers(collection: string, path: string, isStanding: boolean): void;
  /** What stood when it was last looked at, one thing for each collection. */
  lingering(): ReadonlyMap<string, string>;
}

/** What came of a creation: where what it made is known from, `nowhere` where something was made that nobody can find, `foreign` where the answer names what was there before, nothing where nothing was made, or nothing is known of it. */
export interface Made {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | 'foreign' | undefined;
}

/** Things without an address that may stay where others were found in the list. */
const mostStrays = 3;

/** Begins to keep count. `mostLeft` things of a collection may stay because they cannot be removed. */
export function addressingOf(mostLeft = Number.POSITIVE_INFINITY): Addressing {
  const addressed = new Set<string>();
  const closed = new Map<string, string>();
  const turns = new Map<string, Promise<unknown>>();
  const strays = countOf();
  const left = countOf();
  const burying = new Set<string>();
  const lingering = new Map<string, string>();
  const found = new Set<string>();
  const note = (collection: string, { known, n }: Made) => {
    if (known === 'by answer') addressed.add(collection);
    if (known === 'by list') found.add(collection);
    if (known === 'foreign') closed.set(collection, foreign(collection, n));
    if (known !== 'nowhere' || addressed.has(collection)) return;
    if (strays.add(collection) >= (found.has(collection) ? mostStrays : 1)) closed.set(collection, lost(collection, n));
  };
  const attempt = async <T extends Made>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T> => {
    const why = closed.get(collection);
    if (why !== undefined) throw new Doubt('setup', why);
    const made = await make(!addressed.has(collection));
    note(collection, made);
    return made;
  };
  return {
    making(collection, make) {
      if (addressed.has(collection)) return attempt(collection, make);
      const own = (turns.get(collection) ?? Promise.resolve()).then(() => attempt(collection, make));
      turns.set(
        collection,
        own.catch(() => undefined),
      );
      return own;
    },
    buries: (collection) => void burying.add(collection),
    graveyards: () => [...burying],
    lingers(collection, path, isStanding) {
      if (isStanding) lingering.set(collection, path);
      else if (lingering.get(collection) === path) lingering.delete(collection);
    },
    lingering: () => lingering,
    stays(collection) {
      if (left.add(collection) > mostLeft) closed.set(collection, staying(collection, mostLeft));
    },
  };
}

function countOf() {
  const counts = new Map<string, number>();
  return {
    add(name: string): number {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
  };
}

const foreign = (collection: string, n: number): string =>
  `nothing more is made in ${collection}: the creation in exchange ${n} was answered with something that was there before, which is not touched`;

const staying = (collection: string, count: number): string =>
  `nothing more is made in ${collection}: more than ${count} things could not be removed; see the leftovers, and say resources[].delete: false where that is meant`;

const lost = (collection: string, n: number): string =>
  `nothing more is made in ${collection}: what was made in exchange ${n} can neither be addressed, by an id or Location, nor be found in the list, so it stays; resources[].id tells where ids are`;
