import { type Collection, isObject, type Json, pointerOf, same } from '../../rule/index.js';

/** Watches which members of what is sent are ever shown as they were sent. */
export interface Comparison {
  heed(sent: Json, shown: Json | undefined): void;
  /** Pointers of the members that were mostly shown otherwise than they were sent: the service has a word of its own for them, which may agree by chance. */
  computed(): string[];
  /** Whether some member was shown both ways, so that more must be seen. */
  isOpen(): boolean;
}

/** Begins to compare. Once is chance, or a value that was put right; so nothing is said before the second time. */
export function comparison(): Comparison {
  const differed = new Map<string, number>();
  const kept = new Map<string, number>();
  return {
    heed(sent, shown) {
      if (!isObject(sent) || !isObject(shown)) return;
      for (const [name, value] of Object.entries(sent)) {
        if (!Object.hasOwn(shown, name)) continue;
        const counts = isTaken(value, shown[name]) ? kept : differed;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    },
    isOpen: () => [...differed.keys()].some((name) => kept.has(name)),
    computed: () =>
      [...differed]
        .filter(([name, times]) => times > 1 && times > (kept.get(name) ?? 0))
        .map(([name]) => pointerOf([name])),
  };
}

/** Forms carry texts only, and decimals are shown as texts by many: a number that comes back as its text was taken over. */
const isTaken = (sent: Json, shown: Json | undefined): boolean =>
  same(sent, shown) || (typeof sent !== 'object' && typeof shown === 'string' && String(sent) === shown);

/** A collection to which these members are never sent. */
export function leavingOut(collection: Collection, pointers: readonly string[]): Collection {
  const { marker, serverAssigned = [], ...rest } = collection;
  const isSent = marker !== undefined && !pointers.includes(marker);
  return { ...rest, serverAssigned: [...serverAssigned, ...pointers], ...(isSent && { marker }) };
}
