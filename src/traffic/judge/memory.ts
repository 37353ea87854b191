import type { Memory } from '../../rule/monitor.js';

/** Most entries of one memory. */
export const maxRemembered = 10_000;

/** Creates memories that forget what was not used for the longest time, and count what they forgot. */
export function createMemories() {
  let forgotten = 0;
  return {
    countForgotten: () => forgotten,
    create<T>(onForget?: (value: T) => void): Memory<T> {
      const values = new Map<string, T>();
      return {
        get(key) {
          const value = values.get(key);
          if (value === undefined) return undefined;
          values.delete(key);
          values.set(key, value);
          return value;
        },
        set(key, value) {
          values.delete(key);
          values.set(key, value);
          if (values.size <= maxRemembered) return;
          for (const [oldest, lost] of values) {
            values.delete(oldest);
            forgotten += 1;
            onForget?.(lost);
            break;
          }
        },
        values: () => values.values(),
      };
    },
  };
}
