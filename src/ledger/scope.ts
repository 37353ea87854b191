import type { Leftover } from '../model/result/leftover.js';
import type { Doubtful, Entry, Intention, Ledger } from './entry.js';
import type { LedgerLine } from './lines.js';
import { type Borne, markOf, remember } from './marker-match.js';

/** What all pages of a book share. */
export interface Shared {
  now(line: LedgerLine): void;
  soon(line: LedgerLine): void;
  readonly all: Set<Entry>;
  readonly waiting: Map<Entry, string>;
  readonly leftovers: Leftover[];
  readonly doubts: Map<string, Doubtful>;
  lastN: number;
  readonly borne: Borne;
  /** What was looked for and not found, for the time being. */
  readonly missed: Set<Entry>;
  /** How many things were removed, by collection. */
  readonly removed: Map<string, number>;
}

/** A place as one text. */
export const placeOf = ({ collection, at }: Doubtful): string => `${collection} ${at}`;

/** A page of a book. */
export function pageOf(shared: Shared, entries: Set<Entry>): Ledger {
  for (const entry of entries) shared.all.add(entry);
  const ends = endingsOn(shared, entries);
  return {
    ...beginningsOn(shared, entries, ends),
    ...ends,
    standing: () => [...entries].sort((one, other) => other.n - one.n),
  };
}

type Beginnings = Pick<Ledger, 'intend' | 'made' | 'claim' | 'wrote' | 'bears' | 'markOf' | 'acts'>;
type Endings = Omit<Ledger, keyof Beginnings | 'standing'>;

function beginningsOn(shared: Shared, entries: Set<Entry>, { gone }: Endings): Beginnings {
  const { all, now, soon } = shared;
  const enter = (write: Shared['now'], collection: string, mark: string, known: Intention): Entry => {
    shared.lastN += 1;
    const entry: Entry = { n: shared.lastN, collection, mark, path: undefined, ...known };
    write(intentionOf(entry));
    remember(shared.borne, entry);
    entries.add(entry);
    all.add(entry);
    return entry;
  };
  const made = (entry: Entry, path: string): void => {
    for (const other of [...entries].filter((one) => one !== entry)) {
      if (other.path === path) gone(other);
      else if (other.path === undefined && other.mark === entry.mark) {
        entries.delete(other);
        all.delete(other);
        // It may be under way still, so that its line stands as long as the one that was named.
        entry.twins = [...(entry.twins ?? []), other];
      }
    }
    // It may have been taken for found when another answer named its mark.
    entries.add(entry);
    all.add(entry);
    entry.path = path;
    soon({ made: path, n: entry.n });
  };
  return {
    intend: (collection, mark, known = {}) => enter(now, collection, mark, known),
    made,
    claim(collection, mark, path, at) {
      const known = [...entries].find((entry) => entry.path === path);
      if (known) return known;
      const entry = enter(soon, collection, mark, at === undefined ? {} : { at });
      made(entry, path);
      return entry;
    },
    wrote(entry, prints) {
      if (entry.prints !== undefined) entry.past = [...(entry.past ?? []), entry.prints];
      entry.prints = prints;
      now({ wrote: prints, n: entry.n });
    },
    bears: (entry, bears) => remember(shared.borne, { ...entry, bears }),
    markOf: (shown, collection, runMark) => markOf(shown, collection, runMark, shared.borne),
    acts: (path) => now({ acts: path }),
  };
}

function endingsOn({ all, waiting, leftovers, doubts, missed, removed, soon }: Shared, entries: Set<Entry>): Endings {
  const drop = (entry: Entry) => {
    entries.delete(entry);
    waiting.delete(entry);
    all.delete(entry);
    missed.delete(entry);
    for (const twin of entry.twins ?? []) if (twin.path === undefined) soon({ gone: null, n: twin.n });
  };
  return {
    gone(entry) {
      const { collection, path } = entry;
      if (path !== undefined) removed.set(collection, (removed.get(collection) ?? 0) + 1);
      drop(entry);
      soon({ gone: entry.path ?? null, n: entry.n });
    },
    accepted(entry) {
      entries.delete(entry);
      waiting.set(entry, 'accepted');
      soon({ accepted: entry.path ?? null, n: entry.n });
    },
    later(entry, why) {
      entries.delete(entry);
      waiting.set(entry, why);
      if (entry.isMade && entry.path === undefined) soon({ made: null, n: entry.n });
    },
    stays(entry, path, why, isForeign = false) {
      drop(entry);
      leftovers.push({ path, why });
      soon({ stays: path, n: entry.n, why, ...(isForeign && { foreign: true }) });
    },
    doubt({ collection, at }) {
      const doubtful = { collection, at: at ?? '' };
      if (at === undefined || doubts.has(placeOf(doubtful))) return;
      doubts.set(placeOf(doubtful), doubtful);
      soon({ doubt: collection, at });
    },
  };
}

const intentionOf = ({
  n,
  collection,
  mark,
  at,
  as,
  signs = [],
  bears = {},
  isUnmarked,
  prints,
}: Entry): LedgerLine => ({
  intend: collection,
  ...{ n, mark },
  ...(at !== undefined && { at }),
  ...(as !== undefined && { as }),
  ...(signs.length > 0 && { signs }),
  ...(Object.keys(bears).length > 0 && { bears }),
  ...(isUnmarked && { unmarked: true }),
  ...(isUnmarked && prints && { prints }),
});
