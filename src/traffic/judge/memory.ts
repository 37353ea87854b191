import type { Memory } from '../../rule/monitor.js';

/** Most entries of one memory. */
export const maxRemembered = 10_000;
/** The most that entries of one memory may weigh together. */
const maxWeight = 24 * 1024 * 1024;

/** What is done with an entry. */
interface MemoryOptions<T> {
  /** Called when an entry is forgotten. */
  readonly onForget?: (value: T) => void;
  /** Characters that an entry keeps. */
  readonly weigh?: (value: T) => number;
}

/** Creates memories that forget what was not used for the longest time, and count what they forgot. */
export function createMemories() {
  let forgotten = 0;
  return {
    countForgotten: () => forgotten,
    create<T>({ onForget, weigh = () => 0 }: MemoryOptions<T> = {}): Memory<T> {
      const values = new Map<string, T>();
      let weight = 0;
      const remove = (key: string): T | undefined => {
        const value = values.get(key);
        if (value === undefined) return undefined;
        values.delete(key);
        weight -= weigh(value);
        return value;
      };
      const forgetOldest = () => {
        const [oldest = ''] = values.keys();
        const lost = remove(oldest);
        forgotten += 1;
        if (lost !== undefined) onForget?.(lost);
      };
      return {
        get: (key) => values.get(key),
        set(key, value) {
          remove(key);
          values.set(key, value);
          weight += weigh(value);
          while (values.size > maxRemembered || (weight > maxWeight && values.size > 1)) forgetOldest();
        },
        values: () => values.values(),
      };
    },
  };
}
