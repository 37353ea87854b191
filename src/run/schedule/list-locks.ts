/** The locks of all lists of a run, by path. */
export type ListLocks = (path: string) => ListLock;

/** Creates the locks of a run. */
export function createListLocks(): ListLocks {
  const locks = new Map<string, ListLock>();
  return (path) => {
    const lock = locks.get(path) ?? createListLock();
    locks.set(path, lock);
    return lock;
  };
}

/** Wraps the waits for locks. */
export const watchLocks =
  (locks: ListLocks, watch: <T>(go: () => Promise<T>) => Promise<T>): ListLocks =>
  (path) => {
    const lock = locks(path);
    return {
      ...lock,
      beginReading: (givesWay) => watch(() => lock.beginReading(givesWay)),
      change: (go) => watch(() => lock.change(go)),
    };
  };

/**
 * Creates a lock that is not taken. All readers read together, and all changes happen together: each case ends its readings and
 * its changes after a while and then needs the other, so none waits for ever.
 */
export function createListLock() {
  const taken = { reading: 0, changing: 0 };
  const announced = new Set<object>();
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const leave = (kind: keyof typeof taken) => {
    taken[kind] -= 1;
    if (taken[kind] === 0) wakeAll();
  };
  const enter = async (kind: keyof typeof taken, other: keyof typeof taken, givesWay = false) => {
    while (taken[other] > 0 || (givesWay && announced.size > 0)) {
      await new Promise<void>((resolve) => waiting.add(resolve));
      // A case that has changed the list may change it once more before it reads.
      if (kind === 'reading') await new Promise(setImmediate);
    }
    taken[kind] += 1;
  };
  return {
    /** Announces a case that will read the list; the returned function says that it does, or that it is over. */
    announce(): () => void {
      const one = {};
      announced.add(one);
      return () => {
        if (announced.delete(one)) wakeAll();
      };
    },
    /**
     * Waits until no change is under way; until the returned function is called, none begins. A reader that gives way first waits for
     * all announced cases to read, so that it reads together with them instead of before.
     */
    async beginReading(givesWay?: boolean): Promise<() => void> {
      await enter('reading', 'changing', givesWay);
      let isOver = false;
      return () => {
        if (!isOver) leave('reading');
        isOver = true;
      };
    },
    /** Waits until nothing is being read, then changes the list; several changes may be under way at once. */
    async change<T>(go: () => Promise<T>): Promise<T> {
      await enter('changing', 'reading');
      return go().finally(() => leave('changing'));
    },
  };
}

export type ListLock = ReturnType<typeof createListLock>;
