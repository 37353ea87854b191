import { Doubt } from '../rule/index.js';

/** What is known of the creations of a run: whether what they make can be addressed. Shared by all trials. */
export interface Addressing {
  /**
   * Makes something in a collection; one thing at a time, until an answer told an address. What has none cannot be
   * removed, so after it nothing more is made there. Throws Doubt('setup') then.
   */
  making<T extends Made>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T>;
}

/** What came of a creation: where what it made is known from, `nowhere` where something was made that nobody can find, nothing where nothing was. */
export interface Made {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | undefined;
}

/** Begins to keep count. */
export function addressingOf(): Addressing {
  const addressed = new Set<string>();
  const strays = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  const attempt = async <T extends Made>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T> => {
    if (addressed.has(collection)) return make(false);
    const stray = strays.get(collection);
    if (stray !== undefined) throw new Doubt('setup', whyOf(collection, stray));
    const made = await make(true);
    if (made.known === 'by answer') addressed.add(collection);
    if (made.known === 'nowhere') strays.set(collection, made.n);
    return made;
  };
  return {
    making(collection, make) {
      if (addressed.has(collection)) return make(false);
      const own = (turns.get(collection) ?? Promise.resolve()).then(() => attempt(collection, make));
      turns.set(
        collection,
        own.catch(() => undefined),
      );
      return own;
    },
  };
}

const whyOf = (collection: string, n: number): string =>
  `nothing more is made in ${collection}: what was made in exchange ${n} can neither be addressed, by an id or Location, nor be found in the list, so it stays; resources[].id tells where ids are`;
